import Foundation
import Testing
import UntrustedInput

/// `mantlet network`: what it writes it finds sound, and says what somebody broke.
@Suite(.timeLimit(.minutes(15)))
struct NetworkCommandTests {
  private func policy(_ folder: TemporaryFolder) throws -> String {
    let path = folder.path + "/policy.json"
    let pins = [UInt8(1), 2].map { Data(repeating: $0, count: 32).base64EncodedString() }
    let key = try PinCommandTests.loginKey()
    let text = """
      {"version": 1, "name": "t", "environments": {"prod": {"endpoint": "https://api.example.org",
       "pins": ["\(pins[0])", "\(pins[1])"], "tokenKeys": ["\(String(repeating: "A", count: 43))"],
       "loginKey": "\(key)", "pinning": {"subdomains": true}}},
       "server": {"devices": {"ios": {"origin": {"apps": ["org.example.app"], "teamIDs": ["ABCDE12345"]}},
        "android": {"origin": {"apps": ["org.example.app"], "signingDigests": ["\(String(repeating: "0a", count: 32))"]}}}}}
      """
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test("A private authority's certificate is read where the file lies, and another one there is found")
  func anchors() async throws {
    let folder = try TemporaryFolder()
    let path = try policy(folder)
    let der = Data([0x30, 0x03, 0x02, 0x01, 0x01])
    try String(contentsOfFile: path, encoding: .utf8)
      .replacingOccurrences(of: "\"loginKey\"", with: "\"anchors\": [\"\(der.base64EncodedString())\"], \"loginKey\"")
      .write(toFile: path, atomically: true, encoding: .utf8)
    let written = try await Program.run(["network", "android", "--policy", path, "--out", folder.path])
    #expect(written.code == 0, "\(written.errors)")
    let file = folder.path + "/res/xml/network_security_config.xml"
    let check = ["network", "android", "--policy", path, "--check", file]
    #expect(try await Program.run(check).code == 0)
    let raw = URL(fileURLWithPath: folder.path + "/res/raw/mantlet_anchor_1.der")
    try Data([0x30, 0x00]).write(to: raw)
    let other = try await Program.run(check)
    #expect(other.code == 1 && other.output.contains("anchors-differ"), "\(other.output)")
    try FileManager.default.removeItem(at: raw)
    let missing = try await Program.run(check)
    #expect(missing.code == 1 && missing.output.contains("anchors-not-read"), "\(missing.output)")
  }

  @Test("`policy check` warns of a pin of a whole certificate, which is sound and ends with its renewal")
  func certificatePin() async throws {
    let folder = try TemporaryFolder()
    let (path, pinning) = (try policy(folder), folder.path + "/pinning.json")
    let sound = try await Program.run(["policy", "check", path])
    #expect(sound.code == 0 && sound.errors.isEmpty, "\(sound.errors)")
    let pin = Data(repeating: 3, count: 32).base64EncodedString()
    try String(contentsOfFile: path, encoding: .utf8)
      .replacingOccurrences(of: "\"subdomains\": true", with: "\"certificates\": [\"\(pin)\"]")
      .write(toFile: pinning, atomically: true, encoding: .utf8)
    let warned = try await Program.run(["policy", "check", pinning])
    #expect(warned.code == 0 && warned.errors.contains("environments.prod.pinning.certificates"), "\(warned.errors)")
  }

  @Test("Whose keys are pinned is a remark where nobody said it, and held against the file where somebody did")
  func pinning() async throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/NetworkSecurity.plist"
    let policy = ["--policy", try policy(folder)]
    let silent = try await Program.run(["network", "ios", "--out", folder.path] + policy)
    #expect(silent.code == 0 && silent.errors.contains("--pinning"), "\(silent.errors)")
    let check = ["network", "ios", "--check", file]
    let remark = try await Program.run(check + policy)
    #expect(remark.code == 0 && remark.output.contains("leaf-keys-assumed"), "\(remark.output)")
    for (part, other) in [("leaf", "authority"), ("authority", "leaf")] {
      let written = try await Program.run(["network", "ios", "--out", folder.path, "--pinning", part] + policy)
      #expect(written.code == 0 && !written.errors.contains("--pinning"), "\(written.errors)")
      for more in [[], policy] {
        let right = try await Program.run(check + more + ["--pinning", part])
        #expect(right.code == 0 && !right.output.contains("leaf-keys-assumed"), "\(right.output)")
        let wrong = try await Program.run(check + more + ["--pinning", other])
        #expect(wrong.code == 1 && wrong.output.contains("wrong-pin-list"), "\(wrong.output)")
      }
    }
  }

