#if Server
  import Crypto
  import Foundation
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct RotationTests {
    @Test(
      "A lost answer logs nobody out: the same token gets the same successor, which works",
      arguments: StoreKind.allCases)
    func lostResponse(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let first = try await stage.app()
      let lost = try await stage.renewed(first.refreshToken)
      stage.clock.advance(86399)
      let kept = try await stage.renewed(first.refreshToken)
      #expect(lost.refreshToken == kept.refreshToken && lost.accessToken != kept.accessToken)
      #expect(try await stage.refresh(kept.refreshToken).status == 200)
      #expect(stage.events.all.contains { $0.kind == .refreshRecovered })
    }

    @Test("A retry on another server, and after a restart, leads to the same successor", arguments: StoreKind.allCases)
    func otherNode(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let first = try await stage.app()
      let lost = try await stage.renewed(first.refreshToken)
      let other = try await stage.restarted()
      #expect(try await other.renewed(first.refreshToken).refreshToken == lost.refreshToken)
      #expect(try await stage.refresh(lost.refreshToken).status == 200)
    }

    @Test("Two families never lead to one successor", arguments: StoreKind.allCases)
    func salted(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      var seen: Set<String> = []
      for _ in 0..<3 {
        let first = try await stage.app()
        seen.insert(first.refreshToken)
        seen.insert(try await stage.renewed(first.refreshToken).refreshToken)
      }
      #expect(seen.count == 6)
    }

    @Test(
      "Fifty racing refreshes of one token all succeed, with one successor that works", arguments: StoreKind.allCases)
    func racing(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let first = try await stage.app()
      let answers = try await withThrowingTaskGroup(of: TrustAnswer.self) { group in
        for _ in 0..<50 { group.addTask { try await stage.refresh(first.refreshToken) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.status == 200 })
      let successors = Set(try answers.map { try TokenResponse(reading: $0.body).refreshToken })
      #expect(successors.count == 1)
      #expect(stage.events.all.filter { $0.kind == .refreshed }.count == 1)
      #expect(try await stage.refresh(try #require(successors.first)).status == 200)
    }

    @Test(
      "A late duplicate whose successor was used opens nothing and ends nothing; after its window it ends the session",
      arguments: StoreKind.allCases)
    func superseded(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let first = try await stage.app()
      let second = try await stage.renewed(first.refreshToken)
      let third = try await stage.renewed(second.refreshToken)
      stage.clock.advance(86399)
      let late = try await stage.refresh(first.refreshToken)
      #expect(late.status == 400 && reason(late) == .tokenSuperseded)
      #expect(try RefusalBody(reading: late.body).error == .invalidGrant)
      let fourth = try await stage.renewed(third.refreshToken)
      stage.clock.advance(1)
      let reused = try await stage.refresh(first.refreshToken)
      #expect(reused.status == 400 && reason(reused) == .tokenReused)
      #expect(try RefusalBody(reading: reused.body).error == .invalidGrant)
      #expect(reason(try await stage.refresh(fourth.refreshToken)) == .tokenReused)
      #expect(await stage.check(fourth) == .tokenReused)
      // Whoever is told of the theft later raises no second alarm.
      let alarms = stage.events.all.filter { $0.kind == .reuseDetected }
      let event = try #require(alarms.first)
      #expect(alarms.count == 1)
      #expect(event.explanation.contains("displaced") && event.device == String(stage.device.thumbprint.prefix(8)))
    }

    @Test(
      "The parent of an unused successor is good up to its window, and reuse from then on",
      arguments: StoreKind.allCases)
    func cap(kind: StoreKind) async throws {
      let stage = try await Stage(policy: Stage.policy { $0.boundRetryWindow = .seconds(100) }, store: try kind.make())
      let first = try await stage.app()
      let second = try await stage.renewed(first.refreshToken)
      stage.clock.advance(99)
      #expect(try await stage.renewed(first.refreshToken).refreshToken == second.refreshToken)
      stage.clock.advance(1)
      #expect(reason(try await stage.refresh(first.refreshToken)) == .tokenReused)
      #expect(stage.events.all.last { $0.kind == .reuseDetected }?.explanation.contains("recent") == true)
      #expect(reason(try await stage.refresh(second.refreshToken)) == .tokenReused)
    }

    @Test("Bearer tokens have the short window of the policy")
    func bearerWindow() async throws {
      let policy = Stage.policy { $0.tokenBinding = .optional }
      for (wait, wanted) in [(Int64(59), RefusalReason?.none), (60, .tokenReused)] {
        let stage = try await Stage(policy: policy)
        let first = try await stage.app()
        #expect(first.tokenType == "Bearer")
        #expect(await stage.bearerRefresh(first.refreshToken).status == 200)
        stage.clock.advance(wait)
        #expect(reason(await stage.bearerRefresh(first.refreshToken)) == wanted)
      }
    }

    @Test(
      "However old a spent token is, it is known, ends nothing in its window and the session after it",
      arguments: StoreKind.allCases)
    func ancient(kind: StoreKind) async throws {
      let stage = try await Stage(policy: Stage.policy { $0.boundRetryWindow = .seconds(3600) }, store: try kind.make())
      let first = try await stage.app()
      var token = first.refreshToken
      for _ in 0..<30 { token = try await stage.renewed(token).refreshToken }
      stage.clock.advance(3599)
      #expect(reason(try await stage.refresh(first.refreshToken)) == .tokenSuperseded)
      token = try await stage.renewed(token).refreshToken
      stage.clock.advance(1)
      #expect(reason(try await stage.refresh(first.refreshToken)) == .tokenReused)
      #expect(stage.events.all.last { $0.kind == .reuseDetected }?.explanation.contains("stale") == true)
      #expect(reason(try await stage.refresh(token)) == .tokenReused)
    }

    @Test("A session in steady use still finds out about a token from long ago", arguments: StoreKind.allCases)
    func steady(kind: StoreKind) async throws {
      let stage = try await Stage(policy: Stage.policy { $0.boundRetryWindow = .seconds(3600) }, store: try kind.make())
      let first = try await stage.app()
      var token = first.refreshToken
      for _ in 0..<20 {
        token = try await stage.renewed(token).refreshToken
        stage.clock.advance(400)
      }
      #expect(reason(try await stage.refresh(first.refreshToken)) == .tokenReused)
    }

    @Test("Each spent token has its own window, from its own first use", arguments: StoreKind.allCases)
    func ownWindow(kind: StoreKind) async throws {
      let stage = try await Stage(policy: Stage.policy { $0.boundRetryWindow = .seconds(3600) }, store: try kind.make())
      var tokens = [try await stage.app().refreshToken]
      for wait in [Int64(3000), 500, 0] {
        tokens.append(try await stage.renewed(tokens[tokens.count - 1]).refreshToken)
        stage.clock.advance(wait)
      }
      // The second one was used after 3000 seconds, the third one after 3500.
      stage.clock.advance(3099)
      #expect(reason(try await stage.refresh(tokens[1])) == .tokenSuperseded)
      stage.clock.advance(1)
      #expect(reason(try await stage.refresh(tokens[1])) == .tokenReused)
    }

    @Test("A text that only looks like a spent token ends nobody's session", arguments: StoreKind.allCases)
    func forged(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let first = try await stage.app()
      var token = first.refreshToken
      for _ in 0..<20 { token = try await stage.renewed(token).refreshToken }
      stage.clock.advance(2 * 86400)
      var bytes = Array(first.refreshToken.utf8)
      bytes[0] = bytes[0] == 65 ? 66 : 65
      for text in [String(decoding: bytes, as: UTF8.self), "x", String(first.refreshToken.dropLast(4)), token + "AAAA"]
      {
        #expect(reason(try await stage.refresh(text)) == .tokenInvalid)
      }
      #expect(try await stage.refresh(token).status == 200)
    }

    @Test(
      "Reuse ends one session with its access tokens and no other, of the device or the person",
      arguments: StoreKind.allCases)
    func otherSessionLives(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      try await stage.addAda()
      let app = try await stage.app()
      let (one, other) = (try await stage.user(app), try await stage.user(app))
      let second = try await stage.renewed(one.refreshToken)
      stage.clock.advance(86400)
      let last = try await stage.renewed(second.refreshToken)
      #expect(await stage.check(last, .user) == nil)
      #expect(reason(try await stage.refresh(one.refreshToken)) == .tokenReused)
      #expect(await stage.check(last, .user) == .tokenReused)
      let next = try await stage.renewed(other.refreshToken)
      #expect(await stage.check(next, .user) == nil)
      let installation = try await stage.renewed(app.refreshToken)
      #expect(await stage.check(installation) == nil)
    }

    @Test("A stolen refresh token is worth nothing without the key and ends nobody's session, spent or not")
    func stolen() async throws {
      let stage = try await Stage()
      let first = try await stage.app()
      let thief = P256.Signing.PrivateKey()
      let elsewhere = try await Stage(store: stage.store, key: thief, clock: stage.clock)
      _ = try await elsewhere.app()
      #expect(reason(try await stage.refresh(first.refreshToken, by: thief)) == .proofInvalid)
      let second = try await stage.renewed(first.refreshToken)
      let third = try await stage.renewed(second.refreshToken)
      stage.clock.advance(2 * 86400)
      #expect(reason(try await stage.refresh(first.refreshToken, by: thief)) == .proofInvalid)
      #expect(reason(await stage.bearerRefresh(first.refreshToken)) == .proofMissing)
      #expect(try await stage.refresh(third.refreshToken).status == 200)
    }

    @Test(
      "A store that fails gives no token and raises no alarm; the retry gives the successor, kept or not",
      arguments: StoreKind.allCases, [BreakingStore.Fault.before, .after])
    func storeFails(kind: StoreKind, fault: BreakingStore.Fault) async throws {
      let store = BreakingStore(try kind.make())
      let stage = try await Stage(policy: Stage.policy { $0.tokenBinding = .optional }, store: store)
      let first = try await stage.app()
      store.fail(fault)
      let failed = await stage.bearerRefresh(first.refreshToken)
      #expect(failed.status == 503 && failed.headers["retry-after"] != nil && reason(failed) == .unavailable)
      store.fail(.none)
      let second = try TokenResponse(reading: await stage.bearerRefresh(first.refreshToken).body)
      #expect(await stage.bearerRefresh(second.refreshToken).status == 200)
      #expect(!stage.events.all.contains { $0.kind == .reuseDetected })
    }

    @Test("A changed successor key logs nobody out and leaves one live token")
    func newKey() async throws {
      let stage = try await Stage()
      let first = try await stage.app()
      let lost = try await stage.renewed(first.refreshToken)
      let after = try await stage.restarted(options: Stage.Options(successorKey: [UInt8](repeating: 9, count: 32)))
      let kept = try await after.renewed(first.refreshToken)
      #expect(kept.refreshToken != lost.refreshToken)
      #expect(reason(try await after.refresh(lost.refreshToken)) == .tokenInvalid)
      #expect(try await after.refresh(kept.refreshToken).status == 200)
    }

    @Test("A clock that steps back ten minutes neither revives nor kills", arguments: StoreKind.allCases)
    func clockBack(kind: StoreKind) async throws {
      let stage = try await Stage(policy: Stage.policy { $0.boundRetryWindow = .seconds(300) }, store: try kind.make())
      let first = try await stage.app()
      stage.clock.advance(1801)
      let second = try await stage.renewed(first.refreshToken)
      stage.clock.advance(-600)
      #expect(await stage.check(first) == .tokenExpired)
      #expect(try await stage.renewed(first.refreshToken).refreshToken == second.refreshToken)
      let third = try await stage.renewed(second.refreshToken)
      #expect(third.refreshExpiresIn == Stage.days(14))
      #expect(reason(try await stage.refresh(first.refreshToken)) == .tokenSuperseded)
      stage.clock.advance(600)
      #expect(try await stage.renewed(second.refreshToken).refreshExpiresIn == Stage.days(14))
      stage.clock.advance(14 * 86400)
      #expect(reason(try await stage.refresh(third.refreshToken)) == .tokenExpired)
      stage.clock.advance(-600)
      #expect(reason(try await stage.refresh(third.refreshToken)) == .tokenExpired)
    }

    @Test("Nodes whose clocks differ by a minute spend no token twice", arguments: StoreKind.allCases)
    func skew(kind: StoreKind) async throws {
      let stage = try await Stage(policy: Stage.policy { $0.boundRetryWindow = .seconds(10) }, store: try kind.make())
      let ahead = TurnedClock()
      ahead.advance(60)
      let other = try await Stage(
        policy: Stage.policy { $0.boundRetryWindow = .seconds(10) }, store: stage.store, key: stage.key, clock: ahead)
      let first = try await stage.app()
      let second = try await other.renewed(first.refreshToken)
      // Within the window by the session's own time, whatever this node's clock says.
      #expect(try await stage.renewed(first.refreshToken).refreshToken == second.refreshToken)
      #expect(try await stage.refresh(second.refreshToken).status == 200)
      #expect(reason(try await other.refresh(first.refreshToken)) == .tokenSuperseded)
    }
  }
#endif
