#if PostgreSQL
  import Foundation
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  /// Several stores on one database, as several servers have them.
  @Suite(.enabled(if: PostgresPlace.connection != nil, "no MANTLET_POSTGRES"))
  struct PostgresRaceTests {
    private func stores(_ count: Int = 3) throws -> [PostgresTrustStore] {
      let schema = PostgresPlace.freshSchema()
      return try (0..<count).map { _ in try PostgresPlace.store(schema: schema) }
    }

    /// Runs `body` `times` times on each store, all at once, and gives how many were done.
    private func race(
      _ stores: [PostgresTrustStore], times: Int,
      _ body: @escaping @Sendable (any TrustTransaction, Int) throws(StoreError) -> Void
    ) async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (place, store) in stores.enumerated() {
          for turn in 0..<times {
            group.addTask {
              try await store.transaction { rows throws(StoreError) in try body(rows, place * times + turn) }
            }
          }
        }
        try await group.waitForAll()
      }
    }

    @Test("Three servers that refresh one token at once give one successor, which works", arguments: [0, 60])
    func threeServers(skew: Int64) async throws {
      let stores = try stores()
      let clocks = [TurnedClock(), TurnedClock(), TurnedClock()]
      clocks[1].advance(skew)
      clocks[2].advance(-skew)
      let first = try await Stage(store: stores[0], clock: clocks[0])
      var nodes = [first]
      for place in 1..<3 {
        nodes.append(try await Stage(store: stores[place], key: first.key, clock: clocks[place]))
      }
      var token = try await first.app().refreshToken
      for _ in 0..<5 {
        let (servers, presented) = (nodes, token)
        let answers = try await withThrowingTaskGroup(of: TrustAnswer.self) { group in
          for node in servers {
            for _ in 0..<8 {
              group.addTask {
                await node.token(
                  .refresh(token: presented), [TrustRoute.proofHeader: try await node.proof(.token)])
              }
            }
          }
          return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.status == 200 })
        let successors = Set(try answers.map { try TokenResponse(reading: $0.body).refreshToken })
        #expect(successors.count == 1)
        token = try #require(successors.first)
      }
      let events = nodes.flatMap(\.events.all)
      #expect(events.count { $0.kind == .refreshed } == 5)
      #expect(!events.contains { $0.kind == .reuseDetected })
    }

    @Test("With clocks a minute apart a spent token stays spent on every server")
    func skewed() async throws {
      let stores = try stores()
      let policy = Stage.policy { $0.boundRetryWindow = .seconds(10) }
      let (ahead, behind) = (TurnedClock(), TurnedClock())
      ahead.advance(60)
      let one = try await Stage(policy: policy, store: stores[0], clock: behind)
      let other = try await Stage(policy: policy, store: stores[1], key: one.key, clock: ahead)
      let first = try await one.app()
      let second = try await other.renewed(first.refreshToken)
      // Within the window by the session's own time, whatever this server's clock says.
      #expect(try await one.renewed(first.refreshToken).refreshToken == second.refreshToken)
      #expect(try await one.refresh(second.refreshToken).status == 200)
      for node in [one, other] { #expect(try await node.refresh(first.refreshToken).status == 400) }
    }

    @Test("Guesses that race are all counted, from the first one on")
    func guesses() async throws {
      let stores = try stores()
      try await race(stores, times: 15) { rows, _ throws(StoreError) in
        var row = try rows.attempts(key: "u.x") ?? AttemptRow(key: "u.x", expiresAt: 99)
        row.counted += 1
        try rows.saveAttempts(row)
      }
      let counted = try await stores[0].reading { rows throws(StoreError) in try rows.attempts(key: "u.x")?.counted }
      #expect(counted == 45)
    }

    @Test("Changes of one session and of one device that race are all kept")
    func changes() async throws {
      let stores = try stores()
      try await stores[0].transaction { rows throws(StoreError) in
        try rows.saveSession(
          SessionRow(
            id: "s", kind: .app, subject: "d", device: "d", boundKey: nil, parent: nil, tier: .attested, startedAt: 1,
            lastUsedAt: 1, expiresAt: 9, current: "c"))
        try rows.saveDevice(
          DeviceRow(
            thumbprint: "d",
            facts: DeviceFacts(
              platform: .linux, version: "1", patchLevel: nil, isRooted: .no, isHooked: .no, isDebugged: .no), app: "a",
            appVersion: "1", tier: .attested, firstSeen: 0, lastSeen: 0))
      }
      try await race(stores, times: 15) { rows, turn throws(StoreError) in
        if turn % 2 == 0 {
          guard var row = try rows.openSessions(device: "d").first else { throw .unreadable }
          row.generation += 1
          try rows.saveSession(row)
        } else {
          guard var row = try rows.session(id: "s") else { throw .unreadable }
          row.generation += 1
          try rows.saveSession(row)
        }
        guard var row = try rows.device(thumbprint: "d") else { throw .unreadable }
        row.lastSeen += 1
        try rows.saveDevice(row)
      }
      let end = try await stores[1].reading { rows throws(StoreError) in
        (try rows.session(id: "s")?.generation, try rows.device(thumbprint: "d")?.lastSeen)
      }
      #expect(end.0 == 45 && end.1 == 45)
    }

    @Test("Of servers that start on an empty database at once, one makes the first signing key")
    func signingKeys() async throws {
      let stores = try stores()
      try await race(stores, times: 8) { rows, turn throws(StoreError) in
        guard try rows.signingKeys().isEmpty else { return }
        try rows.saveSigningKey(SigningKeyRow(id: "k\(turn)", sealed: [1], createdAt: 1, activeFrom: 1))
      }
      let count = try await stores[0].reading { rows throws(StoreError) in try rows.signingKeys().count }
      #expect(count == 1)
    }

    @Test("Of first anchors that race, one is judged to be the first")
    func anchors() async throws {
      let stores = try stores()
      let mark = try RecordStoreAnchor(
        store: [UInt8](repeating: 1, count: 16), generation: 1, digest: [UInt8](repeating: 2, count: 32))
      let seen = Locked(0)
      try await race(stores, times: 8) { rows, _ throws(StoreError) in
        guard try rows.anchors(account: "a", device: "d").isEmpty else { return }
        // Leaves room for another one between look and write.
        for _ in 0..<20 { _ = try rows.devices() }
        seen.change { $0 += 1 }
        try rows.saveAnchor(account: "a", device: "d", mark)
      }
      #expect(seen.value == 1)
    }

    @Test("A proof and a name are taken once by servers that race")
    func once() async throws {
      let stores = try stores()
      let hash = PasswordHash(salt: [1], rounds: 2, blockSize: 3, parallelism: 4, hash: [5])
      let results = try await withThrowingTaskGroup(of: [Bool].self) { group in
        for turn in 0..<30 {
          group.addTask {
            try await stores[turn % 3].transaction { rows throws(StoreError) in
              [
                try rows.rememberProof(digest: "p", now: 1, expiresAt: 9),
                try rows.addAccount(AccountRow(id: "id\(turn)", user: "ada", password: hash)),
              ]
            }
          }
        }
        return try await group.reduce(into: [[Bool]]()) { $0.append($1) }
      }
      #expect(results.count { $0[0] } == 1 && results.count { $0[1] } == 1)
    }

    @Test("A person's renewal does not wait for whoever holds the app session above it")
    func besideTheApp() async throws {
      let stores = try stores(2)
      let stage = try await Stage(store: stores[0])
      try await stage.addAda()
      let user = try await stage.user(try await stage.app())
      let thumbprint = stage.device.thumbprint
      let (isHeld, held) = AsyncStream.makeStream(of: Void.self)
      let renewed = DispatchSemaphore(value: 0)
      let holder = Task {
        try await stores[1].transaction { rows throws(StoreError) in
          guard let app = try rows.openApps(device: thumbprint).first, try rows.session(id: app.id) != nil else {
            throw .unreadable
          }
          held.yield()
          return renewed.wait(timeout: .now() + 3) == .success
        }
      }
      for await _ in isHeld { break }
      #expect(try await stage.refresh(user.refreshToken).status == 200)
      renewed.signal()
      #expect(try await holder.value)
    }

    @Test("Two transactions that wait for each other both end well")
    func deadlock() async throws {
      let stores = try stores(2)
      try await stores[0].transaction { rows throws(StoreError) in
        for id in ["a", "b"] {
          try rows.saveSession(
            SessionRow(
              id: id, kind: .app, subject: "d", device: "d", boundKey: nil, parent: nil, tier: .attested, startedAt: 1,
              lastUsedAt: 1, expiresAt: 9, current: id))
        }
      }
      let runs = Locked(0)
      let (one, two) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      let orders = [(["a", "b"], one, two), (["b", "a"], two, one)]
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (place, (order, mine, theirs)) in orders.enumerated() {
          group.addTask {
            try await stores[place].transaction { rows throws(StoreError) in
              runs.change { $0 += 1 }
              for (step, id) in order.enumerated() {
                guard var row = try rows.session(id: id) else { throw .unreadable }
                if step == 0 {
                  mine.signal()
                  if runs.value <= 2 { _ = theirs.wait(timeout: .now() + 2) }
                }
                row.generation += 1
                try rows.saveSession(row)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(runs.value == 3)
      let ends = try await stores[0].reading { rows throws(StoreError) in
        [try rows.session(id: "a")?.generation, try rows.session(id: "b")?.generation]
      }
      #expect(ends == [2, 2])
    }
  }
#endif
