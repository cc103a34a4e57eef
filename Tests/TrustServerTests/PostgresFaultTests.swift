#if PostgreSQL
  import Foundation
  import Redaction
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  /// Connections that die at bad moments.
  @Suite(.enabled(if: PostgresPlace.connection != nil, "no MANTLET_POSTGRES"))
  struct PostgresFaultTests {
    /// Ends every connection whose tables these are.
    private static func cut(_ schema: String) throws {
      try PostgresPlace.psql(
        """
        SELECT pg_terminate_backend(l.pid, 2000) FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
          JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = '\(schema)' GROUP BY l.pid
        """)
    }

    @Test("A connection that died in mid-transaction is replaced, and the transaction is kept once")
    func midway() async throws {
      let schema = PostgresPlace.freshSchema()
      let store = try PostgresPlace.store(schema: schema, connections: 1)
      let runs = Locked(0)
      try await store.transaction { rows throws(StoreError) in
        runs.change { $0 += 1 }
        try rows.addRecord(account: "a", .init(id: "\(runs.value)", kind: "k", createdAt: 1, payload: ""))
        // What was written is certainly there by the end of a reading.
        _ = try rows.records(account: "a")
        if runs.value == 1 { try? Self.cut(schema) }
        try rows.addChallenge(digest: "c", expiresAt: 9)
      }
      let kept = try await store.reading { rows throws(StoreError) in try rows.records(account: "a").map(\.id) }
      #expect(runs.value == 2 && kept == ["2"])
    }

    @Test("A connection that keeps dying is an error, and nothing is kept")
    func always() async throws {
      let schema = PostgresPlace.freshSchema()
      let store = try PostgresPlace.store(schema: schema, connections: 1)
      await #expect(throws: StoreError.unreachable) {
        try await store.transaction { rows throws(StoreError) in
          try rows.addChallenge(digest: "c", expiresAt: 9)
          _ = try rows.devices()
          try? Self.cut(schema)
          try rows.addChallenge(digest: "d", expiresAt: 9)
        }
      }
      let state = try await store.transaction { rows throws(StoreError) in
        try rows.consumeChallenge(digest: "c", now: 1)
      }
      #expect(state == .unknown)
    }

    @Test("A commit whose answer got lost is not repeated; the retry of the refresh gives one successor that works")
    func commitLost() async throws {
      let schema = PostgresPlace.freshSchema()
      let store = try PostgresPlace.store(schema: schema, connections: 1)
      let stage = try await Stage(store: store)
      let first = try await stage.app()
      // Ends its own connection while it commits.
      try PostgresPlace.psql(
        """
        CREATE FUNCTION \(schema).die() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(1); RETURN NULL; END $$;
        CREATE CONSTRAINT TRIGGER die AFTER INSERT OR UPDATE ON \(schema).refresh_token DEFERRABLE INITIALLY DEFERRED
          FOR EACH ROW EXECUTE FUNCTION \(schema).die();
        """)
      let runs = Locked(0)
      await #expect(throws: StoreError.commitUnknown) {
        try await store.transaction { rows throws(StoreError) in
          runs.change { $0 += 1 }
          try rows.saveRefreshToken(RefreshTokenRow(digest: "x", session: "y", generation: 0, salt: []))
        }
      }
      #expect(runs.value == 1)
      let failed = try await stage.refresh(first.refreshToken)
      #expect(failed.status == 503 && failed.headers["retry-after"] != nil && reason(failed) == .unavailable)
      try PostgresPlace.psql("DROP TRIGGER die ON \(schema).refresh_token")
      let second = try await stage.renewed(first.refreshToken)
      #expect(try await stage.renewed(first.refreshToken).refreshToken == second.refreshToken)
      #expect(try await stage.refresh(second.refreshToken).status == 200)
      #expect(!stage.events.all.contains { $0.kind == .reuseDetected })
    }

    @Test("A row that somebody else holds for long is an error within seconds, and the store goes on")
    func heldLock() async throws {
      let schema = PostgresPlace.freshSchema()
      let (store, other) = (try PostgresPlace.store(schema: schema), try PostgresPlace.store(schema: schema))
      let (isHeld, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
      async let holder: Void = other.transaction { rows throws(StoreError) in
        _ = try rows.attempts(key: "u.x")
        isHeld.signal()
        // Not idle, which would end it.
        while isDone.wait(timeout: .now() + 1) == .timedOut { _ = try rows.devices() }
      }
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          isHeld.wait()
          continuation.resume()
        }
      }
      // 55P03: the lock was not available in time.
      await #expect(throws: StoreError.refused(try #require(SQLState("55P03")))) {
        try await store.transaction { rows throws(StoreError) in try rows.attempts(key: "u.x") }
      }
      isDone.signal()
      try await holder
      #expect(try await store.transaction { rows throws(StoreError) in try rows.attempts(key: "u.x") } == nil)
    }
  }

  /// The whole server goes: run apart from everything else that uses it.
  @Suite(.serialized, .enabled(if: PostgresPlace.control != nil, "no MANTLET_POSTGRES_CONTROL"))
  struct PostgresStopTests {
    @Test("A synchronous standby that the database names is seen")
    func standby() throws {
      let schema = PostgresPlace.freshSchema()
      try PostgresPlace.store(schema: schema).release()
      // From now on a commit would wait; nothing of what follows writes.
      try PostgresPlace.psql("ALTER SYSTEM SET synchronous_standby_names = 'nobody'")
      try PostgresPlace.psql("SELECT pg_reload_conf(), pg_sleep(1)")
      let store = try? PostgresTrustStore(connection: try PostgresPlace.severalHosts(), schema: schema)
      try PostgresPlace.psql("ALTER SYSTEM RESET synchronous_standby_names")
      try PostgresPlace.psql("SELECT pg_reload_conf(), pg_sleep(1)")
      #expect(store?.failover == .holds)
    }

    @Test("PostgreSQL without fsync is refused")
    func durability() throws {
      try PostgresPlace.psql("ALTER SYSTEM SET fsync = off")
      try PostgresPlace.psql("SELECT pg_reload_conf(), pg_sleep(1)")
      #expect(throws: StoreError.commitsNotDurable) { try PostgresPlace.store() }
      try PostgresPlace.psql("ALTER SYSTEM RESET fsync")
      try PostgresPlace.psql("SELECT pg_reload_conf(), pg_sleep(1)")
      _ = try PostgresPlace.store()
    }

    @Test(
      "PostgreSQL stopped or killed in the middle: 503 with Retry-After, no token that is not stored, no alarm",
      arguments: ["stop", "crash", "kill"])
    func stopped(how: String) async throws {
      let store = try PostgresPlace.store()
      var policy = Stage.policy()
      policy.server.unattested.requestsPerMinute = 1_000_000
      // A device each: of one device's app sessions only the newest goes on.
      var made: [(stage: Stage, token: String)] = []
      for _ in 0..<6 {
        let stage = try await Stage(policy: policy, store: store)
        made.append((stage, try await stage.app().refreshToken))
      }
      let devices = made
      let isOver = Locked(false)
      let refreshed = Locked(0)
      let limit = ContinuousClock.now + .seconds(90)
      // Each device refreshes without a pause and keeps what it was given, as an app does.
      async let ends = withThrowingTaskGroup(of: (stage: Stage, token: String, failures: Int).self) { group in
        for (stage, token) in devices {
          group.addTask {
            var (held, failures) = (token, 0)
            while !isOver.value, ContinuousClock.now < limit {
              let answer = try await stage.refresh(held)
              if answer.status == 200 {
                held = try TokenResponse(reading: answer.body).refreshToken
                refreshed.change { $0 += 1 }
              } else {
                try #require(answer.status == 503 && answer.headers["retry-after"] != nil)
                failures += 1
              }
            }
            return (stage, held, failures)
          }
        }
        return try await group.reduce(into: [(stage: Stage, token: String, failures: Int)]()) { $0.append($1) }
      }
      while refreshed.value < 20, ContinuousClock.now < limit { await Task.yield() }
      try PostgresPlace.control(how)
      if how != "kill" {
        #expect(reason(try await devices[0].stage.refresh(devices[0].token)) == .unavailable)
        try PostgresPlace.control("start")
      }
      let before = refreshed.value
      while refreshed.value < before + 20, ContinuousClock.now < limit { await Task.yield() }
      #expect(refreshed.value >= before + 20)
      isOver.set(true)
      let results = try await ends
      #expect(how == "kill" || results.contains { $0.failures > 0 })
      for result in results {
        #expect(try await result.stage.refresh(result.token).status == 200)
        #expect(!result.stage.events.all.contains { $0.kind == .reuseDetected })
      }
    }
  }
#endif
