#if Server
  import Foundation
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  @Suite(.timeLimit(.minutes(15))) struct PruningTests {
    @Test("A session has a bounded number of rows whatever the number of refreshes", arguments: StoreKind.durable)
    func bounded(kind: StoreKind) async throws {
      let place = try DurablePlace(kind)
      let stage = try await Stage(store: try place.store())
      var token = try await stage.app().refreshToken
      var most = 0
      for turn in 0..<120 {
        token = try await stage.renewed(token).refreshToken
        if turn % 20 == 19 { most = max(most, try place.count("refresh_token")) }
      }
      #expect(most == 9)
      #expect(try place.count("session") == 1 && place.count("device") == 1)
      // The identifiers of its proofs go when they end.
      stage.clock.advance(3600)
      _ = try await stage.challenge()
      #expect(try place.count("proof") == 0)
    }

    @Test(
      "Sessions that ended, their tokens and devices without sessions are forgotten after thirty days",
      arguments: StoreKind.durable, [0, 1])
    func forgotten(kind: StoreKind, early: Int) async throws {
      let place = try DurablePlace(kind)
      let stage = try await Stage(store: try place.store())
      let first = try await stage.app()
      let second = try await stage.renewed(first.refreshToken)
      _ = second
      // Nobody comes back: the session is over after 14 days, and known for 30 more.
      stage.clock.advance((14 + 30) * 86400 - Int64(early))
      let other = try await Stage(store: stage.store, clock: stage.clock)
      _ = try await other.app()
      #expect(try place.count("session") == 1 + early)
      #expect(try place.count("refresh_token") == 1 + 2 * early)
      #expect(try place.count("device") == 1 + early)
      #expect(reason(try await stage.refresh(first.refreshToken)) == (early == 1 ? .tokenExpired : .proofInvalid))
    }

    @Test("What was good once and has ended goes, however much of it there is", arguments: StoreKind.durable)
    func ended(kind: StoreKind) async throws {
      let place = try DurablePlace(kind)
      let stage = try await Stage(store: try place.store())
      let end = stage.clock.now
      for hundred in 0..<50 {
        try await stage.store.transaction { rows throws(StoreError) in
          for number in 0..<100 { try rows.addChallenge(digest: "\(hundred).\(number)", expiresAt: end) }
        }
      }
      // Any request at all.
      #expect(await stage.send("GET", .health).status == 200)
      #expect(try place.count("challenge") == 0)
    }

    @Test("No answer waits for what is being forgotten, which is one thing at a time")
    func aside() async throws {
      let store = HeldCommits(InMemoryTrustStore())
      var options = Stage.Options()
      options.waitsForPruning = false
      let stage = try await Stage(store: store, options: options)
      var token = try await stage.app().refreshToken
      await stage.desk.settlePruning()
      stage.clock.advance(600)
      // The refresh goes through.
      store.hold(skipping: 1)
      let before = store.count
      token = try await stage.renewed(token).refreshToken
      while store.waiting == 0 { await Task.yield() }
      #expect(store.count == before + 2)
      store.letGo()
      await stage.desk.settlePruning()
      stage.clock.advance(600)
      store.hold(skipping: 1)
      token = try await stage.renewed(token).refreshToken
      while store.waiting == 0 { await Task.yield() }
      // Due again, and not begun: a request that needs no transaction is answered meanwhile.
      stage.clock.advance(600)
      let held = store.count
      #expect(await stage.send("GET", .health).status == 200)
      for _ in 0..<200 { await Task.yield() }
      #expect(store.count == held && store.waiting == 1)
      store.letGo()
      await stage.desk.settlePruning()
    }

    @Test("A server that stops forgets no more than the transaction that runs")
    func stopped() async throws {
      let store = HeldCommits(InMemoryTrustStore())
      var options = Stage.Options()
      options.waitsForPruning = false
      let stage = try await Stage(store: store, options: options)
      let end = stage.clock.now
      try await store.transaction { rows throws(StoreError) in
        for number in 0..<1200 { try rows.addChallenge(digest: "\(number)", expiresAt: end) }
      }
      let before = store.count
      store.hold()
      #expect(await stage.send("GET", .health).status == 200)
      while store.waiting == 0 { await Task.yield() }
      let stopping = Task { await stage.desk.stopPruning() }
      while !stage.desk.hasStoppedPruning { await Task.yield() }
      store.letGo()
      await stopping.value
      #expect(store.count == before + 1)
      let left = try await store.transaction { rows throws(StoreError) in
        try rows.dropExpired(now: end, limit: 10_000)
      }
      #expect(left == 700)
      let stopped = store.count
      stage.clock.advance(600)
      #expect(await stage.send("GET", .health).status == 200)
      await stage.desk.settlePruning()
      #expect(store.count == stopped)
      stage.desk.startPruning()
      #expect(await stage.send("GET", .health).status == 200)
      await stage.desk.settlePruning()
      #expect(store.count > stopped)
    }

    @Test("A device that only refreshes is not forgotten", arguments: StoreKind.allCases)
    func inUse(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      var token = try await stage.app().refreshToken
      for _ in 0..<10 {
        stage.clock.advance(13 * 86400)
        token = try await stage.renewed(token).refreshToken
      }
      let device = try await stage.store.reading { rows throws(StoreError) in try rows.devices().first }
      #expect(device?.lastSeen == stage.clock.now && device?.firstSeen == stage.clock.now - 130 * 86400)
    }
  }
#endif
