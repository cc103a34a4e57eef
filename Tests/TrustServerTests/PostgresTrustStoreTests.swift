#if PostgreSQL
  import Foundation
  import Redaction
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  @Suite(.enabled(if: PostgresPlace.connection != nil, "no MANTLET_POSTGRES"))
  struct PostgresTrustStoreTests {
    @Test("The store in PostgreSQL keeps every promise")
    func promises() async throws { #expect(try await TrustStoreConformance.check(PostgresPlace.store()) == []) }

    @Test("One connection is enough for every promise")
    func oneConnection() async throws {
      #expect(try await TrustStoreConformance.check(PostgresPlace.store(connections: 1)) == [])
    }

    @Test("Tables of a newer program are refused by version and left as they were")
    func newer() async throws {
      let schema = PostgresPlace.freshSchema()
      let old = try PostgresPlace.store(schema: schema)
      try PostgresPlace.psql("UPDATE \(schema).mantlet_schema SET version = 11")
      let newer = StoreError.newerSchema(path: "the PostgreSQL database", found: 11, known: 10)
      #expect(throws: newer) { try PostgresPlace.store(schema: schema) }
      // A program that was running before sees it at its next connection.
      await #expect(throws: newer) { try await old.reading { rows throws(StoreError) in try rows.devices() } }
      #expect(try PostgresPlace.psql("SELECT version FROM \(schema).mantlet_schema") == "11")
    }

    @Test("Tables that became older under a program that runs are renewed by its next connection; missing ones are not")
    func olderMeanwhile() async throws {
      let connection = try #require(PostgresPlace.connection)
      let (schema, empty) = (PostgresPlace.freshSchema(), PostgresPlace.freshSchema())
      // Neither has a connection yet.
      let (running, lost) = (try PostgresPlace.store(schema: schema), try PostgresPlace.store(schema: empty))
      try PostgresPlace.psql(
        "DROP INDEX \(schema).session_person; UPDATE \(schema).mantlet_schema SET version = 9")
      #expect(throws: StoreError.olderSchema(path: "the PostgreSQL database", found: 9, known: 10)) {
        try PostgresTrustStore(connection: connection, schema: schema, renews: false)
      }
      #expect(try await running.reading { rows throws(StoreError) in try rows.latestUse(by: .max) } == nil)
      #expect(try PostgresPlace.psql("SELECT version FROM \(schema).mantlet_schema") == "10")
      #expect(
        try PostgresPlace.psql(
          "SELECT count(*) FROM pg_indexes WHERE schemaname = '\(schema)' AND indexname IN ('session_subject', "
            + "'session_person')") == "2")
      try PostgresPlace.psql("DROP SCHEMA \(empty) CASCADE")
      await #expect(throws: StoreError.unreadable) {
        try await lost.reading { rows throws(StoreError) in try rows.latestUse(by: .max) }
      }
      #expect(try PostgresPlace.psql("SELECT count(*) FROM pg_tables WHERE schemaname = '\(empty)'") == "0")
    }

    @Test func `Tables that became older under an operator's command are refused, and left so`() async throws {
      let (connection, schema) = (try #require(PostgresPlace.connection), PostgresPlace.freshSchema())
      _ = try PostgresPlace.store(schema: schema)
      // It has no connection yet.
      let command = try PostgresTrustStore(connection: connection, schema: schema, renews: false)
      try PostgresPlace.psql(
        "DROP INDEX \(schema).session_person; UPDATE \(schema).mantlet_schema SET version = 9")
      await #expect(throws: StoreError.olderSchema(path: "the PostgreSQL database", found: 9, known: 10)) {
        try await command.reading { rows throws(StoreError) in try rows.devices() }
      }
      #expect(try PostgresPlace.psql("SELECT version FROM \(schema).mantlet_schema") == "9")
      _ = try PostgresPlace.store(schema: schema)
      #expect(try await command.reading { rows throws(StoreError) in try rows.devices() }.isEmpty)
    }

    @Test("A session that a newer program ended for a reason without a word here has ended")
    func unknownEnd() async throws {
      let schema = PostgresPlace.freshSchema()
      let first = try await Stage(store: try PostgresPlace.store(schema: schema))
      let app = try await first.app()
      try PostgresPlace.psql("UPDATE \(schema).session SET ended = 'a newer word', ended_at = started")
      let stage = try await first.restarted()
      #expect(reason(try await stage.refresh(app.refreshToken)) == .sessionEnded)
      #expect(await stage.check(app) == .sessionEnded)
    }

    @Test("Several hosts without a synchronous standby are named at the start; one host is not")
    func failover() async throws {
      let schema = PostgresPlace.freshSchema()
      let one = try PostgresPlace.store(schema: schema)
      #expect(one.failover == .holds)
      let several = try PostgresTrustStore(connection: try PostgresPlace.severalHosts(), schema: schema)
      guard case .fails = several.failover else {
        Issue.record("\(several.failover)")
        return
      }
      #expect(try await Stage(store: one).events.all.isEmpty)
      #expect(try await Stage(store: several).events.all.map(\.kind) == [.commitsMayBeLost])
    }

    @Test("Programs that start at once make the tables once")
    func together() async throws {
      let schema = PostgresPlace.freshSchema()
      try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<6 {
          group.addTask {
            let store = try PostgresPlace.store(schema: schema, connections: 1)
            return try await store.transaction { rows throws(StoreError) in try rows.devices().count }
          }
        }
        for try await count in group { #expect(count == 0) }
      }
      #expect(try PostgresPlace.psql("SELECT version FROM \(schema).mantlet_schema") == "10")
    }

    @Test("Tables of the first version get the index by which the latest use is found")
    func firstVersion() throws {
      let schema = PostgresPlace.freshSchema()
      try PostgresPlace.store(schema: schema).release()
      let later = Self.withoutHistory(schema)
      try PostgresPlace.psql(
        "\(later) DROP INDEX \(schema).session_use; UPDATE \(schema).mantlet_schema SET version = 1")
      try PostgresPlace.store(schema: schema).release()
      #expect(
        try PostgresPlace.psql(
          "SELECT count(*) FROM pg_indexes WHERE schemaname = '\(schema)' AND indexname = 'session_use'") == "1")
      #expect(try PostgresPlace.psql("SELECT version FROM \(schema).mantlet_schema") == "10")
    }

    /// Takes from the tables what their versions from 3 on added.
    private static func withoutHistory(_ schema: String) -> String {
      """
      DROP TABLE \(schema).pin_failure_batch, \(schema).pin_failure, \(schema).attested_key, \(schema).device_report,
        \(schema).device_block, \(schema).clock;
      DROP SEQUENCE \(schema).pin_failure_position;
      DROP INDEX \(schema).session_start, \(schema).session_open, \(schema).session_person;
      ALTER TABLE \(schema).device DROP COLUMN grounds, DROP COLUMN judged;
      """
    }

    @Test("Tables of the second version keep their rows and sessions, and get a history")
    func secondVersion() async throws {
      let schema = PostgresPlace.freshSchema()
      let before = try PostgresPlace.store(schema: schema)
      let first = try await Stage(store: before)
      let app = try await first.app()
      await Task.detached { before.release() }.value
      try PostgresPlace.psql("\(Self.withoutHistory(schema)) UPDATE \(schema).mantlet_schema SET version = 2")
      // What devices were admitted on was not kept then.
      var lenient = Stage.policy()
      lenient.server.devices[.linux]?.whenUndetermined = .allow
      let stage = try await Stage(
        policy: lenient, store: try PostgresPlace.store(schema: schema), key: first.key, clock: first.clock)
      #expect(try await stage.desk.device(stage.device.thumbprint)?.row?.facts.version == "12")
      _ = try await stage.renewed(app.refreshToken)
      #expect(try await stage.enrol { $0.isRooted = .yes }.status == 400)
      #expect(try await stage.desk.device(stage.device.thumbprint)?.reports.map(\.refusal) == [.deviceRefused])
    }

    @Test("A failed step leaves no table behind")
    func brokenStart() throws {
      let schema = PostgresPlace.freshSchema()
      try PostgresPlace.psql("CREATE SCHEMA \(schema); CREATE TABLE \(schema).session (a int)")
      // 42P07: the table exists.
      #expect(throws: StoreError.refused(try #require(SQLState("42P07")))) { try PostgresPlace.store(schema: schema) }
      #expect(try PostgresPlace.psql("SELECT count(*) FROM pg_tables WHERE schemaname = '\(schema)'") == "1")
    }

    @Test("A restart keeps challenges, devices, sessions and spent tokens")
    func restart() async throws {
      let schema = PostgresPlace.freshSchema()
      let first = try PostgresPlace.store(schema: schema)
      let before = try await Stage(store: first)
      let challenge = try await before.challenge()
      let tokens = try await before.app()
      let next = try await before.renewed(tokens.refreshToken)
      await Task.detached { first.release() }.value
      await #expect(throws: StoreError.unreachable) {
        try await first.reading { rows throws(StoreError) in try rows.devices() }
      }
      let after = try await Stage(store: try PostgresPlace.store(schema: schema), key: before.key)
      let report = try await after.sign(.report, after.report(challenge).bytes)
      #expect(await after.token(.deviceReport(compact: report)).status == 200)
      #expect(reason(await after.token(.deviceReport(compact: report))) == .replayed)
      let last = try await after.renewed(next.refreshToken)
      #expect(reason(try await after.refresh(tokens.refreshToken)) == .tokenSuperseded)
      #expect(try await after.refresh(last.refreshToken).status == 200)
    }

    @Test("A dump holds no token, challenge or password")
    func noSecrets() async throws {
      let schema = PostgresPlace.freshSchema()
      let stage = try await Stage(store: try PostgresPlace.store(schema: schema))
      try await stage.addAda()
      let challenge = try await stage.challenge()
      let app = try await stage.app()
      let user = try await stage.user(app)
      let dump = try PostgresPlace.run(
        "/usr/bin/env", ["pg_dump", "-d", try #require(PostgresPlace.connection), "-n", schema])
      #expect(dump.contains(ProofOfPossession.digest(app.refreshToken)))
      for secret in [
        app.refreshToken, app.accessToken, user.refreshToken, user.accessToken, challenge, "correct horse",
      ] {
        #expect(!dump.contains(secret))
        #expect(!dump.contains(secret.utf8.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()))
      }
    }

    @Test("Text from outside comes back byte by byte, also with a zero in it")
    func anyText() async throws {
      let store = try PostgresPlace.store()
      let odd = "a\u{0}ß\\'\u{1F600}"
      let entry = RecordBatch.Entry(id: odd, kind: odd, createdAt: 1, payload: odd)
      let hash = PasswordHash(salt: [], rounds: 2, blockSize: 3, parallelism: 4, hash: [0])
      let found = try await store.transaction { rows throws(StoreError) in
        try rows.addRecord(account: "id", entry)
        _ = try rows.addAccount(AccountRow(id: "id", user: odd, password: hash))
        return (try rows.records(account: "id"), try rows.account(user: odd)?.password)
      }
      #expect(found.0 == [entry] && found.1 == hash)
    }

    @Test("A reading that writes is refused and keeps nothing")
    func readOnly() async throws {
      let store = try PostgresPlace.store()
      // 25006: read-only transaction.
      await #expect(throws: StoreError.refused(try #require(SQLState("25006")))) {
        try await store.reading { rows throws(StoreError) in try rows.addChallenge(digest: "c", expiresAt: 9) }
      }
    }

    @Test("A transaction that goes on after a failed statement is refused and not half kept", arguments: [true, false])
    func swallowed(isReading: Bool) async throws {
      let store = try PostgresPlace.store()
      // 25P02: the transaction had failed before; 22021: what a zero byte is, which no identifier of this program has.
      await #expect(throws: StoreError.refused(try #require(SQLState(isReading ? "25P02" : "22021")))) {
        try await store.transaction { rows throws(StoreError) in
          try rows.addChallenge(digest: "c", expiresAt: 9)
          if isReading {
            _ = try? rows.refreshToken(digest: "\u{0}")
          } else {
            try? rows.dropRefreshToken(digest: "\u{0}")
          }
          try rows.addChallenge(digest: "d", expiresAt: 9)
        }
      }
      for name in ["c", "d"] {
        let state = try await store.transaction { rows throws(StoreError) in
          try rows.consumeChallenge(digest: name, now: 1)
        }
        #expect(state == .unknown)
      }
    }

    @Test("A write that fails is told by the reading after it, and the connection goes on")
    func failedWrite() async throws {
      let store = try PostgresPlace.store(connections: 1)
      for _ in 0..<2 {
        let told = Locked(0)
        await #expect(throws: StoreError.refused(try #require(SQLState("22021")))) {
          try await store.transaction { rows throws(StoreError) in
            try rows.dropRefreshToken(digest: "\u{0}")
            try rows.addChallenge(digest: "c", expiresAt: 9)
            do throws(StoreError) { _ = try rows.devices() } catch {
              told.change { $0 += 1 }
              throw error
            }
          }
        }
        #expect(told.value == 1)
      }
      try await store.transaction { rows throws(StoreError) in try rows.addChallenge(digest: "d", expiresAt: 9) }
      let states = try await store.transaction { rows throws(StoreError) in
        [try rows.consumeChallenge(digest: "c", now: 1), try rows.consumeChallenge(digest: "d", now: 1)]
      }
      #expect(states == [.unknown, .fresh])
    }

    @Test("Hundreds of writes in a row are kept in their order")
    func manyWrites() async throws {
      let store = try PostgresPlace.store(connections: 1)
      try await store.transaction { rows throws(StoreError) in
        for turn in 0..<300 {
          try rows.saveRefreshToken(
            RefreshTokenRow(digest: "d\(turn)", session: "s", generation: Int64(turn), salt: [UInt8(turn & 255)]))
          try rows.saveRefreshToken(
            RefreshTokenRow(digest: "d\(turn)", session: "s", generation: 0, salt: [], usedAt: Int64(turn)))
        }
        try rows.dropRefreshTokens(session: "s", before: 150)
      }
      let kept = try await store.reading { rows throws(StoreError) in
        var kept: [Int64] = []
        for turn in 0..<300 { if let used = try rows.refreshToken(digest: "d\(turn)")?.usedAt { kept.append(used) } }
        return kept
      }
      #expect(kept == Array(150..<300))
    }

    @Test("More transactions than may wait are turned away, and those that may are done")
    func bounded() async throws {
      let store = try PostgresPlace.store(connections: 1)
      let gate = DispatchSemaphore(value: 0)
      let results = await withTaskGroup(of: Bool.self) { group in
        for turn in 0..<200 {
          group.addTask {
            do throws(StoreError) {
              try await store.transaction { rows throws(StoreError) in
                if turn == 0 { _ = gate.wait(timeout: .now() + 5) }
                try rows.addChallenge(digest: "c\(turn)", expiresAt: 9)
              }
              return true
            } catch {
              #expect(error == .busy)
              gate.signal()
              return false
            }
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      // 128 may wait while one is at work.
      #expect(results.count { $0 } >= 128 && results.contains(false))
    }

    @Test func `An accepted start waits for a server that holds the kept time for longer than a request may`()
      async throws
    {
      let schema = PostgresPlace.freshSchema()
      let (holder, store) = (try PostgresPlace.store(schema: schema), try PostgresPlace.store(schema: schema))
      try await holder.transaction { rows throws(StoreError) in try rows.keepTime(7) }
      let isHeld = Locked(false)
      let holding = Task {
        try await holder.transaction { rows throws(StoreError) in
          _ = try rows.keptTime()
          isHeld.set(true)
          // Others wait for three seconds.
          Thread.sleep(forTimeInterval: 4)
        }
      }
      for _ in 0..<500 where !isHeld.value { try await Task.sleep(for: .milliseconds(10)) }
      try #require(isHeld.value)
      let clock = SteadyClock(elapsed: { .zero }) { Date(timeIntervalSince1970: 1_800_000_000) }
      try await clock.accept(in: store)
      try await holding.value
      #expect(try await store.reading { rows throws(StoreError) in try rows.keptTime() } == 1_800_000_000)
    }

    @Test("The database tells its time, and a clock that is wrong by years is put right by it")
    func time() async throws {
      let store = try PostgresPlace.store()
      let before = Date()
      let theirs = try #require(try await store.time())
      let clock = StoreClock(machine: { Date(timeIntervalSince1970: 1000) }, elapsed: { .zero })
      let behind = try await clock.adjust(to: store)
      let range = before.addingTimeInterval(-1)...Date().addingTimeInterval(1)
      #expect(range.contains(theirs) && range.contains(clock.now))
      #expect(abs(clock.now.timeIntervalSince1970 - 1000 - behind) < 0.001)
    }
  }
#endif
