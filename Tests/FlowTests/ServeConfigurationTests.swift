import Foundation
import Testing
import UntrustedInput

/// `mantlet serve` with a configuration of its own: what it takes, and what it says about a wrong one.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct ServeConfigurationTests {
  /// A folder with the files of a server; the keys are those of a state directory beside them.
  private struct Ground {
    let folder: TemporaryFolder
    let signer: String
    let port: Int
    var file: String { folder.path + "/mantlet.json" }

    init(_ port: Int) throws {
      folder = try TemporaryFolder()
      self.port = port
      let server = try Served(folder, port, [])
      server.end()
      signer = try #require(server.text.firstMatch(of: /signer (\S+)/).map { String($0.output.1) }, "\(server.errors)")
      // The policy's endpoint is where this server listens.
      let text = try String(contentsOfFile: folder.state + "/policy.json", encoding: .utf8)
      try text.replacingOccurrences(of: "https://127.0.0.1:8443", with: "https://127.0.0.1:\(port)")
        .write(toFile: folder.path + "/policy.json", atomically: true, encoding: .utf8)
      try write()
    }

    func write(_ change: (String) -> String = { $0 }) throws {
      try change(
        """
        // The server of a test.
        {
          "policy": "policy.json",
          "port": \(port),
          "tls": { "certificate": "state/authority/server.pem", "key": "state/authority/server.key" },
          "store": { "sqlite": "trust.sqlite" },
          "keys": {
            "signing": "state/authority/signing.key", "login": "state/authority/login.key",
            "successor": "state/authority/successor.secret", "encryption": "state/authority/encryption.secret"
          },
          "limits": { "connections": 100 }
        }
        """
      ).write(toFile: file, atomically: true, encoding: .utf8)
    }

    func serve(_ more: [String] = [], _ environment: [String: String] = [:]) async throws -> Program.Outcome {
      try await Program.run(["serve", "--config", file] + more, environment: environment, endAfter: 20)
    }
  }

  @Test("A configured server serves devices over pinned TLS, is ready, and ends with 0 at SIGTERM")
  func serves() async throws {
    let ground = try Ground(20443)
    let slice = try await Program.run([
      "policy", "slice", ground.folder.path + "/policy.json", "--key", ground.folder.state + "/authority/policy.key",
    ])
    let slicePath = ground.folder.path + "/slice.jws"
    try slice.output.trimmingCharacters(in: .newlines).write(toFile: slicePath, atomically: true, encoding: .utf8)
    let added = try await Program.run(
      ["users", "add", "ada@example.org", "--config", ground.file], input: "correct horse\n")
    #expect(added.code == 0, "\(added.errors)")
    let output = Pipe()
    let process = try Program.start(["serve", "--config", ground.file, "--metrics-port", "0"], output: output)
    var text = ""
    while !text.contains("\n") {
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { break }
      text += String(decoding: chunk, as: UTF8.self)
    }
    let line = try JSONReader().read(Array(text.split(separator: "\n").first.map(String.init)?.utf8 ?? "".utf8))
    #expect(line["message"]?.string == "listening" && line["port"]?.string == "20443", "\(text)")
    #expect(line["attestation"]?.string == "none")
    let page = Loopback(port: try #require(line["metricsPort"]?.string.flatMap { Int($0) }))
    let session = try await Program.run(
      [
        "device", "session", "--server", "https://127.0.0.1:20443", "--insecure-export-tokens", "--json", "--slice",
        slicePath, "--signer=\(ground.signer)", "--user", "ada@example.org",
      ], input: "correct horse\n")
    #expect(session.code == 0, "\(session.errors)")
    #expect(session.objects.first?["user"]?["token_type"]?.string == "DPoP")
    let metrics = page.get("/metrics").map { String(decoding: $0.body, as: UTF8.self) } ?? ""
    #expect(metrics.contains(#"mantlet_requests_total{route="token",status="200"} 2"#), "\(metrics)")
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test("With a key-encryption key no signing key has to lie in clear; without one it is asked for")
  func signingKey() async throws {
    let ground = try Ground(20743)
    let signing = "\"signing\": \"state/authority/signing.key\", "
    try ground.write { $0.replacingOccurrences(of: signing, with: "") }
    // The server makes one, which the policy does not list yet, and says which.
    let unlisted = try await ground.serve()
    let made = try #require(unlisted.errors.firstMatch(of: /[A-Za-z0-9_-]{43}/).map { String($0.output) })
    #expect(unlisted.code != 0)
    let path = ground.folder.path + "/policy.json"
    try String(contentsOfFile: path, encoding: .utf8)
      .replacing(/"tokenKeys": \[[^\]]*\]/) { _ in "\"tokenKeys\": [\"\(made)\"]" }
      .write(toFile: path, atomically: true, encoding: .utf8)
    let served = try await ground.serve()
    #expect(served.code == 0 && served.output.contains("listening"), "\(served.errors)")
    let keys = try await Program.run(["keys", "list", "--json", "--config", ground.file])
    let listed = keys.objects.first?["keys"]?.array
    #expect(listed?.map { $0["kid"]?.string } == [made], "\(keys.errors)")
    #expect(listed?.first?["state"]?.string == "active")
    let encryption = ", \"encryption\": \"state/authority/encryption.secret\""
    try ground.write {
      $0.replacingOccurrences(of: signing, with: "").replacingOccurrences(of: encryption, with: "")
    }
    let refused = try await ground.serve()
    #expect(refused.code == 64 && refused.errors.contains("keys.signing is missing"), "\(refused.errors)")
  }

  @Test("An app with the slice of an older policy reports where that one is listed, and nowhere else")
  func olderPolicy() async throws {
    let ground = try Ground(20793)
    let (policy, older) = (ground.folder.path + "/policy.json", ground.folder.path + "/older.json")
    let text = try String(contentsOfFile: policy, encoding: .utf8)
    try text.write(toFile: older, atomically: true, encoding: .utf8)
    try text.replacingOccurrences(of: "\"inactivity\": \"4h\"", with: "\"inactivity\": \"3h\"")
      .write(toFile: policy, atomically: true, encoding: .utf8)
    let slice = try await Program.run([
      "policy", "slice", older, "--key", ground.folder.state + "/authority/policy.key",
    ])
    let slicePath = ground.folder.path + "/slice.jws"
    try slice.output.trimmingCharacters(in: .newlines).write(toFile: slicePath, atomically: true, encoding: .utf8)
    let added = try await Program.run(
      ["users", "add", "ada@example.org", "--config", ground.file], input: "correct horse\n")
    #expect(added.code == 0, "\(added.errors)")
    func report(_ more: [String]) async throws -> Program.Outcome {
      let output = Pipe()
      let process = try Program.start(["serve", "--config", ground.file] + more, output: output)
      defer {
        process.terminate()
        process.waitUntilExit()
      }
      _ = output.fileHandleForReading.availableData
      return try await Program.run(
        [
          "device", "session", "--server", "https://127.0.0.1:20793", "--insecure-export-tokens", "--json", "--slice",
          slicePath, "--signer=\(ground.signer)", "--user", "ada@example.org",
        ], input: "correct horse\n")
    }
    let refused = try await report([])
    #expect(refused.code == 1 && refused.errors.contains("policyUnknown"), "\(refused.errors)")
    let admitted = try await report(["--accepted-policies", older])
    #expect(admitted.code == 0, "\(admitted.errors)")
    let lost = try await ground.serve(["--accepted-policies", older + "," + ground.folder.path + "/none.json"])
    #expect(lost.code == 65, "\(lost.errors)")
  }

  @Test("A flag wins over a variable, a variable over the file")
  func precedence() async throws {
    let ground = try Ground(20493)
    func port(_ more: [String], _ environment: [String: String]) async throws -> String? {
      let outcome = try await Program.run(
        ["serve", "--config", ground.file] + more, environment: environment, endAfter: 4)
      #expect(outcome.code == 0, "\(outcome.errors)")
      let said = outcome.errors.split(separator: "\n").filter { $0.contains("attestation") }
      #expect(said.count == 1 && said[0].contains("no hardware attestation is set up"), "\(outcome.errors)")
      return outcome.objects.first?["port"]?.string
    }
    #expect(try await port([], [:]) == "20493")
    #expect(try await port([], ["MANTLET_PORT": "20494"]) == "20494")
    #expect(try await port(["--port", "20495"], ["MANTLET_PORT": "20494"]) == "20495")
  }

  @Test("A wrong configuration ends with 64 or 65 and names the place and what is expected, never the value")
  func refusals() async throws {
    let ground = try Ground(20543)
    func check(
      _ code: Int32, _ words: String, _ more: [String] = [], _ environment: [String: String] = [:],
      change: (String) -> String = { $0 }
    ) async throws {
      try ground.write(change)
      let outcome = try await ground.serve(more, environment)
      #expect(outcome.code == code, "\(words): \(outcome.output)\(outcome.errors)")
      #expect(outcome.errors.contains(words), "\(words): \(outcome.errors)")
      #expect(!outcome.errors.contains("sesame"), "\(outcome.errors)")
    }
    func with(_ old: String, _ new: String) -> (String) -> String { { $0.replacingOccurrences(of: old, with: new) } }
    try await check(65, "mantlet.json:11:15: limits has no such key", change: with("\"connections\"", "\"sesame\""))
    try await check(65, "port must be an integer from 0 to 65535", change: with("\"port\": 20543", "\"port\": \"x\""))
    try await check(65, "mantlet.json:4", change: with("\"port\": 20543", "\"port\": 70000"))
    try await check(64, "--port must be an integer", ["--port", "sesame"])
    try await check(64, "MANTLET_PORT must be an integer", [], ["MANTLET_PORT": "sesame"])
    try await check(64, "keys.successor is missing", change: with("\"successor\"", "\"introspection\""))
    try await check(
      65, "keys.login must be the RSA key whose public part is the policy's loginKey",
      change: with("authority/login.key", "authority/signing.key"))
    try await check(65, "keys.successor must be 32 bytes", change: with("successor.secret", "account.secret"))
    try await check(64, "MANTLET_KEYS_SUCCESSOR must be 32 bytes", [], ["MANTLET_KEYS_SUCCESSOR": "sesame"])
    try await check(
      64, "MANTLET_KEYS_INTROSPECTION must be 32 bytes or more", [], ["MANTLET_KEYS_INTROSPECTION": "sesame"])
    #if !TPM
      try await check(64, "needs the trait TPM", ["--keys-encryption", "tpm:/sesame"])
      try await check(64, "needs the trait TPM", [], ["MANTLET_KEYS_ENCRYPTION": "tpm:/sesame"])
    #endif
    for wrong in ["sesame", "10.0.0.1/8", "10.0.0.0/8,", "10.0.0.0/8;10.0.0.1"] {
      try await check(64, "--trusted-proxy must be addresses or blocks", ["--trusted-proxy", wrong])
    }
    try await check(64, "MANTLET_TRUSTED_PROXY_HEADER must be one of", [], ["MANTLET_TRUSTED_PROXY_HEADER": "sesame"])
    #if !PostgreSQL
      try await check(
        64, "trait PostgreSQL", change: with("\"sqlite\": \"trust.sqlite\"", "\"postgresql\": \"host=/tmp\""))
    #endif
    try await check(
      65, "without a password",
      change: with("\"sqlite\": \"trust.sqlite\"", "\"postgresql\": \"host=x password=sesame\""))
    let place = ground.folder.path
    for (name, text) in [("list.json", "<html>sesame"), ("play.key", "sesame"), ("play.pub", "sesame")] {
      try text.write(toFile: place + "/" + name, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place + "/" + name)
    }
    try await check(
      64, "--attestation-revocation-list must be Google's list",
      ["--attestation-revocation-list", place + "/list.json"])
    let lost = ["--attestation-revocation-list", place + "/none.json"]
    try await check(65, "cannot read", lost)
    // An operator works on, whatever became of the files that evidence is verified with.
    for command in [["devices", "list"], ["sessions", "list"], ["users", "list"]] {
      let outcome = try await Program.run(command + ["--config", ground.file] + lost)
      #expect(outcome.code == 0, "\(command): \(outcome.errors)")
    }
    try await check(64, "attestation.revocationList is missing", ["--attestation-revocation-maximum-age", "2h"])
    try await check(
      64, "attestation.playVerificationKey is missing", ["--attestation-play-decryption-key", place + "/play.key"])
    let play = ["--attestation-play-decryption-key", place + "/play.key"]
    try await check(
      64, "--attestation-play-decryption-key must be 32 bytes",
      play + ["--attestation-play-verification-key", place + "/play.pub"])
    try Data([UInt8](repeating: 7, count: 32)).base64EncodedString()
      .write(toFile: place + "/play.key", atomically: false, encoding: .utf8)
    try await check(
      64, "--attestation-play-verification-key must be the console's",
      play + ["--attestation-play-verification-key", place + "/play.pub"])
    try await check(65, "play.pub", ["--insecure-attestation-roots", place + "/play.pub"])
    try await check(64, "--state and a configuration file exclude each other", ["--state", ground.folder.state])
    try await check(64, "127.0.0.1 and ::1 only", ["--insecure-http", "--host", "0.0.0.0"])
    try await check(64, "127.0.0.1 and ::1 only", ["--insecure-test-clock", "--host", "0.0.0.0"])
    try await check(
      65, "server.key can be read by others",
      change: { text in
        try? FileManager.default.setAttributes(
          [.posixPermissions: 0o644], ofItemAtPath: ground.folder.state + "/authority/server.key")
        return text
      })
  }

  @Test("Insecure options are refused for the environment prod")
  func prod() async throws {
    let ground = try Ground(20593)
    let path = ground.folder.path + "/policy.json"
    try String(contentsOfFile: path, encoding: .utf8).replacingOccurrences(of: "\"dev\": {", with: "\"prod\": {")
      .write(toFile: path, atomically: true, encoding: .utf8)
    for flag in ["--insecure-http", "--insecure-test-clock"] {
      let outcome = try await ground.serve([flag])
      #expect(outcome.code == 64 && outcome.errors.contains("refused for the environment prod"), "\(outcome.errors)")
    }
  }

  @Test("A state directory is served on loopback only, and takes no keys or store of its own")
  func stateOnly() async throws {
    let folder = try TemporaryFolder()
    for (flags, words) in [
      (["--host", "0.0.0.0"], "loopback only"), (["--store-sqlite", "x"], "a policy of its own"),
      (["--port", "80"], "1024 to 65435"), (["--insecure-http", "--host", "0.0.0.0"], "loopback only"),
    ] {
      let outcome = try await Program.run(["serve", "--state", folder.state] + flags, endAfter: 20)
      #expect(outcome.code == 64 && outcome.errors.contains(words), "\(flags): \(outcome.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.state))
  }

  @Test("The example configuration is read to its end: what is missing are the files that it names")
  func example() async throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Examples/Server/mantlet.json").path
    let outcome = try await Program.run(["serve", "--config", file], endAfter: 20)
    #expect(
      outcome.code == 65 && outcome.errors.hasSuffix("cannot read \(file.dropLast(12))policy.json\n"),
      "\(outcome.errors)")
  }
}
