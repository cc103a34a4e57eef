import AppSession
import CryptoExtras
import HTTPTypes
import Mantlet
import NetworkTrust
import Redaction
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(15))) struct PasswordTests {
  private static let path = TrustRoute.password.rawValue

  private func stage(
    _ status: Int = 200, _ body: [UInt8] = Array(#"{"ended":2}"#.utf8),
    _ encryption: SessionRequirement.LoginEncryption = .required
  ) async throws -> Stage {
    var policy = try testPolicy()
    policy.session.loginEncryption = encryption
    let stage = try await Stage(slice: policy.slice(for: .dev))
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "adaline", password: Secret(copying: "horse-4711".utf8))
    stage.server.state.withLock {
      $0.answers[Self.path] = HTTPAnswer(response: HTTPResponse(status: .init(code: status)), body: body)
    }
    return stage
  }

  private func change(_ shield: Shield, to new: String = "staple-4712") async throws -> Int64? {
    try await shield.changePassword(current: Secret(copying: "horse-4711".utf8), new: Secret(copying: new.utf8))
  }

  @Test("Both passwords go encrypted, for this device and a fresh challenge, with the person's token and its proof")
  func sealed() async throws {
    let stage = try await stage()
    let challenges = stage.requests(.challenge).count
    #expect(try await change(stage.shield) == 2)
    #expect(stage.requests(.challenge).count == challenges + 1)
    #expect(stage.requests(.challenge).last?.request.path == ChallengePurpose.password.target)
    let sent = try #require(stage.requests(.password).first)
    #expect(!String(decoding: sent.body, as: UTF8.self).contains("4711"))
    let key = try _RSA.Encryption.PrivateKey(pemRepresentation: TestTokenIssuer.second.key.pemRepresentation)
    let form = try FormBody(reading: sent.body)
    let opened = try PasswordChange.open(try #require(form["credential"]), with: key)
    #expect(opened.current.isEqual(to: "horse-4711".utf8) && opened.new.isEqual(to: "staple-4712".utf8))
    #expect(opened.challenge == TinyServer.challenge && opened.device == stage.shield.key.publicKey.thumbprint)
    let fields = sent.request.headerFields
    #expect(fields[.contentType] == "application/x-www-form-urlencoded")
    #expect(fields[.authorization]?.hasPrefix("DPoP ey") == true)
    let proofName = try #require(HTTPField.Name(TrustRoute.proofHeader))
    let proof = try SignedMessage(verifying: try #require(fields[proofName]), as: .dpop)
    #expect(String(decoding: proof.payload, as: UTF8.self).contains(#""htu":"https://trust.test/v1/password""#))
    #expect(try await stage.shield.state() == .active)
  }

  @Test("Where the policy asks for TLS alone the passwords stand in the form, and no challenge is fetched")
  func plain() async throws {
    let stage = try await stage(200, Array("{}".utf8), .transport)
    let challenges = stage.requests(.challenge).count
    #expect(try await change(stage.shield, to: "staple & 4712") == nil)
    let form = try FormBody(reading: try #require(stage.requests(.password).first).body)
    #expect(form["current_password"] == "horse-4711" && form["new_password"] == "staple & 4712")
    #expect(stage.requests(.challenge).count == challenges)
  }

  @Test("A new password that breaks the rules is refused before anything is sent")
  func rules() async throws {
    let stage = try await stage()
    for (new, flaw) in [
      ("short", PasswordFlaw.tooShort), ("password1!", .common), ("Adaline-77", .likeName), ("horse-4711", .unchanged),
    ] {
      await #expect(throws: ShieldError.passwordRefused(flaw)) { _ = try await change(stage.shield, to: new) }
    }
    #expect(stage.requests(.password).isEmpty)
  }

  @Test("A wrong current password is told, and ends nothing")
  func wrong() async throws {
    let body = RefusalBody(.invalidGrant, .credentialsInvalid, "no")
    let stage = try await stage(400, body.bytes)
    await #expect(throws: ShieldError.session(.refused(body))) { _ = try await change(stage.shield) }
    #expect(stage.requests(.password).count == 1)
    #expect(try await stage.shield.state() == .active)
    #expect(stage.requests(.token).count == 2)
  }

  @Test("A token that was refused is renewed once and the change sent once more")
  func expired() async throws {
    let body = RefusalBody(.invalidToken, .tokenExpired, "expired")
    let stage = try await stage(401, body.bytes)
    await #expect(throws: ShieldError.session(.refused(body))) { _ = try await change(stage.shield) }
    #expect(stage.requests(.password).count == 2)
    #expect(stage.requests(.token).count == 4)
  }

  @Test("Without a person, and while the session is locked, no password leaves the device")
  func locked() async throws {
    let nobody = try await Stage()
    await #expect(throws: ShieldError.session(.notLoggedIn)) { _ = try await change(nobody.shield) }
    let stage = try await stage()
    stage.device.clock.advance(by: .seconds(4 * 3600))
    await #expect(throws: ShieldError.session(.locked(.inactivity))) { _ = try await change(stage.shield) }
    #expect(stage.requests(.password).isEmpty && nobody.transport.received.isEmpty)
  }

  @Test("No error shows a password")
  func silent() async throws {
    let stage = try await stage(400, RefusalBody(.invalidRequest, .passwordRefused, "no").bytes)
    for new in ["staple-4712", "4711"] {
      let error = try await #require(throws: ShieldError.self) { _ = try await change(stage.shield, to: new) }
      var text = "\(error) \(String(reflecting: error))"
      dump(error, to: &text)
      #expect(!text.contains("4711") && !text.contains("4712"))
    }
  }
}
