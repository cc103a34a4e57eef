import AppSession
import HTTPTypes
import Mantlet
import NetworkTrust
import Redaction
import SecurityTesting
import Synchronization
import Testing
import SecurityPolicy
import TrustWire

@Suite(.timeLimit(.minutes(15))) struct CallTests {
  private let path = "/v1/nights?limit=10"

  private func stage(_ status: Int, _ body: [UInt8] = []) async throws -> Stage {
    let stage = try await Stage()
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    stage.server.state.withLock {
      $0.answers[path] = HTTPAnswer(response: HTTPResponse(status: .init(code: status)), body: body)
    }
    return stage
  }

  /// What a resource server answers that knows the standards and nothing of ours.
  private func stranger(_ stage: Stage, _ fields: [String: String]) {
    var told = HTTPFields()
    for (name, value) in fields { HTTPField.Name(name).map { told[$0] = value } }
    stage.server.state.withLock {
      $0.answers[path] = HTTPAnswer(response: HTTPResponse(status: .unauthorized, headerFields: told), body: [60])
    }
  }

  private func calls(_ stage: Stage) -> [InMemoryTransport.Received] {
    stage.transport.received.filter { $0.request.path == path }
  }

  @Test("A request carries both tokens and a proof for its method and its address without the query")
  func headers() async throws {
    let stage = try await stage(200, [7])
    let answer = try await stage.shield.call(.put, path, body: [1, 2])
    #expect(answer.body == [7])
    let received = try #require(calls(stage).first)
    #expect(received.body == [1, 2] && received.request.method == .put)
    let fields = received.request.headerFields
    #expect(fields[.authorization]?.hasPrefix("DPoP ey") == true)
    let tokenName = try #require(HTTPField.Name(TrustRoute.appTokenHeader))
    #expect(fields[tokenName]?.hasPrefix("ey") == true)
    let proofName = try #require(HTTPField.Name(TrustRoute.proofHeader))
    let proof = try SignedMessage(verifying: try #require(fields[proofName]), as: .dpop)
    let text = String(decoding: proof.payload, as: UTF8.self)
    #expect(text.contains(#""htu":"https://trust.test/v1/nights""#) && text.contains(#""htm":"PUT""#))
    #expect(proof.key == stage.shield.key.publicKey)
  }

  @Test("What the server answers is an answer, whatever its status", arguments: [200, 304, 404, 409, 500])
  func statuses(_ status: Int) async throws {
    let stage = try await stage(status, [1])
    #expect(try await stage.shield.call(.get, path).response.status.code == status)
    #expect(calls(stage).count == 1)
  }

  @Test("A refused token is renewed once and the request sent once more; then the refusal is told")
  func refused() async throws {
    let body = RefusalBody(.invalidToken, .tokenExpired, "expired")
    let stage = try await stage(401, body.bytes)
    let before = stage.requests(.token).count
    await #expect(throws: ShieldError.session(.refused(body))) { _ = try await stage.shield.call(.get, path) }
    #expect(calls(stage).count == 2)
    #expect(stage.requests(.token).count == before + 2)
  }

  @Test(
    "A resource server that refuses the token in the standard's words gets a renewed one, once",
    arguments: [#"DPoP error="invalid_token", algs="ES256""#, #"Bearer realm="api", error="invalid_token""#])
  func standardRefusal(_ challenge: String) async throws {
    let stage = try await stage(200)
    stranger(stage, ["WWW-Authenticate": challenge])
    let before = stage.requests(.token).count
    await #expect(throws: ShieldError.self) { _ = try await stage.shield.call(.get, path) }
    #expect(calls(stage).count == 2)
    #expect(stage.requests(.token).count == before + 1)
    let tokens = calls(stage).compactMap { $0.request.headerFields[.authorization] }
    #expect(Set(tokens).count == 2)
    #expect(try await stage.shield.state() == .active)
  }

  @Test("A resource server that asks for its nonce gets it in the next proof, once")
  func standardNonce() async throws {
    let stage = try await stage(200)
    stranger(stage, ["WWW-Authenticate": #"DPoP error="use_dpop_nonce""#, "DPoP-Nonce": "nonce-77"])
    let before = stage.requests(.token).count
    await #expect(throws: ShieldError.self) { _ = try await stage.shield.call(.get, path) }
    #expect(calls(stage).count == 2 && stage.requests(.token).count == before)
    let proofName = try #require(HTTPField.Name(TrustRoute.proofHeader))
    let proofs = try calls(stage).map {
      String(
        decoding: try SignedMessage(verifying: $0.request.headerFields[proofName] ?? "", as: .dpop).payload,
        as: UTF8.self)
    }
    #expect(proofs.map { $0.contains("nonce-77") } == [false, true])
  }

  @Test("A refused proof is made once more by the clock of the pinned server, and by no other server's")
  func refusedProof() async throws {
    let body = RefusalBody(.invalidProof, .proofInvalid, "old")
    let stage = try await stage(200)
    stage.server.state.withLock {
      $0.answers[path] = HTTPAnswer(
        response: HTTPResponse(status: .unauthorized, headerFields: [.date: "Sun, 06 Nov 1994 08:49:37 GMT"]),
        body: body.bytes)
    }
    await stage.shield.hear([.date: "Wed, 21 Oct 2015 07:28:00 GMT"])
    await #expect(throws: ShieldError.session(.refused(body))) { _ = try await stage.shield.call(.get, path) }
    let proofName = try #require(HTTPField.Name(TrustRoute.proofHeader))
    let proofs = try calls(stage).map {
      String(
        decoding: try SignedMessage(verifying: $0.request.headerFields[proofName] ?? "", as: .dpop).payload,
        as: UTF8.self)
    }
    #expect(proofs.map { $0.contains("\"iat\":78411") } == [false, true])
    #expect(!proofs.contains { $0.contains("\"iat\":14454") })
  }

  @Test("A 401 that names neither is the app's to read, and a 403 that is none of ours too")
  func otherRefusals() async throws {
    let stage = try await stage(403, [1])
    #expect(try await stage.shield.call(.get, path).response.status == .forbidden)
    stranger(stage, ["WWW-Authenticate": #"Basic realm="x""#])
    #expect(try await stage.shield.call(.get, path).response.status == .unauthorized)
    #expect(calls(stage).count == 2)
  }

  @Test("A 403 for the device locks the session; nothing is asked again")
  func deviceRefused() async throws {
    let body = RefusalBody(.accessDenied, .deviceRefused, code: .rejectedBecauseHooked, "no")
    let stage = try await stage(403, body.bytes)
    await #expect(throws: ShieldError.session(.refused(body))) { _ = try await stage.shield.call(.get, path) }
    #expect(try await stage.shield.state() == .reauthenticationDue(.device))
    await #expect(throws: ShieldError.session(.locked(.device))) { _ = try await stage.shield.call(.get, path) }
    #expect(calls(stage).count == 1)
  }

  @Test("The app's own transport gets the AppToken and a proof for its request, with the nonce that it heard")
  func ownTransport() async throws {
    let stage = try await Stage()
    await #expect(throws: ShieldError.session(.notEnrolled)) { _ = try await stage.shield.appHeaders(.get, path) }
    try await stage.shield.enroll()
    let nonceName = try #require(HTTPField.Name("DPoP-Nonce"))
    await stage.shield.hear([nonceName: "nonce-78"])
    let fields = try await stage.shield.appHeaders(.get, path)
    let tokenName = try #require(HTTPField.Name(TrustRoute.appTokenHeader))
    #expect(fields[tokenName]?.hasPrefix("ey") == true)
    #expect(fields[.authorization] == nil)
    let proofName = try #require(HTTPField.Name(TrustRoute.proofHeader))
    let proof = try SignedMessage(verifying: try #require(fields[proofName]), as: .dpop)
    let text = String(decoding: proof.payload, as: UTF8.self)
    #expect(text.contains(#""htu":"https://trust.test/v1/nights""#) && text.contains(#""htm":"GET""#))
    #expect(text.contains("nonce-78"))
    #expect(stage.requests(.token).count == 1)
  }

  @Test("A request that meets a session which the server ended ends it here, with its reason")
  func ended() async throws {
    let body = RefusalBody(.invalidToken, .sessionIdle, "idle")
    let stage = try await stage(401, body.bytes)
    stage.server.state.withLock { $0.refusal = RefusalBody(.invalidGrant, .sessionIdle, "idle") }
    await #expect(throws: ShieldError.session(.ended(.serverIdle))) { _ = try await stage.shield.call(.get, path) }
    #expect(try await stage.shield.state() == .ended(.serverIdle))
    #expect(calls(stage).count == 1)
  }

  @Test("Without a person, or without the server, nothing comes and the reason is told")
  func reasons() async throws {
    let stage = try await Stage()
    await #expect(throws: ShieldError.session(.notEnrolled)) { _ = try await stage.shield.call(.get, path) }
    let other = try await self.stage(200)
    other.server.state.withLock {
      $0.answers = [:]
      $0.isOffline = true
    }
    await #expect(throws: ShieldError.session(.unreachable)) { _ = try await other.shield.call(.get, path) }
  }
}
