import Crypto
import Foundation
import LoopbackPort
import Testing
import UntrustedInput

/// `mantlet pin`: it agrees with OpenSSL, and signs what a device would obey.
@Suite(.timeLimit(.minutes(15)))
struct PinCommandTests {
  static let openssl = "/usr/bin/openssl"
  static let noOracle: Comment = "no openssl (apt-get install openssl)"

  /// The oracle; where it is not installed these tests are skipped, unless MANTLET_REQUIRE_TOOLS is 1.
  static var canAsk: Bool {
    FileManager.default.isExecutableFile(atPath: openssl)
      || ProcessInfo.processInfo.environment["MANTLET_REQUIRE_TOOLS"] == "1"
  }

  @discardableResult
  static func ask(_ line: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", line]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(line)")
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// An RSA key of 2048 bits in the form that a policy wants; nobody holds its other half.
  static func loginKey() throws -> String {
    let head = "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA"
    let der = try #require(Data(base64Encoded: head)) + Data(repeating: 0xC1, count: 256) + Data([2, 3, 1, 0, 1])
    return Base64URL.encode(der)
  }

  private static let kinds = ["rsa:2048", "P-256", "P-384", "P-521", "ed25519"]

  static func certificate(_ kind: String, _ folder: TemporaryFolder) throws -> String {
    let path = "\(folder.path)/\(kind.replacingOccurrences(of: ":", with: ""))"
    let key = kind.hasPrefix("P-") ? "ec -pkeyopt ec_paramgen_curve:\(kind)" : kind
    try ask(
      "\(openssl) req -x509 -newkey \(key) -nodes -keyout \(path).key -out \(path).pem -days 30 -subj /CN=localhost "
        + "-addext subjectAltName=DNS:localhost")
    return path
  }

  static func pin(_ path: String) throws -> String {
    try ask(
      "\(openssl) x509 -in \(path).pem -pubkey -noout | \(openssl) pkey -pubin -outform der | \(openssl) dgst -sha256 "
        + "-binary | \(openssl) base64")
  }

  @Test(
    "Pins of RSA, EC and Ed25519 agree with OpenSSL: of certificates, chains, DER and public keys",
    .enabled(if: canAsk, noOracle)
  )
  func files() async throws {
    let folder = try TemporaryFolder()
    var pins: [String] = []
    var chain = ""
    for kind in Self.kinds {
      let path = try Self.certificate(kind, folder)
      let expected = try Self.pin(path)
      pins.append(expected)
      chain += try String(contentsOfFile: path + ".pem", encoding: .utf8)
      try Self.ask("\(Self.openssl) x509 -in \(path).pem -outform der -out \(path).der")
      try Self.ask("\(Self.openssl) x509 -in \(path).pem -pubkey -noout > \(path).pub")
      try Self.ask("\(Self.openssl) x509 -in \(path).pem -addtrust serverAuth -trustout -out \(path).trusted")
      for form in ["pem", "der", "pub", "trusted"] {
        let shown = try await Program.run(["pin", "\(path).\(form)"])
        #expect(shown.code == 0 && shown.output == expected + "\n", "\(kind) \(form): \(shown.errors)")
      }
    }
    let all = folder.path + "/chain.pem"
    try chain.write(toFile: all, atomically: true, encoding: .utf8)
    let shown = try await Program.run(["pin", all, "--json"])
    #expect(shown.objects.first?["pins"]?.array?.compactMap(\.string) == pins)
    try "junk".write(toFile: all, atomically: true, encoding: .utf8)
    #expect(try await Program.run(["pin", all]).code == 65)
    #expect(try await Program.run(["pin", "https://a/b"]).code == 65)
    #expect(try await Program.run(["pin", "a b"]).code == 64)
    // A file in the folder does not answer for a host, and a pipe is not waited for.
    let program = try Program.path
    try Self.ask("cd \(folder.path) && touch localhost:1 && { \(program) pin localhost:1; test $? -eq 64; }")
    try Self.ask("mkfifo \(folder.path)/pipe")
    #expect(try await Program.run(["pin", folder.path + "/pipe"]).code == 65)
    let empty = folder.path + "/empty.pub"
    try "-----BEGIN PUBLIC KEY-----\nMAMCAQE=\n-----END PUBLIC KEY-----\n".write(
      toFile: empty, atomically: true, encoding: .utf8)
    #expect(try await Program.run(["pin", empty]).code == 65)
  }

  @Test(
    "A server's keys are shown with what becomes of its path, and it gets no byte of an application",
    .enabled(if: canAsk, noOracle))
  func server() async throws {
    let folder = try TemporaryFolder()
    // With TLS 1.2 the client's groups say which EC certificates it takes.
    for (kind, options) in Self.kinds.map({ ($0, []) }) + [("P-521", ["-tls1_2"]), ("P-256", ["-groups", "P-521"])] {
      let path = try Self.certificate(kind, folder)
      let port = try LoopbackPort.free()
      let server = Process()
      server.executableURL = URL(fileURLWithPath: Self.openssl)
      server.arguments =
        [
          "s_server", "-accept", "127.0.0.1:\(port)", "-cert", path + ".pem", "-key", path + ".key", "-quiet",
        ] + options
      let log = path + ".log"
      try Data().write(to: URL(fileURLWithPath: log))
      server.standardInput = Pipe()
      server.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
      server.standardError = FileHandle.nullDevice
      try server.run()
      // s_server inherits a mask that holds SIGTERM back.
      defer { kill(server.processIdentifier, SIGKILL) }
      var shown = try await Program.run(["pin", "localhost:\(port)", "--anchors", path + ".pem", "--json"])
      for _ in 0..<100 where shown.code == 75 {
        shown = try await Program.run(["pin", "localhost:\(port)", "--anchors", path + ".pem", "--json"])
      }
      let expected = try Self.pin(path)
      #expect(shown.objects.first?["pins"]?.array?.compactMap(\.string) == [expected], "\(kind) \(shown.errors)")
      let foreign = try await Program.run(["pin", "localhost:\(port)", "--json"])
      #expect(foreign.code != 0 && foreign.objects.first?["pins"]?.array?.count == 1, "\(foreign.errors)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: log)).isEmpty)
    }
    #expect(try await Program.run(["pin", "localhost:1"]).code == 75)
  }