  @Test("A policy without the apps that a links file is about is no reason to call it sound, or to write nothing")
  func links() async throws {
    let folder = try TemporaryFolder()
    let path = try policy(folder)
    let file = folder.path + "/links.json"
    try "[]".write(toFile: file, atomically: true, encoding: .utf8)
    #expect(try await Program.run(["network", "links", "--check", file]).code == 1)
    #expect(
      try await Program.run(["network", "links", "--check", file, "--apple-id", "ABCDE12345.org.example.app"]).code
        == 64)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let digests = ", \"signingDigests\": [\"\(String(repeating: "0a", count: 32))\"]"
    #expect(text.contains(digests))
    try text.replacingOccurrences(of: digests, with: "").write(toFile: path, atomically: true, encoding: .utf8)
    let written = try await Program.run(["network", "links", "--policy", path, "--out", folder.path])
    #expect(written.code == 64 && written.errors.contains("signingDigests"), "\(written.errors)")
  }

  @Test("Every file that is written is sound and agrees with its policy; a changed one fails with its place")
  func roundTrip() async throws {
    let folder = try TemporaryFolder()
    let policy = try policy(folder)
    for (kind, path) in [
      ("android", "res/xml/network_security_config.xml"), ("ios", "NetworkSecurity.plist"),
      ("links", ".well-known/apple-app-site-association"), ("links", ".well-known/assetlinks.json"),
    ] {
      let written = try await Program.run(["network", kind, "--policy", policy, "--out", folder.path])
      #expect(written.code == 0 && written.output.contains(path), "\(written.errors)")
      let file = folder.path + "/" + path
      let checked = try await Program.run(["network", kind, "--policy", policy, "--check", file, "--json"])
      #expect(checked.code == 0, "\(kind): \(checked.output)\(checked.errors)")
      #expect(checked.objects.first?["verdict"]?.string == "holds")
      let text = try String(contentsOfFile: file, encoding: .utf8)
      let broken = folder.path + "/broken"
      try text.replacingOccurrences(of: "example", with: "example_").write(
        toFile: broken, atomically: true, encoding: .utf8)
      let refused = try await Program.run(["network", kind, "--policy", policy, "--check", broken])
      #expect(refused.code == 1, "\(kind): \(refused.output)\(refused.errors)")
    }
    let android = folder.path + "/res/xml/network_security_config.xml"
    let open = try String(contentsOfFile: android, encoding: .utf8).replacingOccurrences(of: "false", with: "true")
    try open.write(toFile: android, atomically: true, encoding: .utf8)
    let found = try await Program.run(["network", "android", "--check", android])
    #expect(found.code == 1 && found.output.contains("network_security_config.xml:4:3: high: "), "\(found.output)")
    try "<".write(toFile: android, atomically: true, encoding: .utf8)
    #expect(try await Program.run(["network", "android", "--check", android]).code == 65)
    #expect(try await Program.run(["network", "ios", "--policy", "/nowhere"]).code == 65)
    #expect(try await Program.run(["network", "android", "--check", "/dev/zero"]).code == 65)
    #expect(try await Program.run(["network", "ios", "--check", "a", "--out", "b"]).code == 64)
  }
}
