import Foundation
import Testing
import UntrustedInput

@Suite(.timeLimit(.minutes(15)))
struct CommandTests {
  @Test("`check --json` prints one object with the report's names")
  func checkJSON() async throws {
    let outcome = try await Program.run(["check", "--json"])
    #expect([0, 2].contains(outcome.code), "\(outcome.output)\(outcome.errors)")
    let report = try #require(outcome.objects.first)
    #expect(outcome.objects.count == 1)
    for name in [
      "date", "checkVersion", "catalogueVersion", "os", "osVersion", "patchLevel", "sdkLevel", "isRooted", "isHooked",
      "isDebugged", "verdicts", "categories", "overlay",
    ] {
      #expect(report[name] != nil, "\(name)")
    }
    #expect(report["isDebugged"]?.bool == false)
    #expect(report["categories"]?["debug"]?.string == "no sign")
    #expect(report["catalogueVersion"]?.integer.map { $0 >= 3 } == true)
    let text = try await Program.run(["check"])
    #expect(text.output.contains("\nsdkLevel      none\n"))
    #expect(report["evidence"]?.array != nil)
    #expect(report["probes"]?.array?.allSatisfy { $0["probe"]?.string != nil } == true)
  }

  @Test("`check --json --watch` prints a line at start and one more per newline")
  func checkWatch() async throws {
    let outcome = try await Program.run(["check", "--json", "--watch"], input: "\n\n\n")
    #expect(outcome.objects.count == 4)
  }

  @Test("`check --root` on a rooted tree fails with 1 and shows evidence")
  func checkRooted() async throws {
    let folder = try TemporaryFolder()
    for (path, text) in [
      ("system/build.prop", "ro.build.version.release=14\nro.build.version.security_patch=2026-08-05\n"),
      ("system/xbin/su", "x"),
    ] {
      let url = URL(fileURLWithPath: folder.path + "/" + path)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
    let outcome = try await Program.run(["check", "--json", "--root", folder.path])
    #expect(outcome.code == 1)
    let report = try #require(outcome.objects.first)
    #expect(report["isRooted"]?.bool == true)
    #expect(report["evidence"]?.array?.contains { $0.string?.contains("/system/xbin/su") == true } == true)
    #expect(report["os"]?.string == "Android")
  }

  @Test("A reader that goes away, and a full disk behind the output, end the command without a crash")
  func brokenOutput() async throws {
    let program = try Program.path
    for (line, code) in [("check --json | head -c 1", 0), ("check --json > /dev/full", 70)] as [(String, Int32)] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "'\(program)' \(line)"]
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationStatus == code, "\(line)")
    }
  }

  @Test("Usage errors end with 64, unreadable input with 65")
  func exitCodes() async throws {
    #expect(try await Program.run(["check", "--watch"]).code == 64)
    #expect(try await Program.run(["nonsense"]).code == 64)
    #expect(try await Program.run(["up", "--port", "80"]).code == 64)
    #expect(try await Program.run(["check", "--root", "/nowhere/at/all"]).code == 65)
    #expect(try await Program.run(["policy", "check", "/nowhere/at/all"]).code == 65)
    #expect(try await Program.run(["audit", "/nowhere/at/all"]).code == 65)
  }

  @Test("`policy check` names line and column; `show` prints the defaults; `slice` holds no server rule")
  func policy() async throws {
    let folder = try TemporaryFolder()
    let up = try await Program.run(["up", "--once", "--state", folder.state, "--port", "19043"])
    #expect(up.code == 0, "\(up.output)\(up.errors)")
    let good = folder.state + "/policy.json"
    #expect(try await Program.run(["policy", "check", good]).code == 0)
    let shown = try await Program.run(["policy", "show", good])
    #expect(shown.output.contains("\"accessToken\": \"30m\""))
    let text = try String(contentsOfFile: good, encoding: .utf8)
    let bad = folder.path + "/bad.json"
    try text.replacingOccurrences(of: "\"requestTimeout\": \"30s\"", with: "\"requestTimeout\": 30")
      .write(toFile: bad, atomically: true, encoding: .utf8)
    let refused = try await Program.run(["policy", "check", bad])
    #expect(refused.code == 65)
    #expect(refused.errors.contains("bad.json:10:"), "\(refused.errors)")
    let slice = try await Program.run(
      ["policy", "slice", good, "--for", "device", "--key", folder.state + "/authority/policy.key"])
    #expect(slice.code == 0, "\(slice.errors)")
    let payload = try Base64URL.decode(try #require(slice.output.split(separator: ".").dropFirst().first))
    let node = try JSONReader().read(payload)
    #expect(node["server"] == nil)
    #expect(!String(decoding: payload, as: UTF8.self).contains("minimumVersion"))
  }

  @Test("`audit` of the flawed sample fails with 1 and finds exactly its three flaws")
  func audit() async throws {
    let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Examples/FlawedApp").path
    let outcome = try await Program.run(["audit", sample, "--format", "sarif"])
    #expect(outcome.code == 1)
    let sarif = try JSONReader().read(Array(outcome.output.utf8))
    #expect(sarif["version"]?.string == "2.1.0")
    #expect(sarif["runs"]?.array?.first?["results"]?.array?.count == 3)
  }
}