  @Test(
    "A key that is made signs an update that a device of the policy obeys, and no other", .enabled(if: canAsk, noOracle)
  )
  func updates() async throws {
    let folder = try TemporaryFolder()
    func file(_ name: String, _ text: String) throws -> String {
      let path = folder.path + "/" + name
      try text.write(toFile: path, atomically: true, encoding: .utf8)
      return path
    }
    let key = folder.path + "/update.key"
    let made = try await Program.run(["pin", "new-key", "--out", key])
    let thumbprint = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(made.code == 0 && thumbprint.utf8.count == 43, "\(made.errors)")
    #expect(try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int == 0o600)
    #expect(try await Program.run(["pin", "new-key", "--out", key]).code == 64)
    // What a link names does not exist, so nothing says that the name is taken but the attempt.
    let link = folder.path + "/link.key"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/nothing")
    #expect(try await Program.run(["pin", "new-key", "--out", link]).code == 64)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["link.key", "update.key"])
    try Self.ask("\(Self.openssl) pkey -in \(key) -noout")
    let pins = (1...4).map { Data(repeating: UInt8($0), count: 32).base64EncodedString() }
    let path = try Self.certificate("P-256", folder)
    let anchor = try Self.ask("\(Self.openssl) x509 -in \(path).pem -outform der | \(Self.openssl) base64 -A")
    func policy(_ key: String) throws -> String {
      try file(
        "policy-\(key.prefix(4)).json",
        """
        {"version": 1, "name": "t", "environments": {"prod": {"endpoint": "https://api.example.org",
         "pins": ["\(pins[0])", "\(pins[1])"], "anchors": ["\(anchor)"], "tokenKeys": ["\(String(repeating: "A", count: 43))"],
         "loginKey": "\(try Self.loginKey())", "pinning": {"updateKey": "\(key)"}}}}
        """)
    }
    let update = try file(
      "update.json",
      """
      {"version": 1, "number": 3, "iat": 1780000000, "exp": 1790000000,
       "hosts": [{"host": "api.example.org", "pins": ["\(pins[2])", "\(pins[3])"]}]}
      """)
    let signed = try await Program.run(["pin", "sign", update, "--key", key])
    #expect(signed.code == 0 && signed.errors.contains(thumbprint), "\(signed.errors)")
    for (from, to) in [
      (pins[2], String(repeating: "!", count: 44)), ("api.example.org", "api example"), (pins[3], pins[2]),
      ("\"pins\":", "\"withdraw\": [], \"pins\":"), ("\"number\": 3", "\"number\": 3, \"note\": 1"),
    ] {
      let text = try String(contentsOfFile: update, encoding: .utf8).replacingOccurrences(of: from, with: to)
      #expect(try await Program.run(["pin", "sign", try file("bad.json", text), "--key", key]).code == 65, "\(to)")
    }
    let compact = try file("update.jws", signed.output)
    func verify(_ file: String, _ policy: String, _ more: String...) async throws -> Int32 {
      try await Program.run(
        ["pin", "verify", file, "--policy", policy, "--at", "2026-06-10T00:00:00Z"] + more
      ).code
    }
    let own = try policy(thumbprint)
    // Devices of a server's policy would refuse it, so the server does not start with it.
    let served = try await Program.run(
      ["serve", "--state", folder.path + "/state", "--port", "21943", "--pins", compact], endAfter: 20)
    #expect(served.code == 65 && served.errors.contains("no key for pin updates"), "\(served.errors)")
    #expect(try await verify(compact, own) == 0)
    #expect(try await verify(compact, own, "--after", "4") == 1)
    #expect(try await verify(compact, try policy(String(repeating: "B", count: 42) + "A")) == 1)
    // What it withdraws to no effect, and with more than was meant.
    let withdrawing = try file(
      "withdrawing.json",
      try String(contentsOfFile: update, encoding: .utf8).replacingOccurrences(
        of: "\"\(pins[3])\"]}",
        with: "\"\(pins[3])\"], \"withdrawn\": [\"\(pins[0])\", \"\(pins[1])\", \"\(try Self.pin(path))\"]}"))
    let second = try await Program.run(["pin", "sign", withdrawing, "--key", key])
    let shown = try await Program.run([
      "pin", "verify", try file("withdrawing.jws", second.output), "--policy", own, "--at", "2026-06-10T00:00:00Z",
      "--json",
    ])
    let warnings = try #require(shown.objects.first?["warnings"]?.array).compactMap(\.string)
    #expect(shown.code == 0 && warnings.count == 2, "\(shown.errors)")
    #expect(warnings.first?.contains("\(pins[1]) is built in as a reserve") == true)
    #expect(warnings.last?.contains("\(try Self.pin(path)) is an anchor") == true)
    #expect(warnings.allSatisfy { shown.errors.contains("warning: \($0)") })
    var parts = signed.output.split(separator: ".").map(String.init)
    parts[1] = Base64URL.encode(Array(try String(contentsOfFile: update, encoding: .utf8).utf8))
    #expect(try await verify(try file("forged.jws", parts.joined(separator: ".")), own) == 1)
    #expect(try await verify(update, own) == 65)
  }
}
