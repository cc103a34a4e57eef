#if Server
  import Crypto
  import Foundation
  import Redaction
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  @Suite struct PasswordRouteTests {
    private static let good = "battery staple"

    private func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8)) }

    private func sealed(
      _ stage: Stage, _ current: String, _ new: String, challenge: String? = nil,
      by other: P256.Signing.PrivateKey? = nil
    ) async throws -> [String: String] {
      let answered = if let challenge { challenge } else { try await stage.challenge(for: .password) }
      return [
        "credential": try PasswordChange.seal(
          current: secret(current), new: secret(new), challenge: answered,
          device: DevicePublicKey((other ?? stage.key).publicKey), loginKey: try Stage.loginKey())
      ]
    }

    private func send(
      _ stage: Stage, _ user: TokenResponse, _ fields: [String: String], proof: Bool = true
    ) async throws -> TrustAnswer {
      var headers = [
        "content-type": "application/x-www-form-urlencoded",
        "authorization": "\(user.tokenType) \(user.accessToken)",
      ]
      if proof { headers[TrustRoute.proofHeader] = try await stage.proof(.password, token: user.accessToken) }
      return await stage.send("POST", .password, headers, FormBody(fields).bytes)
    }

    private func change(_ stage: Stage, _ user: TokenResponse, _ current: String, _ new: String) async throws
      -> TrustAnswer
    {
      try await send(stage, user, try await sealed(stage, current, new))
    }

    private func stage(
      _ kind: StoreKind = .memory, _ change: (inout SessionRequirement) -> Void = { _ in }
    ) async throws -> (Stage, TokenResponse, TokenResponse) {
      let stage = try await Stage(policy: Stage.policy(change), store: try kind.make())
      try await stage.addAda()
      let app = try await stage.app()
      return (stage, app, try await stage.user(app))
    }

    @Test(
      "A changed password ends the other sessions, keeps this one, and is the one to sign in with",
      arguments: StoreKind.allCases)
    func changed(kind: StoreKind) async throws {
      let (stage, app, mine) = try await stage(kind)
      let other = try await stage.user(app)
      let answer = try await change(stage, mine, "correct horse", Self.good)
      #expect(answer.status == 200 && answer.body == Array(#"{"ended":1}"#.utf8))
      #expect(await stage.check(other, .user) == .sessionEnded)
      #expect(await stage.check(mine, .user) == nil)
      #expect(try await stage.refresh(mine.refreshToken).status == 200)
      #expect(reason(try await stage.logIn(app)) == .credentialsInvalid)
      #expect(try await stage.logIn(app, password: Self.good).status == 200)
      #expect(stage.events.all.filter { $0.kind == .passwordChanged }.count == 1)
      #expect(!"\(stage.events.all)".contains(Self.good))
    }

    @Test("The token alone changes nothing: the current password, the proof and the person's token are needed")
    func needed() async throws {
      let (stage, app, user) = try await stage()
      #expect(reason(try await change(stage, user, "wrong horse", Self.good)) == .credentialsInvalid)
      let fields = try await sealed(stage, "correct horse", Self.good)
      #expect(reason(try await send(stage, user, fields, proof: false)) == .proofMissing)
      #expect(reason(try await send(stage, app, fields)) == .tokenInvalid)
      #expect(
        reason(await stage.send("POST", .password, ["content-type": "application/x-www-form-urlencoded"]))
          == .tokenMissing)
      #expect(await stage.send("GET", .password).status == 405)
      #expect(try await stage.logIn(app).status == 200)
    }

    @Test("A recorded change is good once, from its device, and is no login; a login is no change")
    func replayed() async throws {
      let (stage, app, user) = try await stage()
      let fields = try await sealed(stage, "correct horse", Self.good)
      #expect(try await send(stage, user, fields).status == 200)
      #expect(reason(try await send(stage, user, fields)) == .replayed)
      #expect(
        reason(try await send(stage, user, try await sealed(stage, Self.good, "another staple", by: .init())))
          == .credentialsInvalid)
      let unknown = try await sealed(stage, Self.good, "another staple", challenge: String(repeating: "A", count: 43))
      #expect(reason(try await send(stage, user, unknown)) == .challengeUnknown)
      let text = try #require(fields["credential"])
      #expect(reason(try await stage.logIn(app, sealed: text)) == .malformed)
      let login = try await stage.credential(password: Self.good)
      #expect(reason(try await send(stage, user, ["credential": login])) == .malformed)
      #expect(try await stage.logIn(app, password: Self.good).status == 200)
    }

    @Test(
      "A new password that breaks the rules is refused by name, changes nothing and counts nothing",
      arguments: [
        "short", String(repeating: "ab1", count: 43), "Password123", "12345678", "aaaaaaaa", "Ada12345",
        "correct horse",
      ])
    func rules(new: String) async throws {
      let (stage, app, user) = try await stage()
      for _ in 0..<6 {
        let answer = try await change(stage, user, "correct horse", new)
        #expect(answer.status == 400 && reason(answer) == .passwordRefused)
      }
      #expect(try await stage.logIn(app).status == 200)
    }

    @Test("Guessing the current password locks like guessing at login, and a lock at login holds here")
    func throttled() async throws {
      let (stage, app, user) = try await stage()
      for _ in 0..<5 {
        #expect(reason(try await change(stage, user, "wrong horse", Self.good)) == .credentialsInvalid)
      }
      let locked = try await change(stage, user, "correct horse", Self.good)
      #expect(locked.status == 429 && locked.headers["retry-after"] == "900")
      #expect(reason(try await stage.logIn(app)) == .rateLimited)
    }

    @Test("Passwords in the clear are taken only where the policy leaves them to TLS")
    func plain() async throws {
      let fields = ["current_password": "correct horse", "new_password": Self.good]
      let (strict, _, guarded) = try await stage { $0.loginEncryption = .required }
      #expect(reason(try await send(strict, guarded, fields)) == .credentialsInvalid)
      let (lax, app, user) = try await stage { $0.loginEncryption = .transport }
      #expect(reason(try await send(lax, user, ["current_password": "correct horse"])) == .malformed)
      #expect(try await send(lax, user, fields).status == 200)
      #expect(try await lax.logIn(app, password: Self.good).status == 200)
      #expect(try await send(lax, user, try await sealed(lax, Self.good, "third staple")).status == 200)
    }
  }
#endif
