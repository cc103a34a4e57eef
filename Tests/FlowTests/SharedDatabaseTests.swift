import Foundation
import Testing
import UntrustedInput

/// What `Scripts/test-postgres` says.
private enum SharedDatabase {
  static let connection = ProcessInfo.processInfo.environment["MANTLET_POSTGRES"]
  static let program = ProcessInfo.processInfo.environment["MANTLET_PROGRAM"]
}

/// Three `mantlet serve` processes on one PostgreSQL. `Scripts/test-postgres` starts the database and says where it is
/// (`MANTLET_POSTGRES`) and where a `mantlet` with the trait PostgreSQL lies (`MANTLET_PROGRAM`).
@Suite(
  .serialized, .timeLimit(.minutes(15)),
  .enabled(if: SharedDatabase.connection != nil && SharedDatabase.program != nil, "no MANTLET_POSTGRES"))
struct SharedDatabaseTests {
  /// What `curl`, a client that knows nothing of the program under test, got.
  private struct Answer {
    let status: Int
    let node: JSONNode?
    subscript(name: String) -> String? { node?[name]?.string }
  }

  /// One server of the three.
  private final class Node {
    let port: Int
    private let process: Process

    init(_ ground: Ground, port: Int) throws {
      self.port = port
      process = Process()
      process.executableURL = URL(fileURLWithPath: try #require(SharedDatabase.program))
      process.arguments = ["serve", "--config", ground.file, "--port", "\(port)", "--insecure-test-clock"]
      let output = Pipe()
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      var text = ""
      while !text.contains("\n") {
        let chunk = output.fileHandleForReading.availableData
        if chunk.isEmpty { break }
        text += String(decoding: chunk, as: UTF8.self)
      }
      // What it logs from now on must not fill the pipe.
      output.fileHandleForReading.readabilityHandler = { if $0.availableData.isEmpty { $0.readabilityHandler = nil } }
      try #require(text.contains("listening"), "\(text)")
    }

    func end() {
      process.terminate()
      process.waitUntilExit()
    }

    func send(_ path: String, _ form: [String: String] = [:], _ headers: [String] = []) throws -> Answer {
      var arguments = ["curl", "-s", "-k", "--max-time", "20", "-w", "\n%{http_code}"]
      for (name, value) in form { arguments += ["--data-urlencode", "\(name)=\(value)"] }
      for header in headers { arguments += ["-H", header] }
      let process = Process()
      let output = Pipe()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = arguments + ["https://127.0.0.1:\(port)\(path)"]
      process.standardOutput = output
      try process.run()
      let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      let end = try #require(text.lastIndex(of: "\n"))
      return Answer(
        status: Int(text[text.index(after: end)...]) ?? 0, node: try? JSONReader().read(Array(text[..<end].utf8)))
    }

    func refresh(_ token: String) throws -> Answer {
      try send("/v1/token", ["grant_type": "refresh_token", "refresh_token": token])
    }

    /// A protected request: the person's own sessions.
    func sessions(_ access: String) throws -> Answer {
      try send("/v1/sessions", [:], ["Authorization: Bearer \(access)"])
    }

    func turn(_ seconds: Int) throws { #expect(try send("/_test/clock", ["seconds": "\(seconds)"]).status == 200) }
  }

  /// The configuration that the three share, with bearer tokens.
  private struct Ground {
    let folder: TemporaryFolder
    let signer: String
    var file: String { folder.path + "/mantlet.json" }
    var slice: String { folder.path + "/slice.jws" }

    init(port: Int) async throws {
      folder = try TemporaryFolder()
      let server = try Served(folder, port, [])
      server.end()
      signer = try #require(server.text.firstMatch(of: /signer (\S+)/).map { String($0.output.1) }, "\(server.errors)")
      let text = try String(contentsOfFile: folder.state + "/policy.json", encoding: .utf8)
      policy =
        text.replacingOccurrences(of: "https://127.0.0.1:8443", with: "https://127.0.0.1:\(port)")
        .replacingOccurrences(
          of: "\"refreshFailures\": 5,", with: "\"refreshFailures\": 5, \"tokenBinding\": \"optional\",")
      try policy.write(toFile: folder.path + "/policy.json", atomically: true, encoding: .utf8)
      try """
      {
        "policy": "policy.json",
        "tls": { "certificate": "state/authority/server.pem", "key": "state/authority/server.key" },
        "store": { "postgresql": "\(try #require(SharedDatabase.connection))" },
        "keys": {
          "signing": "state/authority/signing.key", "login": "state/authority/login.key",
          "successor": "state/authority/successor.secret", "encryption": "state/authority/encryption.secret",
          "signingLead": "1m"
        }
      }
      """.write(toFile: file, atomically: true, encoding: .utf8)
    }

    private let policy: String

    /// Lets a further key sign, as an operator does before the key's time.
    func list(_ key: String) throws {
      let changed = policy.replacing(/"tokenKeys": \[/) { _ in "\"tokenKeys\": [\"\(key)\", " }
      try #require(changed != policy)
      try changed.write(toFile: folder.path + "/policy.json", atomically: true, encoding: .utf8)
    }

    func run(_ arguments: [String], input: String = "") async throws -> Program.Outcome {
      try await Program.run(arguments, input: input, program: SharedDatabase.program)
    }
  }

  private func keyIdentifier(_ token: String) throws -> String? {
    let header = String(try #require(token.split(separator: ".").first))
    return try JSONReader().read(try Base64URL.decode(header))["kid"]?.string
  }

  @Test("Three servers share every session: a login at one, a refresh at another, an end at the third; keys as well")
  func shared() async throws {
    let ports = [22143, 22144, 22145]
    let ground = try await Ground(port: ports[0])
    let added = try await ground.run(
      ["users", "add", "ada@example.org", "--config", ground.file], input: "correct horse\n")
    try #require(added.code == 0, "\(added.errors)")
    let slice = try await ground.run([
      "policy", "slice", ground.folder.path + "/policy.json", "--key", ground.folder.state + "/authority/policy.key",
    ])
    try slice.output.trimmingCharacters(in: .newlines).write(toFile: ground.slice, atomically: true, encoding: .utf8)
    var nodes = try ports.map { try Node(ground, port: $0) }
    defer { for node in nodes { node.end() } }
    let (a, b, c) = (nodes[0], nodes[1], nodes[2])

    func session() async throws -> Served.Tokens {
      let outcome = try await ground.run(
        [
          "device", "session", "--server", "https://127.0.0.1:\(ports[0])", "--insecure-export-tokens", "--json",
          "--slice", ground.slice, "--signer=\(ground.signer)", "--binding", "none", "--user", "ada@example.org",
        ], input: "correct horse\n")
      return try #require(outcome.objects.first.flatMap(Served.Tokens.init), "\(outcome.errors)")
    }

    // Signed in at A, refreshed at B, asked at C; the retry of a lost answer finds its successor at C.
    let first = try await session()
    #expect(try c.sessions(first.user.access).status == 200)
    let renewed = try b.refresh(first.user.refresh)
    let access = try #require(renewed["access_token"])
    let refresh = try #require(renewed["refresh_token"])
    #expect(renewed.status == 200)
    #expect(try c.refresh(first.user.refresh)["refresh_token"] == refresh)
    let listed = try c.sessions(access)
    #expect(listed.status == 200 && listed.node?["sessions"]?.array?.count == 1)
    #expect(try a.sessions(access).status == 200)

    // Ended at A: its refresh token is refused everywhere at once, its access token within two seconds.
    #expect(try a.send("/v1/revoke", ["token": refresh]).status == 200)
    for node in nodes { #expect(try node.refresh(refresh)["mantlet_reason"] == "sessionEnded", "\(node.port)") }
    #expect(try a.sessions(access).status == 401)
    for node in [b, c] {
      try node.turn(2)
      #expect(try node.sessions(access)["mantlet_reason"] == "sessionEnded", "\(node.port)")
    }
    try a.turn(2)

    // A key made beside the running servers: all three publish it before it signs.
    let before = try await session()
    let rotated = try await ground.run(["keys", "rotate", "--json", "--config", ground.file])
    let next = try #require(rotated.objects.first?["kid"]?.string, "\(rotated.output)\(rotated.errors)")
    for node in nodes {
      try node.turn(31)
      let keys = try node.send("/.well-known/jwks.json").node?["keys"]?.array?.compactMap { $0["kid"]?.string }
      #expect(keys?.count == 2 && keys?.contains(next) == true, "\(node.port)")
    }
    #expect(try keyIdentifier(before.user.access) != next)

    // Once the policy lists it and its time has come, all three sign with it, and each believes the others.
    try ground.list(next)
    for (place, node) in nodes.enumerated() {
      node.end()
      nodes[place] = try Node(ground, port: ports[place])
    }
    for node in nodes { try node.turn(100) }
    var token = before.user.refresh
    for node in nodes {
      let renewed = try node.refresh(token)
      token = try #require(renewed["refresh_token"])
      let access = try #require(renewed["access_token"])
      #expect(try keyIdentifier(access) == next, "\(node.port)")
      for other in nodes { #expect(try other.sessions(access).status == 200, "\(node.port) at \(other.port)") }
    }
  }
}
