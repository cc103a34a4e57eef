import AppSession
import DataLifecycle
import HTTPTypes
import Mantlet
import NetworkTrust
import Redaction
import SecretStorage
import SecurityTesting
import Synchronization
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(15))) struct TrustClientTests {
  /// A stage whose server answers one route with this, once it is told to.
  private func stage(
    _ route: TrustRoute, _ status: Int, _ body: [UInt8] = [], _ fields: [(String, String)] = []
  ) async throws -> Stage {
    let stage = try await Stage()
    var headers = HTTPFields()
    for (name, value) in fields { if let name = HTTPField.Name(name) { headers[name] = value } }
    let answer = HTTPAnswer(response: HTTPResponse(status: .init(code: status), headerFields: headers), body: body)
    stage.server.state.withLock { $0.answers[route.rawValue] = answer }
    return stage
  }

  private func error(_ status: Int, _ body: [UInt8] = [], _ fields: [(String, String)] = []) async throws -> ShieldError
  {
    let stage = try await stage(.challenge, status, body, fields)
    return try await #require(throws: ShieldError.self) { try await stage.shield.enroll() }
  }

  @Test("A server, or a proxy before it, that asks for patience is busy, with the time that it told")
  func busy() async throws {
    let refusal = RefusalBody(.temporarilyUnavailable, .rateLimited, "later").bytes
    #expect(try await error(429, refusal) == .session(.busy(.rateLimited, retryAfter: nil)))
    #expect(
      try await error(429, refusal, [("Retry-After", "17")])
        == .session(.busy(.rateLimited, retryAfter: .seconds(17))))
    #expect(
      try await error(502, Array("<html>".utf8), [("Retry-After", "3")])
        == .session(.busy(.unavailable, retryAfter: .seconds(3))))
    #expect(try await error(503) == .session(.busy(.unavailable, retryAfter: nil)))
    #expect(
      try await error(429, refusal, [("Retry-After", "86401")])
        == .session(.busy(.rateLimited, retryAfter: .seconds(86400))))
    for text in ["-1", "soon", "Sun, 06 Nov 1994 08:49:37 GMT", ""] {
      #expect(
        try await error(429, refusal, [("Retry-After", text)]) == .session(.busy(.rateLimited, retryAfter: nil)))
    }
  }

  @Test("A refusal is a refusal, and a page that is none of ours is told as unreadable")
  func refused() async throws {
    let body = RefusalBody(.accessDenied, .deviceRefused, "no")
    #expect(try await error(403, body.bytes) == .session(.refused(body)))
    guard case .session(.unreadableAnswer) = try await error(404, Array("<html>".utf8)) else {
      Issue.record("a page was taken for an answer")
      return
    }
  }

  @Test("The server's date sets the time of the proofs that follow, when it is an hour off")
  func date() async throws {
    let stage = try await stage(
      .token, 400, RefusalBody(.invalidProof, .proofInvalid, "no").bytes, [("Date", "Fri, 15 Jan 2027 09:00:00 GMT")])
    _ = try? await stage.shield.enroll()
    let times = try stage.requests(.token).map { received in
      let name = try #require(HTTPField.Name(TrustRoute.proofHeader))
      let proof = try #require(received.request.headerFields[name])
      return try ProofOfPossession.verify(
        proof, method: "POST", address: "https://trust.test/v1/token", token: nil, now: 1_800_000_000,
        tolerance: 86400
      ).issuedAt
    }
    // 2027-01-15 08:00 is 1,800,000,000.
    #expect(times == [1_800_000_000, 1_800_003_600])
  }

  @Test("A nonce that comes with an upload's refusal is in the next proof, and the upload goes through")
  func nonce() async throws {
    let stage = try await Stage()
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse".utf8))
    try await stage.shield.keep(kind: "sleep", payload: "{}")
    stage.server.state.withLock { $0.nonce = "n-4711" }
    #expect(try await stage.shield.synchronize() == 1)
    #expect(stage.requests(.records).count == 2)
  }

  @Test("Logging out tells the server, now or when it can be reached")
  func revoked() async throws {
    let stage = try await Stage()
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse".utf8))
    stage.server.state.withLock { $0.isOffline = true }
    #expect(try await stage.shield.logOut().isComplete)
    #expect(stage.server.state.withLock { $0.revoked } == [])
    #expect(
      await stage.secrets.names().map(\.text) == ["device-checks", "device-key", "installation.marker", "revocations"])
    stage.server.state.withLock { $0.isOffline = false }
    try await stage.shield.enroll()
    #expect(stage.server.state.withLock { $0.revoked } == ["refresh-4711-2-YWRh", "refresh-4711-1-"])
    #expect(
      await stage.secrets.names().map(\.text) == ["device-checks", "device-key", "installation.marker", "session"])
  }
}
