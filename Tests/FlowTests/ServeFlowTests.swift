import Foundation
import Testing
import UntrustedInput

/// `mantlet serve` as its operator meets it.
@Suite(.serialized, .timeLimit(.minutes(15)))
struct ServeFlowTests {
  @Test("Insecure options print a warning each; health and readiness answer; SIGTERM ends with 0")
  func starts() async throws {
    let folder = try TemporaryFolder()
    let server = try Served(folder, 20043, ["--insecure-http", "--insecure-test-clock"])
    #expect(server.text.hasPrefix("http://127.0.0.1:20043 signer "), "\(server.text)\(server.errors)")
    for option in ["--insecure-http", "--insecure-test-clock"] {
      #expect(server.errors.contains("mantlet: warning: \(option):"), "\(server.errors)")
    }
    #expect(server.loopback.get("/health")?.status == 200)
    #expect(server.loopback.get("/ready")?.status == 200)
    #expect(
      server.loopback.get("/metrics").map { String(decoding: $0.body, as: UTF8.self).contains("mantlet_") } == true)
    let turned = server.loopback.post("/_test/clock", ["seconds": "60"])
    #expect(turned?.status == 200 && turned?.node?["offset"]?.integer == 60)
    #expect(server.end() == 0)
  }

  @Test("Whatever was answered stands in the log, also when the server is ended at once; its last line says so")
  func drained() async throws {
    let folder = try TemporaryFolder()
    let server = try Served(folder, 21343)
    let count = 120
    for number in 0..<count { #expect(server.loopback.refresh("never given out \(number)")?.status == 400) }
    #expect(server.end() == 0)
    let lines = try server.text.split(separator: "\n").dropFirst().map { try JSONReader().read(Array($0.utf8)) }
    #expect(lines.count { $0["event"]?.string == "requestRefused" } == count, "\(server.text)")
    #expect(lines.last?["message"]?.string == "stopped" && server.text.hasSuffix("\n"))
  }

  @Test("Without the flag there is no plain HTTP and no clock to turn")
  func noFlags() async throws {
    let folder = try TemporaryFolder()
    let server = try Served(folder, 20093, ["--insecure-http"])
    #expect(server.loopback.post("/_test/clock", ["seconds": "60"])?.status == 404)
    server.end()
    let secure = try Served(folder, 20093, [])
    #expect(secure.text.hasPrefix("https://127.0.0.1:20093 "))
    #expect(secure.errors.hasPrefix("mantlet: no hardware attestation is set up: "))
    #expect(secure.errors.split(separator: "\n").count == 1)
    #expect(secure.loopback.get("/health") == nil)
    #expect(secure.end(SIGINT) == 0)
  }

  @Test("`device session` prints both token pairs, bearer or bound, and refuses without its flag")
  func exports() async throws {
    let folder = try TemporaryFolder()
    let server = try Served(folder, 20143)
    defer { server.end() }
    let bearer = try await server.session("--binding", "none")
    #expect(bearer.code == 0, "\(bearer.errors)")
    let tokens = try #require(bearer.objects.first.flatMap(Served.Tokens.init))
    for pair in [tokens.app, tokens.user] { #expect(pair.type == "Bearer" && pair.expiresIn == 1800) }
    #expect(bearer.errors.contains("warning: --insecure-export-tokens"))
    let refreshed = server.loopback.refresh(tokens.user.refresh)
    #expect(refreshed?.status == 200 && refreshed?["refresh_token"] != tokens.user.refresh)
    let bound = try await server.session("--binding", "dpop")
    #expect(bound.code == 0, "\(bound.errors)")
    let other = try #require(bound.objects.first.flatMap(Served.Tokens.init))
    #expect(other.app.type == "DPoP" && other.user.type == "DPoP")
    #expect(bound.objects.first?["dpop_key"]?["d"]?.string?.count == 43)
    // A bound token is nothing without its key.
    #expect(server.loopback.refresh(other.app.refresh)?.status ?? 0 >= 400)
    let silent = try await Program.run(
      ["device", "session", "--server", "http://127.0.0.1:20143", "--json", "--state", folder.state])
    #expect(silent.code == 64 && silent.output == "")
    let far = try await Program.run([
      "device", "session", "--server", "http://192.0.2.1:80", "--insecure-export-tokens", "--json", "--state",
      folder.state,
    ])
    #expect(far.code == 64 && far.errors.contains("this machine only"), "\(far.errors)")
    let wrong = try await server.session("--user", "sleeper@example.org", input: "not the password\n")
    #expect(wrong.code == 1 && wrong.errors.contains("credentialsInvalid"), "\(wrong.errors)")
  }

  @Test("Bearer tokens need the policy's leave: its author's word is not overruled")
  func bindingRequired() async throws {
    let folder = try TemporaryFolder()
    let up = try await Program.run(["up", "--once", "--state", folder.state, "--port", "20193"])
    #expect(up.code == 0, "\(up.output)\(up.errors)")
    let policy = folder.state + "/policy.json"
    let text = try String(contentsOfFile: policy, encoding: .utf8)
    try text.replacingOccurrences(
      of: "\"refreshFailures\": 5,", with: "\"refreshFailures\": 5, \"tokenBinding\": \"required\","
    ).write(toFile: policy, atomically: true, encoding: .utf8)
    let server = try Served(folder, 20193)
    let refused = try await server.session("--binding", "none")
    #expect(refused.code == 64 && refused.errors.contains("session.tokenBinding"), "\(refused.errors)")
    #expect(try await server.session("--binding", "dpop").code == 0)
    server.end()
    // What the author did not say is what the flag is for.
    try text.write(toFile: policy, atomically: true, encoding: .utf8)
    let silent = try Served(folder, 20193)
    #expect(try await silent.session("--binding", "none").code == 0)
    silent.end()
  }

  @Test("What the server logs is JSON lines without token, name, challenge or address")
  func logs() async throws {
    let folder = try TemporaryFolder()
    let server = try Served(folder, 20243)
    let session = try await server.session("--binding", "none")
    let tokens = try #require(session.objects.first.flatMap(Served.Tokens.init), "\(session.errors)")
    _ = server.loopback.refresh(tokens.user.refresh)
    _ = server.loopback.refresh("nobody-knows-this-token-text")
    _ = server.loopback.get("/v1/challenge")
    server.end()
    let lines = server.text.split(separator: "\n").dropFirst()
    let events = try lines.map { try JSONReader().read(Array($0.utf8)) }
    for kind in ["deviceAdmitted", "loggedIn", "refreshed", "requestRefused"] {
      #expect(events.contains { $0["event"]?.string == kind }, "\(kind): \(server.text)")
    }
    for event in events { #expect(event["time"]?.string != nil && event["level"]?.string != nil) }
    let secrets = [
      tokens.user.refresh, tokens.user.access, tokens.app.access, "sleeper", "nobody-knows-this", "127.0.0.1",
    ]
    for secret in secrets { #expect(!lines.joined().contains(secret)) }
  }

  @Test("Operators list and end sessions, add users and rotate keys beside the running server")
  func operatorCommands() async throws {
    let folder = try TemporaryFolder()
    let server = try Served(folder, 20293)
    defer { server.end() }
    let state = ["--state", folder.state]
    let added = try await Program.run(["users", "add", "ada@example.org"] + state, input: "correct horse\n")
    #expect(added.code == 0, "\(added.errors)")
    #expect(try await Program.run(["users", "add", "ada@example.org"] + state, input: "correct horse\n").code == 1)
    let users = try await Program.run(["users", "list"] + state)
    #expect(users.output == "ada@example.org\nsleeper@example.org\n", "\(users.output)\(users.errors)")
    let session = try await server.session("--binding", "none", "--user", "ada@example.org", input: "correct horse\n")
    let tokens = try #require(session.objects.first.flatMap(Served.Tokens.init), "\(session.errors)")
    let listed = try await Program.run(["sessions", "list", "--user", "ada@example.org", "--json"] + state)
    let id = try #require(listed.objects.first?["sessions"]?.array?.first?["session"]?.string, "\(listed.errors)")
    let ended = try await Program.run(["sessions", "end", id] + state)
    #expect(ended.code == 0 && ended.output == "ended 1\n", "\(ended.errors)")
    #expect(try await Program.run(["sessions", "end", id] + state).code == 1)
    #expect(server.loopback.refresh(tokens.user.refresh)?["mantlet_reason"] == "sessionEnded")
    #expect(server.loopback.refresh(tokens.app.refresh)?.status == 200)
    let rotated = try await Program.run(["keys", "rotate", "--json"] + state)
    #expect(rotated.code == 0, "\(rotated.errors)")
    let keys = try await Program.run(["keys", "list", "--json"] + state)
    let states = keys.objects.first?["keys"]?.array?.compactMap { $0["state"]?.string }
    #expect(states == ["active", "announced"], "\(keys.output)")
  }

  @Test("A signing key that waits for the policy is named in the server's log")
  func waitingKey() async throws {
    let folder = try TemporaryFolder()
    let server = try Served(folder, 20393, ["--insecure-http", "--insecure-test-clock"])
    let rotated = try await Program.run(["keys", "rotate", "--json", "--state", folder.state])
    let next = try #require(rotated.objects.first?["kid"]?.string, "\(rotated.errors)")
    #expect(server.loopback.post("/_test/clock", ["seconds": "31"])?.status == 200)
    #expect(server.loopback.get("/health")?.status == 200)
    server.end()
    let lines = try server.text.split(separator: "\n").dropFirst().map { try JSONReader().read(Array($0.utf8)) }
    let told = lines.filter { $0["event"]?.string == "signingKeyWaits" }
    #expect(told.map { $0["kid"]?.string } == [next], "\(server.text)")
    #expect(told.first?["level"]?.string == "warning")
  }

  @Test("A server that stopped has told every running request its answer, and a new start finds all sessions")
  func restart() async throws {
    let folder = try TemporaryFolder()
    let server = try Served(folder, 20343)
    let session = try await server.session("--binding", "none")
    let tokens = try #require(session.objects.first.flatMap(Served.Tokens.init), "\(session.errors)")
    let first = try #require(server.loopback.refresh(tokens.app.refresh)?["refresh_token"])
    #expect(server.end() == 0)
    let again = try Served(folder, 20343)
    #expect(again.loopback.refresh(first)?.status == 200)
    #expect(again.end() == 0)
  }
}
