#if Server
  import Foundation
  import Redaction
  import SecurityPolicy
  import Synchronization
  import Testing
  import TrustServer
  import TrustWire

  /// What is known of sessions between two looks at the store, and who can make it forgotten.
  @Suite(.timeLimit(.minutes(15))) struct LiveSessionTests {
    /// A store that counts its readings, and keeps the next one back after it has read.
    private final class Watched: TrustStore {
      private struct State {
        var readings = 0
        var holds = false
        var isHeld = false
        var losesNext = false
      }

      private let inner = InMemoryTrustStore()
      private let state = Mutex(State())

      var readings: Int { state.withLock { $0.readings } }
      var isHeld: Bool { state.withLock { $0.isHeld } }

      func holdNext() { state.withLock { $0.holds = true } }
      /// The next transaction is kept, and nobody hears so.
      func loseNext() { state.withLock { $0.losesNext = true } }
      func letGo() { state.withLock { ($0.holds, $0.isHeld) = (false, false) } }

      func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
      ) async throws(StoreError) -> R {
        let result = try await inner.transaction(body)
        let isLost = state.withLock { state in
          defer { state.losesNext = false }
          return state.losesNext
        }
        if isLost { throw .commitUnknown }
        return result
      }

      func reading<R: Sendable>(
        _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
      ) async throws(StoreError) -> R {
        let result = try await inner.reading(body)
        let holds = state.withLock { state in
          state.readings += 1
          guard state.holds, !state.isHeld else { return false }
          state.isHeld = true
          return true
        }
        while holds, isHeld { await Task.yield() }
        return result
      }
    }

    private struct Two {
      let store: Watched
      let stage: Stage
      let app: TokenResponse
      let user: TokenResponse

      /// How often the store is read to judge the app's token.
      func readings() async -> Int {
        let before = store.readings
        #expect(await stage.check(app) == nil)
        return store.readings - before
      }

      func revoke(_ token: TokenResponse) async -> Int {
        await stage.send(
          "POST", .revoke, ["content-type": "application/x-www-form-urlencoded"],
          FormBody(["token": token.refreshToken]).bytes
        ).status
      }
    }

    private func two() async throws -> Two {
      let store = Watched()
      let stage = try await Stage(store: store)
      try await stage.addAda()
      let app = try await stage.app()
      return Two(store: store, stage: stage, app: app, user: try await stage.user(app))
    }

    @Test("Whoever asks with a session that is over, or ends one, costs nobody else a look at the store")
    func othersStay() async throws {
      let two = try await two()
      let stage = two.stage
      #expect(await two.readings() == 1)
      #expect(await two.readings() == 0)
      let other = try await stage.user(two.app)
      #expect(await two.revoke(two.user) == 200)
      #expect(await two.readings() == 0)
      for _ in 0..<3 { #expect(reason(try await stage.refresh(two.user.refreshToken)) == .sessionEnded) }
      #expect(reason(try await stage.refresh("invented")) == .tokenInvalid)
      #expect(reason(await stage.bearerRefresh(other.refreshToken)) == .proofMissing)
      let ending = await stage.send(
        "POST", .sessions,
        [
          "content-type": "application/x-www-form-urlencoded", "authorization": "DPoP " + other.accessToken,
          TrustRoute.proofHeader: try await stage.proof(.sessions, token: other.accessToken),
        ], FormBody(["session": "unknown"]).bytes)
      #expect(ending.status == 200)
      #expect(await two.readings() == 0)
      // Two seconds are all that an answer is good for.
      stage.clock.advance(2)
      #expect(await two.readings() == 1)
    }

    @Test("A session that a refused refresh ends is refused at its next request, and so are those that hang on it")
    func endedByRefusal() async throws {
      let two = try await two()
      let stage = two.stage
      let next = try await stage.renewed(two.app.refreshToken)
      let last = try await stage.renewed(next.refreshToken)
      stage.clock.advance(100_000)
      let (app, user) = (try await stage.renewed(last.refreshToken), try await stage.renewed(two.user.refreshToken))
      #expect(await stage.check(app) == nil)
      #expect(await stage.check(user, .user) == nil)
      // A spent token long after its successor was used.
      #expect(reason(try await stage.refresh(two.app.refreshToken)) == .tokenReused)
      #expect(await stage.check(app) == .tokenReused)
      #expect(await stage.check(user, .user) == .tokenReused)
    }

    @Test("A session that ends while the store is asked about it is refused at the next request")
    func whileFetched() async throws {
      let two = try await two()
      two.store.holdNext()
      let check = Task { await two.stage.check(two.user, .user) }
      while !two.store.isHeld { await Task.yield() }
      #expect(await two.revoke(two.user) == 200)
      two.store.letGo()
      // It lived when this one asked.
      #expect(await check.value == nil)
      #expect(await two.stage.check(two.user, .user) == .sessionEnded)
    }

    @Test("A session whose end the store kept and could not confirm is refused at its next request")
    func lostCommit() async throws {
      let two = try await two()
      #expect(await two.stage.check(two.user, .user) == nil)
      two.store.loseNext()
      #expect(await two.revoke(two.user) == 503)
      // Whoever asks again is told that it is over, so it has to be.
      #expect(await two.revoke(two.user) == 200)
      #expect(await two.stage.check(two.user, .user) == .sessionEnded)
      #expect(await two.stage.check(two.app) == nil)
      two.store.loseNext()
      await #expect(throws: TrustServerError.store(.commitUnknown)) {
        try await two.stage.desk.blockDevice(two.stage.device.thumbprint, reason: "lost")
      }
      #expect(await two.stage.check(two.app) != nil)
    }

    @Test("The end of a session does not spoil the answer about another one that is on its way")
    func othersFetched() async throws {
      let two = try await two()
      two.store.holdNext()
      let check = Task { await two.stage.check(two.app) }
      while !two.store.isHeld { await Task.yield() }
      #expect(await two.revoke(two.user) == 200)
      two.store.letGo()
      #expect(await check.value == nil)
      #expect(await two.readings() == 0)
    }
  }
#endif
