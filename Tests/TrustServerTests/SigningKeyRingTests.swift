#if Server
  import CryptoExtras
  import Foundation
  import Redaction
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  @Suite struct SigningKeyRingTests {
    private static let lead: Int64 = 3600

    private static func options(_ change: (inout Stage.Options) -> Void = { _ in }) -> Stage.Options {
      var options = Stage.Options()
      options.keyEncryptionKey = [UInt8](repeating: 9, count: 32)
      options.schedule = SigningKeySchedule(lead: lead)
      change(&options)
      return options
    }

    private func published(_ stage: Stage) async throws -> [String] {
      try JSONReader().read(await stage.send("GET", .jwks).body)["keys"]?.array?.compactMap { $0["kid"]?.string } ?? []
    }

    private func keyID(_ tokens: TokenResponse) throws -> String? {
      try JSONReader().read(try Base64URL.decode(tokens.accessToken.split(separator: ".")[0]))["kid"]?.string
    }

    private func isGood(_ tokens: TokenResponse, at stage: Stage) async -> Bool {
      do {
        _ = try await stage.desk.check(tokens.accessToken, kind: .app)
        return true
      } catch {
        return false
      }
    }

    @Test(
      "A new key is shown before its first use, and the old key's tokens pass until they end",
      arguments: StoreKind.allCases)
    func rotation(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make(), options: Self.options())
      let old = stage.desk.tokenKeyID
      #expect(try await published(stage) == [old])
      let new = try await stage.desk.rotateSigningKey()
      #expect(new.state == .announced && new.activeFrom == stage.clock.now + Self.lead)
      #expect(try await published(stage) == [old, new.id])
      stage.clock.advance(Self.lead - 1)
      let last = try await stage.app()
      #expect(try keyID(last) == old)
      stage.clock.advance(1)
      // The ring looks at the clock at least this often.
      stage.clock.advance(SigningKeySchedule.reload)
      let first = try await stage.app()
      #expect(try keyID(first) == new.id)
      #expect(await isGood(last, at: stage))
      #expect(await isGood(first, at: stage))
      #expect(try await published(stage) == [new.id, old])
      stage.clock.advance(1800 - 2 - SigningKeySchedule.reload)
      _ = await stage.send("GET", .health)
      #expect(await isGood(last, at: stage))
      stage.clock.advance(1)
      #expect(await !isGood(last, at: stage))
      // The key stays for the skew of clocks and for nodes that have not looked yet, then it goes.
      #expect(try await published(stage).count == 2)
      stage.clock.advance(60 + 2 * SigningKeySchedule.reload + 1)
      #expect(try await published(stage) == [new.id])
      #expect(try await stage.desk.signingKeys().map(\.state) == [.active])
    }

    @Test("A restart and a second node in mid-rotation find the same keys and go on", arguments: StoreKind.allCases)
    func restart(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make(), options: Self.options())
      let before = try await stage.app()
      let new = try await stage.desk.rotateSigningKey()
      // The configured key is only the first key of an empty store: it is not needed any more.
      let second = try await stage.restarted(options: Self.options { $0.signing = "" })
      #expect(second.desk.tokenKeyID == stage.desk.tokenKeyID)
      #expect(await isGood(before, at: second))
      #expect(try await published(second) == [stage.desk.tokenKeyID, new.id])
      #expect(try await second.desk.rotateSigningKey().id == new.id)
      stage.clock.advance(Self.lead + 1)
      let third = try await stage.restarted()
      #expect(third.desk.tokenKeyID == new.id)
      let after = try await third.app()
      #expect(try keyID(after) == new.id)
      #expect(await isGood(after, at: stage))
      #expect(await isGood(after, at: second))
    }

    @Test("A clock that was set back neither stops the signing nor brings a retired key back")
    func clockBack() async throws {
      let stage = try await Stage(options: Self.options())
      stage.clock.advance(-600)
      #expect(try await stage.app().expiresIn == 1800)
      stage.clock.advance(600)
      let new = try await stage.desk.rotateSigningKey()
      stage.clock.advance(Self.lead)
      #expect(try await stage.desk.signingKeys().map(\.state) == [.active, .retired])
      stage.clock.advance(-600)
      #expect(try await stage.desk.signingKeys().first?.id == new.id)
      #expect(try keyID(try await stage.app()) == new.id)
    }

    @Test("A key that devices do not know signs nothing, and its id is told")
    func pinned() async throws {
      let known = try Stage.firstKey()
      for keys in [[], [UInt8](repeating: 9, count: 32)] {
        await #expect(throws: TrustServerError.signingKeyNotPinned(thumbprint: known)) {
          try await Stage(
            policy: Stage.policy(pinning: ["another"]), options: Self.options { $0.keyEncryptionKey = keys })
        }
      }
      let stage = try await Stage(policy: Stage.policy(pinning: [known]), options: Self.options())
      let new = try await stage.desk.rotateSigningKey()
      stage.clock.advance(Self.lead + 1)
      #expect(try await stage.desk.signingKeys().map(\.state) == [.active, .awaitingPin])
      #expect(!stage.events.all.contains { $0.kind == .signingKeyWaits })
      for _ in 0..<3 { _ = await stage.send("GET", .health) }
      #expect(stage.events.all.count { $0.kind == .signingKeyWaits } == 1)
      #expect(try keyID(try await stage.app()) == known)
      let updated = try await stage.restarted(policy: Stage.policy(pinning: [known, new.id]))
      #expect(updated.desk.tokenKeyID == new.id)
    }

    @Test("While no key may sign, no token is used up and no session begins")
    func noSigner() async throws {
      let known = try Stage.firstKey()
      let stage = try await Stage(policy: Stage.policy(pinning: [known]), options: Self.options())
      let app = try await stage.app()
      try await stage.desk.removeSigningKey(id: known)
      for answer in [try await stage.refresh(app.refreshToken), try await stage.enrol()] {
        #expect(answer.status == 503 && answer.headers["retry-after"] == "30")
      }
      #expect(try await stage.desk.liveSessions().count == 1)
      let next = try #require(try await stage.desk.signingKeys().first)
      let updated = try await stage.restarted(policy: Stage.policy(pinning: [next.id]))
      #expect(try await updated.refresh(app.refreshToken).status == 200)
      // The first use of the token, and not the answer to an earlier one.
      #expect(updated.events.all.map(\.kind) == [.refreshed])
    }

    @Test("By schedule a key is replaced when it has reached its age, once")
    func schedule() async throws {
      let age = 3 * Self.lead
      let stage = try await Stage(
        options: Self.options { $0.schedule = SigningKeySchedule(maximumAge: age, lead: Self.lead) })
      let first = stage.desk.tokenKeyID
      stage.clock.advance(age - Self.lead - 1)
      #expect(try await published(stage) == [first])
      stage.clock.advance(SigningKeySchedule.reload)
      #expect(try await published(stage).count == 2)
      stage.clock.advance(SigningKeySchedule.reload)
      #expect(try await published(stage).count == 2)
      stage.clock.advance(Self.lead)
      _ = await stage.send("GET", .health)
      #expect(stage.desk.tokenKeyID != first)
    }

    @Test("A key that leaked goes at once, its tokens with it, and another one signs")
    func removal() async throws {
      let stage = try await Stage(options: Self.options())
      let tokens = try await stage.app()
      #expect(await isGood(tokens, at: stage))
      let leaked = stage.desk.tokenKeyID
      await #expect(throws: TrustServerError.signingKeyUnknown) { try await stage.desk.removeSigningKey(id: "x") }
      try await stage.desk.removeSigningKey(id: leaked)
      #expect(await !isGood(tokens, at: stage))
      #expect(try await !published(stage).contains(leaked))
      #expect(await isGood(try await stage.app(), at: stage))
    }

    @Test("Without the right key-encryption key no server starts, and the store alone opens no key")
    func sealing() async throws {
      let store = InMemoryTrustStore()
      let stage = try await Stage(store: store, options: Self.options())
      await #expect(throws: TrustServerError.keyEncryptionKeyWrong) {
        try await stage.restarted(options: Self.options { $0.keyEncryptionKey = [UInt8](repeating: 8, count: 32) })
      }
      await #expect(throws: TrustServerError.keyEncryptionKeyMissing) {
        try await stage.restarted(options: Stage.Options())
      }
      let row = try #require(
        try await store.transaction { rows throws(StoreError) in try rows.signingKeys() }.first)
      let key = try _RSA.Signing.PrivateKey(pemRepresentation: try #require(signingPEM))
      #expect(row.id == TokenKeySet.thumbprint(key.publicKey))
      let secret = Array(key.derRepresentation)
      #expect(!row.sealed.indices.contains { row.sealed[$0...].starts(with: secret.suffix(64).prefix(16)) })
      // A row that was moved to another id, or changed, opens nothing.
      var changed = row.sealed
      changed[changed.count / 2] ^= 1
      let broken = [
        SigningKeyRow(id: "other", sealed: row.sealed, createdAt: 1, activeFrom: 1),
        SigningKeyRow(id: row.id, sealed: changed, createdAt: 1, activeFrom: 1),
      ]
      for row in broken {
        let store = InMemoryTrustStore()
        try await store.transaction { rows throws(StoreError) in try rows.saveSigningKey(row) }
        await #expect(throws: TrustServerError.keyEncryptionKeyWrong) {
          try await Stage(store: store, options: Self.options())
        }
      }
    }

    @Test("One configured key without a key-encryption key cannot be rotated, and says what is needed")
    func fixed() async throws {
      let stage = try await Stage()
      await #expect(throws: TrustServerError.keyEncryptionKeyMissing) { try await stage.desk.rotateSigningKey() }
      #expect(try await stage.desk.signingKeys().map(\.state) == [.active])
    }

    @Test("Four nodes that start together on an empty store agree on one key")
    func together() async throws {
      let first = try await Stage(
        store: try SQLiteTrustStore(path: temporaryFile()), options: Self.options())
      let store = try SQLiteTrustStore(path: temporaryFile())
      let ids = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<4 {
          group.addTask {
            let pem = try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
            return try await Stage(store: store, options: Self.options { $0.signing = pem }).desk.tokenKeyID
          }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(ids.count == 1 && !ids.contains(first.desk.tokenKeyID))
    }
  }
#endif
