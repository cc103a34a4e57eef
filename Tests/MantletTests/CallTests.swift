import AppSession
import HTTPTypes
import Mantlet
import NetworkTrust
import Redaction
import SecurityTesting
import Synchronization
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(1))) struct CallTests {
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
