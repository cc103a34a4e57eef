#if Server
  import Crypto
  import CryptoExtras
  import Foundation
  import Redaction
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  @Suite struct NothingReadableTests {
    /// A whole story on a durable store, and every secret that was in it.
    private func story(_ place: DurablePlace, _ options: Stage.Options) async throws -> (
      stage: Stage, secrets: [String: [UInt8]]
    ) {
      let stage = try await Stage(store: try place.store(), options: options)
      try await stage.desk.addAccount(user: "ada", password: Secret(copying: Array("correct horse".utf8)))
      let challenge = try await stage.challenge()
      let report = try await stage.sign(.report, stage.report(challenge).bytes)
      let app = try TokenResponse(reading: await stage.token(.deviceReport(compact: report)).body)
      let login = try await stage.challenge(for: .login)
      let sealed = try await stage.credential(challenge: login)
      let user = try TokenResponse(reading: try await stage.logIn(app, sealed: sealed).body)
      let next = try TokenResponse(reading: try await stage.refresh(user.refreshToken).body)
      _ = try await stage.sendRecords(app, next, RecordBatch([]).bytes)
      _ = try await stage.refresh("unknown token that somebody guessed")
      _ = try await stage.logIn(app, user: "ada", password: "wrong password")
      let key = try _RSA.Signing.PrivateKey(pemRepresentation: try #require(signingPEM))
      var secrets: [String: [UInt8]] = [
        "password": Array("correct horse".utf8), "wrong password": Array("wrong password".utf8),
        "signing key": Array(key.derRepresentation.suffix(256).prefix(64)), "successor key": options.successorKey,
        "key-encryption key": options.keyEncryptionKey, "introspection secret": Array(options.introspectionSecret.utf8),
        "sealed login": Array(sealed.utf8.suffix(100)), "guessed token": Array("unknown token that".utf8),
      ]
      for (name, text) in [
        ("report challenge", challenge), ("login challenge", login), ("app access", app.accessToken),
        ("app refresh", app.refreshToken), ("user access", user.accessToken), ("user refresh", user.refreshToken),
        ("next access", next.accessToken), ("next refresh", next.refreshToken),
      ] {
        secrets[name] = Array(text.utf8)
        // The end of an access token is its signature, the start of a refresh token its secret part.
        secrets[name + ", last part"] = Array(text.utf8.suffix(40))
        if text.contains("refresh") == false, let bytes = try? Base64URL.decode(text) {
          secrets[name + " as bytes"] = Array(bytes.prefix(32))
        }
      }
      // A refresh token ends in its session's id, which is no secret.
      for name in secrets.keys where name.contains("refresh, last part") { secrets[name] = nil }
      return (stage, secrets)
    }

    private var options: Stage.Options {
      var options = Stage.Options()
      options.successorKey = (0..<32).map { UInt8(truncatingIfNeeded: $0 * 7 + 1) }
      options.keyEncryptionKey = (0..<32).map { UInt8(truncatingIfNeeded: $0 * 11 + 3) }
      options.introspectionSecret = "introspection secret text with 32 bytes"
      return options
    }

    @Test("No token, challenge, password or key stands in the database or in an event", arguments: StoreKind.durable)
    func database(kind: StoreKind) async throws {
      let place = try DurablePlace(kind)
      let (stage, secrets) = try await story(place, options)
      let copy = try place.copy()
      let log = Data(stage.events.all.map { "\($0)" }.joined(separator: "\n").utf8)
      #expect(copy.holds(Array(stage.device.thumbprint.utf8)), "the database was not read")
      for (name, secret) in secrets {
        #expect(!copy.holds(secret), "\(name) stands in the database")
        #expect(log.range(of: Data(secret)) == nil, "\(name) stands in an event")
      }
    }

    @Test(
      "A copied database mints nothing: without the keys no server starts, and no token of it is computed",
      arguments: StoreKind.durable)
    func copied(kind: StoreKind) async throws {
      let (stage, _) = try await story(try DurablePlace(kind), options)
      let app = try await stage.app()
      var others = options
      others.keyEncryptionKey = [UInt8](repeating: 1, count: 32)
      await #expect(throws: TrustServerError.keyEncryptionKeyWrong) { try await stage.restarted(options: others) }
      for text in try await guesses(stage) {
        #expect(reason(try await stage.refresh(text)) == .tokenInvalid)
      }
      #expect(try await stage.refresh(app.refreshToken).status == 200)
    }

    /// Refresh tokens of the newest app session as they would be made from its rows alone: with every value that stands
    /// there in the secret's place, and sealed with each of them and with no key.
    private func guesses(_ stage: Stage) async throws -> [String] {
      let device = stage.device.thumbprint
      let (session, token) = try await stage.store.reading { rows throws(StoreError) in
        guard let session = try rows.openApps(device: device).first,
          let token = try rows.refreshToken(digest: session.current)
        else { throw .unreadable }
        return (session, token)
      }
      let digest = Array(try Base64URL.decode(session.current))
      let next = HMAC<SHA256>.authenticationCode(for: digest, using: SymmetricKey(data: token.salt))
      let values = [digest, token.salt, Array(next), [UInt8](repeating: 0, count: 32)]
      var texts = [session.current, Base64URL.encode(token.salt)]
      for generation in [session.generation, session.generation + 1] {
        let place = withUnsafeBytes(of: generation.bigEndian) { Array($0) }
        for secret in values {
          for key in values {
            // As `RefreshToken` seals, with a key of its own.
            let sealing = HMAC<SHA256>.authenticationCode(
              for: Array("mantlet refresh token seal".utf8), using: SymmetricKey(data: key))
            let seal = HMAC<SHA256>.authenticationCode(
              for: secret + place + Array(session.id.utf8), using: SymmetricKey(data: sealing))
            texts.append(Base64URL.encode(secret + Array(seal).prefix(16) + place + Array(session.id.utf8)))
          }
        }
      }
      return texts
    }
  }
#endif
