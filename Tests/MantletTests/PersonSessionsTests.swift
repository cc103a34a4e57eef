import AppSession
import HTTPTypes
import Mantlet
import NetworkTrust
import Redaction
import SecurityTesting
import Synchronization
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(15))) struct PersonSessionsTests {
  private static let here = SessionList.Entry(
    id: "a1", device: "oaY66IT9", startedAt: 1, lastUsedAt: 2, expiresAt: 3, isCurrent: true)
  private static let other = SessionList.Entry(
    id: "b 2", device: "w9CbIT9o", startedAt: 0, lastUsedAt: 1, expiresAt: 2, isCurrent: false)

  private func stage(_ status: Int, _ body: [UInt8]) async throws -> Stage {
    let stage = try await Stage()
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    stage.server.state.withLock {
      $0.answers[TrustRoute.sessions.rawValue] = HTTPAnswer(
        response: HTTPResponse(status: .init(code: status)), body: body)
    }
    return stage
  }

  @Test("A person's sessions are asked for with both tokens and a proof for exactly this question")
  func listed() async throws {
    let stage = try await stage(200, SessionList([Self.here, Self.other]).bytes)
    #expect(try await stage.shield.sessions() == [Self.here, Self.other])
    let sent = try #require(stage.requests(.sessions).first)
    #expect(sent.request.method == .get && sent.body.isEmpty)
    let fields = sent.request.headerFields
    #expect(fields[.authorization]?.hasPrefix("DPoP ey") == true)
    let proofName = try #require(HTTPField.Name(TrustRoute.proofHeader))
    let proof = try SignedMessage(verifying: try #require(fields[proofName]), as: .dpop)
    let text = String(decoding: proof.payload, as: UTF8.self)
    #expect(text.contains(#""htu":"https://trust.test/v1/sessions""#) && text.contains(#""htm":"GET""#))
  }

  @Test("One session, or all others, are ended by the form that the server reads")
  func ended() async throws {
    let stage = try await stage(200, Array(#"{"ended":1}"#.utf8))
    #expect(try await stage.shield.endSession("b 2"))
    #expect(try await stage.shield.endOtherSessions() == 1)
    let sent = stage.requests(.sessions)
    #expect(sent.allSatisfy { $0.request.method == .post })
    #expect(
      sent.allSatisfy { $0.request.headerFields[.contentType] == "application/x-www-form-urlencoded" })
    #expect(try sent.map { SessionChoice(try FormBody(reading: $0.body)) } == [.one("b 2"), .others])
    #expect(try await stage.shield.state() == .active)
  }

  @Test("A session that is not there, and an answer that says nothing, are told apart")
  func nothing() async throws {
    let none = try await stage(200, Array(#"{"ended":0}"#.utf8))
    #expect(try await none.shield.endSession("x") == false)
    for body in ["{}", "<html>", ""] {
      let stage = try await stage(200, Array(body.utf8))
      for ask in [
        { @Sendable () async throws -> Void in _ = try await stage.shield.sessions() },
        { @Sendable () async throws -> Void in _ = try await stage.shield.endSession("x") },
      ] {
        let error = try await #require(throws: ShieldError.self) { try await ask() }
        guard case .session(.unreadableAnswer) = error else {
          Issue.record("\(error)")
          continue
        }
      }
    }
  }

  @Test("Without a person, and while the session is locked, nothing is asked")
  func locked() async throws {
    let nobody = try await Stage()
    await #expect(throws: ShieldError.session(.notLoggedIn)) { _ = try await nobody.shield.sessions() }
    let stage = try await stage(200, SessionList([]).bytes)
    stage.device.clock.advance(by: .seconds(4 * 3600))
    await #expect(throws: ShieldError.session(.locked(.inactivity))) { _ = try await stage.shield.endSession("x") }
    #expect(stage.requests(.sessions).isEmpty)
  }
}
