#if Server
  import Crypto
  import Foundation
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  /// What somebody can do who has the servers' successor key and the id of a session, which access tokens name, and has
  /// neither the database nor any token.
  @Suite struct ForgedTokenTests {
    private let bearer = Stage.policy { $0.tokenBinding = .optional }

    /// A token as ``Stage``'s servers would give it out, but for its secret.
    private func forged(_ session: String, _ generation: Int64) -> String {
      let secret = (0..<32).map { _ in UInt8.random(in: 0...255) }
      let place = withUnsafeBytes(of: UInt64(bitPattern: generation).bigEndian) { Array($0) }
      let sealing = HMAC<SHA256>.authenticationCode(
        for: Array("mantlet refresh token seal".utf8), using: SymmetricKey(data: Stage.Options().successorKey))
      var code = HMAC<SHA256>(key: SymmetricKey(data: sealing))
      for part in [secret, place, Array(session.utf8)] { code.update(data: part) }
      return Base64URL.encode(secret + Array(code.finalize().prefix(16)) + place + Array(session.utf8))
    }

    private func opened(_ stage: Stage) async throws -> (id: String, token: String) {
      let app = try await stage.app()
      return (try await OlderState(stage.store, [app]).session.id, app.refreshToken)
    }

    private func logOut(_ stage: Stage, _ token: String) async -> TrustAnswer {
      await stage.send(
        "POST", .revoke, ["content-type": "application/x-www-form-urlencoded"], FormBody(["token": token]).bytes)
    }

    @Test(arguments: StoreKind.allCases, [Int64(0), 1, 9, 1 << 40, .max])
    func `A token that the successor key alone made renews no bearer session`(
      kind: StoreKind, generation: Int64
    ) async throws {
      let stage = try await Stage(policy: bearer, store: try kind.make())
      let (id, token) = try await opened(stage)
      let answer = await stage.bearerRefresh(forged(id, generation))
      #expect(reason(answer) == .tokenInvalid)
      #expect(!stage.events.all.contains { $0.kind == .refreshReclaimed })
      #expect(await stage.bearerRefresh(token).status == 200)
    }

    @Test(arguments: StoreKind.allCases)
    func `A token that the successor key alone made renews no bound session without the device's key`(
      kind: StoreKind
    ) async throws {
      let stage = try await Stage(store: try kind.make())
      let thief = P256.Signing.PrivateKey()
      _ = try await Stage(store: stage.store, key: thief, clock: stage.clock).app()
      let (id, token) = try await opened(stage)
      #expect(reason(await stage.bearerRefresh(forged(id, 1))) == .proofMissing)
      #expect(reason(try await stage.refresh(forged(id, 1), by: thief)) == .proofInvalid)
      #expect(try await stage.refresh(token).status == 200)
    }

    @Test(arguments: StoreKind.allCases)
    func `A generation that no session reaches is refused, and the server goes on`(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let (id, token) = try await opened(stage)
      for generation in [1_000_001, Int64.max - 1, .max, -1, .min] {
        let answer = try await stage.refresh(forged(id, generation))
        #expect(reason(answer) == .tokenInvalid, "\(generation)")
      }
      #expect(try await stage.refresh(token).status == 200)
      // With the device's key, and within what a store may have lost, it is taken for a lost one.
      #expect(try await stage.refresh(forged(id, 1_000_000)).status == 200)
      #expect(stage.events.all.last?.kind == .refreshReclaimed)
    }

    @Test(arguments: StoreKind.allCases)
    func `A seal alone logs out a bearer session, and a bound one only with its key`(kind: StoreKind) async throws {
      let store = try kind.make()
      let stage = try await Stage(policy: bearer, store: store)
      let (id, token) = try await opened(stage)
      #expect(await logOut(stage, forged(id, 9)).status == 200)
      #expect(reason(await stage.bearerRefresh(token)) == .sessionEnded)
      let bound = try await Stage(store: store)
      let (other, held) = try await opened(bound)
      #expect(reason(await logOut(bound, forged(other, 9))) == .proofMissing)
      #expect(try await bound.refresh(held).status == 200)
    }
  }
#endif
