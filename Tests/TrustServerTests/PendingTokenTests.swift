#if Server
  import Crypto
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  /// Access tokens are signed while the store works; who gets one, and when, is as if they were signed afterwards.
  @Suite(.timeLimit(.minutes(15))) struct PendingTokenTests {
    private func text(_ answer: TrustAnswer) -> String { String(decoding: answer.body, as: UTF8.self) }

    /// Whether an answer holds anything of a token.
    private func leaks(_ answer: TrustAnswer) -> Bool {
      ["access_token", "refresh_token", "eyJ"].contains { text(answer).contains($0) }
    }

    /// What a request was answered, and whether it was already.
    private func asked(
      _ ask: @escaping @Sendable () async throws -> TrustAnswer
    ) -> (task: Task<TrustAnswer, any Error>, isAnswered: Locked<Bool>) {
      let isAnswered = Locked(false)
      return (
        Task {
          let answer = try await ask()
          isAnswered.set(true)
          return answer
        }, isAnswered
      )
    }

    @Test(
      "A refresh is signed while the store works, and answered when it has committed",
      arguments: StoreKind.allCases, [false, true])
    func order(kind: StoreKind, isForeseen: Bool) async throws {
      let store = HeldCommits(try kind.make())
      let stage = try await Stage(store: store)
      var token = try await stage.app()
      if isForeseen { token = try await stage.renewed(token.refreshToken) }
      for fails in [true, false] {
        let signed = stage.desk.signedTokens
        store.hold(failing: fails)
        let held = token
        let (task, isAnswered) = asked { try await stage.refresh(held.refreshToken) }
        while stage.desk.signedTokens == signed || store.waiting == 0 { await Task.yield() }
        for _ in 0..<200 { await Task.yield() }
        #expect(!isAnswered.value)
        store.letGo()
        let answer = try await task.value
        #expect(stage.desk.signedTokens == signed + 1)
        if fails {
          #expect(answer.status == 503 && reason(answer) == .unavailable && !leaks(answer))
        } else {
          let next = try TokenResponse(reading: answer.body)
          #expect(await stage.check(next) == nil)
          #expect(try await stage.refresh(next.refreshToken).status == 200)
        }
      }
      for event in stage.events.all { #expect(!event.explanation.contains("eyJ")) }
    }

    @Test(
      "A report and a login are signed while the store works, and answered when it has committed",
      arguments: StoreKind.allCases)
    func opening(kind: StoreKind) async throws {
      let store = HeldCommits(try kind.make())
      let stage = try await Stage(store: store)
      try await stage.addAda()
      let app = try await stage.app()
      let asks: [@Sendable () async throws -> TrustAnswer] = [
        // In this order: a login is a use, and an app session in use stays whatever is reported after it.
        { try await stage.logIn(app) }, { try await stage.enrol() },
      ]
      for ask in asks {
        // The first time may forget old rows, too.
        #expect(try await ask().status == 200)
        let before = store.count
        #expect(try await ask().status == 200)
        let transactions = store.count - before
        for fails in [true, false] {
          let (signed, begun) = (stage.desk.signedTokens, store.count)
          // The challenge is given out, and what else comes before.
          store.hold(skipping: transactions - 1, failing: fails)
          let (task, isAnswered) = asked(ask)
          while stage.desk.signedTokens == signed || store.waiting == 0 { await Task.yield() }
          for _ in 0..<200 { await Task.yield() }
          #expect(!isAnswered.value)
          store.letGo()
          let answer = try await task.value
          #expect(answer.status == (fails ? 503 : 200) && leaks(answer) != fails)
          #expect(stage.desk.signedTokens == signed + 1)
          // Whoever hears 503 costs the store no further write.
          #expect(store.count == begun + transactions)
        }
      }
    }

    @Test(
      "A commit that fails after everything was written gives out nothing and keeps nothing",
      arguments: StoreKind.allCases)
    func failedCommit(kind: StoreKind) async throws {
      let store = BreakingStore(try kind.make())
      let stage = try await Stage(store: store)
      try await stage.addAda()
      let app = try await stage.app()
      let sealed = try await stage.credential()
      let report = try await stage.sign(.report, stage.report(try await stage.challenge()).bytes)
      store.fail(.atCommit)
      for answer in [
        try await stage.refresh(app.refreshToken), try await stage.logIn(app, sealed: sealed),
        await stage.token(.deviceReport(compact: report)),
      ] {
        #expect(answer.status == 503 && reason(answer) == .unavailable && !leaks(answer))
      }
      store.fail(.none)
      // As if nobody had asked: neither token nor challenge was used up.
      #expect(try await stage.logIn(app, sealed: sealed).status == 200)
      stage.clock.advance(1)
      #expect(await stage.token(.deviceReport(compact: report)).status == 200)
      let next = try await stage.renewed(app.refreshToken)
      #expect(await stage.check(next) == nil)
      #expect(try await stage.desk.device(stage.device.thumbprint)?.sessions.count == 3)
    }

    @Test("Whoever is refused costs no signature", arguments: StoreKind.allCases)
    func refusedFirst(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      try await stage.addAda()
      let app = try await stage.renewed(try await stage.app().refreshToken)
      let user = try await stage.user(app)
      let old = try await stage.renewed(user.refreshToken)
      let signed = stage.desk.signedTokens
      // Another installation, admitted as well.
      let stranger = P256.Signing.PrivateKey()
      _ = try await Stage(store: stage.store, key: stranger, clock: stage.clock).app()
      for _ in 0..<3 {
        // A foreign key, also where the next token is foreseen.
        #expect(reason(try await stage.refresh(app.refreshToken, by: stranger)) == .proofInvalid)
        #expect(await stage.bearerRefresh(app.refreshToken).status == 400)
        #expect(reason(try await stage.refresh("never given out")) == .tokenInvalid)
        #expect(reason(try await stage.enrol { $0.isHooked = .undetermined }) == .deviceRefused)
        #expect(reason(try await stage.enrol { $0.date -= 100_000 }) == .clockSkew)
      }
      #expect(reason(try await stage.logIn(app, password: "wrong")) == .credentialsInvalid)
      #expect(stage.desk.signedTokens == signed)
      // What is foreseen of a session that another process ended is begun once.
      let other = try await stage.restarted()
      try await other.desk.blockDevice(stage.device.thumbprint, reason: "r")
      for _ in 0..<3 { #expect(reason(try await stage.refresh(old.refreshToken)) == .deviceRefused) }
      #expect(reason(try await stage.enrol()) == .deviceRefused)
      #expect(stage.desk.signedTokens <= signed + 1)
      #expect(other.desk.signedTokens == 0)
    }
  }
#endif
