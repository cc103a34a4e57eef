#if Server
  import Crypto
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  /// The store goes back to what it was before the last refreshes, as after a failover or with a restored backup.
  @Suite struct LostCommitTests {
    private let bearer = Stage.policy { $0.tokenBinding = .optional }

    /// A session whose first `kept` refreshes the store knows and whose next `lost` ones it does not; all tokens in order.
    private func session(_ stage: Stage, kept: Int = 0, lost: Int) async throws -> (OlderState, [TokenResponse]) {
      var tokens = [try await stage.app()]
      for _ in 0..<kept { tokens.append(try await stage.renewed(tokens[tokens.count - 1].refreshToken)) }
      let older = try await OlderState(stage.store, tokens)
      for _ in 0..<lost { tokens.append(try await stage.renewed(tokens[tokens.count - 1].refreshToken)) }
      try await older.putBack(stage.store, losing: Array(tokens.suffix(lost)))
      return (older, tokens)
    }

    @Test(
      "A refresh that the store has lost is taken up: its token works, and those before it are spent",
      arguments: StoreKind.allCases)
    func reclaimed(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let (_, tokens) = try await session(stage, lost: 1)
      let third = try await stage.renewed(tokens[1].refreshToken)
      #expect(stage.events.all.last?.kind == .refreshReclaimed)
      #expect(await stage.check(third) == nil)
      // Its answer may get lost like any other, and it goes on like any other.
      #expect(try await stage.renewed(tokens[1].refreshToken).refreshToken == third.refreshToken)
      let fourth = try await stage.renewed(third.refreshToken)
      #expect(stage.events.all.count { $0.kind == .refreshReclaimed } == 1)
      for token in tokens { #expect(reason(try await stage.refresh(token.refreshToken)) == .tokenSuperseded) }
      stage.clock.advance(86400)
      #expect(reason(try await stage.refresh(tokens[0].refreshToken)) == .tokenReused)
      #expect(reason(try await stage.refresh(fourth.refreshToken)) == .tokenReused)
    }

    @Test("However many refreshes the store has lost, the newest token goes on", arguments: StoreKind.allCases)
    func several(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let (_, tokens) = try await session(stage, kept: 2, lost: 12)
      let next = try await stage.renewed(try #require(tokens.last).refreshToken)
      for token in tokens.dropLast() {
        #expect(reason(try await stage.refresh(token.refreshToken)) == .tokenSuperseded)
      }
      let last = try await stage.renewed(next.refreshToken)
      stage.clock.advance(86400)
      #expect(reason(try await stage.refresh(tokens[7].refreshToken)) == .tokenReused)
      #expect(reason(try await stage.refresh(last.refreshToken)) == .tokenReused)
    }

    @Test("Fifty racing uses of a token that the store has lost lead to one successor", arguments: StoreKind.allCases)
    func racing(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let (_, tokens) = try await session(stage, lost: 1)
      let answers = try await withThrowingTaskGroup(of: TrustAnswer.self) { group in
        for _ in 0..<50 { group.addTask { try await stage.refresh(tokens[1].refreshToken) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.status == 200 })
      let successors = Set(try answers.map { try TokenResponse(reading: $0.body).refreshToken })
      #expect(successors.count == 1)
      #expect(stage.events.all.count { $0.kind == .refreshReclaimed } == 1)
    }

    @Test("A lost token passes the checks of every other one: key, end and limits", arguments: StoreKind.allCases)
    func checked(kind: StoreKind) async throws {
      let stage = try await Stage(policy: Stage.policy { $0.serverInactivity = .seconds(7200) }, store: try kind.make())
      let thief = P256.Signing.PrivateKey()
      _ = try await Stage(store: stage.store, key: thief, clock: stage.clock).app()
      let (_, bound) = try await session(stage, lost: 1)
      #expect(reason(try await stage.refresh(bound[1].refreshToken, by: thief)) == .proofInvalid)
      #expect(reason(await stage.bearerRefresh(bound[1].refreshToken)) == .proofMissing)
      #expect(try await stage.refresh(bound[1].refreshToken).status == 200)
      let (ended, tokens) = try await session(stage, lost: 1)
      #expect(try await stage.desk.endSession(id: ended.session.id))
      #expect(reason(try await stage.refresh(tokens[1].refreshToken)) == .sessionEnded)
      let (_, idle) = try await session(stage, lost: 1)
      stage.clock.advance(7200)
      #expect(reason(try await stage.refresh(idle[1].refreshToken)) == .sessionIdle)
    }

    @Test("A device that no longer passes gets nothing for a lost token either", arguments: StoreKind.allCases)
    func judged(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let (_, tokens) = try await session(stage, lost: 1)
      var strict = Stage.policy()
      strict.server.devices[.linux]?.minimumVersion = DottedVersion("13")
      let other = try await stage.restarted(policy: strict)
      #expect(reason(try await other.refresh(tokens[1].refreshToken)) == .deviceRefused)
      #expect(try await stage.refresh(tokens[1].refreshToken).status == 200)
    }

    @Test("A seal of another key makes no token of a lost one", arguments: StoreKind.allCases)
    func otherKey(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let other = try await stage.restarted(options: Stage.Options(successorKey: [UInt8](repeating: 9, count: 32)))
      let first = try await stage.app()
      let older = try await OlderState(stage.store, [first])
      let foreign = try await other.renewed(first.refreshToken)
      try await older.putBack(stage.store, losing: [foreign])
      #expect(reason(try await stage.refresh(foreign.refreshToken)) == .tokenInvalid)
      #expect(try await stage.refresh(first.refreshToken).status == 200)
    }

    @Test(
      "Of two holders of a stolen token the one with the newer one goes on, and the other one's next use ends both",
      arguments: StoreKind.allCases)
    func newerWins(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let (_, tokens) = try await session(stage, lost: 3)
      let thief = try await stage.renewed(tokens[1].refreshToken)
      let owner = try await stage.renewed(tokens[3].refreshToken)
      #expect(reason(try await stage.refresh(thief.refreshToken)) == .tokenSuperseded)
      stage.clock.advance(86400)
      #expect(reason(try await stage.refresh(thief.refreshToken)) == .tokenReused)
      #expect(reason(try await stage.refresh(owner.refreshToken)) == .tokenReused)
      #expect(stage.events.all.count { $0.kind == .reuseDetected } == 1)
    }

    @Test(
      "Two tokens for one place are two holders: the later one ends both after the window",
      arguments: StoreKind.allCases)
    func samePlace(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let (_, tokens) = try await session(stage, lost: 3)
      let thief = try await stage.renewed(tokens[2].refreshToken)
      #expect(reason(try await stage.refresh(tokens[3].refreshToken)) == .tokenSuperseded)
      stage.clock.advance(86400)
      #expect(reason(try await stage.refresh(tokens[3].refreshToken)) == .tokenReused)
      #expect(reason(try await stage.refresh(thief.refreshToken)) == .tokenReused)
    }

    @Test(arguments: StoreKind.allCases)
    func `Two tokens for one place of a bearer session end both after the window, too`(kind: StoreKind) async throws {
      let stage = try await Stage(policy: bearer, store: try kind.make())
      func renewed(_ token: TokenResponse) async throws -> TokenResponse {
        try TokenResponse(reading: await stage.bearerRefresh(token.refreshToken).body)
      }
      let first = try await stage.app()
      let older = try await OlderState(stage.store, [first])
      let second = try await renewed(first)
      let third = try await renewed(second)
      try await older.putBack(stage.store, losing: [second, third])
      let thief = try await renewed(try await renewed(first))
      #expect(thief.refreshToken != third.refreshToken)
      #expect(reason(await stage.bearerRefresh(third.refreshToken)) == .tokenSuperseded)
      stage.clock.advance(86400)
      #expect(reason(await stage.bearerRefresh(third.refreshToken)) == .tokenReused)
      #expect(reason(await stage.bearerRefresh(thief.refreshToken)) == .tokenReused)
    }

    @Test(arguments: StoreKind.allCases)
    func `A bearer session whose refresh the store has lost signs in again, for nothing proves its token`(
      kind: StoreKind
    ) async throws {
      let stage = try await Stage(policy: bearer, store: try kind.make())
      let first = try await stage.app()
      let older = try await OlderState(stage.store, [first])
      let second = try TokenResponse(reading: await stage.bearerRefresh(first.refreshToken).body)
      try await older.putBack(stage.store, losing: [second])
      #expect(reason(await stage.bearerRefresh(second.refreshToken)) == .tokenInvalid)
      // Nothing has ended by it.
      #expect(await stage.bearerRefresh(first.refreshToken).status == 200)
    }

    @Test("A device that logs out with a token that the store has lost is logged out", arguments: StoreKind.allCases)
    func revoked(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let (_, tokens) = try await session(stage, lost: 1)
      let answer = await stage.send(
        "POST", .revoke,
        [
          "content-type": "application/x-www-form-urlencoded", TrustRoute.proofHeader: try await stage.proof(.revoke),
        ], FormBody(["token": tokens[1].refreshToken]).bytes)
      #expect(answer.status == 200)
      for token in tokens { #expect(reason(try await stage.refresh(token.refreshToken)) == .sessionEnded) }
    }

    @Test("A first refresh that the store has lost still ends the app session before", arguments: StoreKind.allCases)
    func firstUse(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let old = try await stage.renewed(try await stage.app().refreshToken)
      let before = try await OlderState(stage.store, [old])
      stage.clock.advance(60)
      let (_, tokens) = try await session(stage, lost: 1)
      try await before.putBack(stage.store, losing: [])
      #expect(await stage.check(old) == nil)
      _ = try await stage.renewed(tokens[1].refreshToken)
      #expect(await stage.check(old) == .sessionEnded)
    }

    @Test(arguments: StoreKind.allCases)
    func `An app session that came back is replaced again by a lost token of the one after it, of whatever place`(
      kind: StoreKind
    ) async throws {
      let stage = try await Stage(store: try kind.make())
      let old = try await stage.renewed(try await stage.app().refreshToken)
      let before = try await OlderState(stage.store, [old])
      stage.clock.advance(60)
      let (_, tokens) = try await session(stage, kept: 1, lost: 2)
      #expect(await stage.check(old) == .sessionEnded)
      try await before.putBack(stage.store, losing: [])
      // The store knows of uses of the newer one, and a retry decides nothing.
      let known = try await stage.renewed(tokens[0].refreshToken)
      #expect(known.refreshToken == tokens[1].refreshToken)
      #expect(try await stage.restarted().check(old) == nil)
      let next = try await stage.renewed(tokens[3].refreshToken)
      #expect(stage.events.all.last?.kind == .refreshReclaimed)
      #expect(try await stage.restarted().check(old) == .sessionEnded)
      #expect(reason(try await stage.refresh(old.refreshToken)) == .sessionEnded)
      #expect(try await stage.refresh(next.refreshToken).status == 200)
    }
  }
#endif
