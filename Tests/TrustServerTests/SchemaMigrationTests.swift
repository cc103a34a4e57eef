#if Server
  import Foundation
  import GRDB
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct SchemaMigrationTests {
    /// A file as the program before wrote it: an app's session with a spent and a live token, a person's session, one
    /// that was revoked, and a name that is locked.
    private func version2(_ stage: Stage) throws -> String {
      let path = temporaryFile()
      try TrustStoreTests.makeVersion1(at: path)
      let (now, device) = (stage.clock.now, stage.device.thumbprint)
      func digest(_ token: String) -> String { ProofOfPossession.digest(token) }
      try DatabaseQueue(path: path).write { database in
        try database.execute(
          sql: """
            CREATE TABLE record_anchor (position INTEGER PRIMARY KEY, account TEXT NOT NULL, device TEXT NOT NULL,
              store BLOB NOT NULL, generation INTEGER NOT NULL, digest BLOB NOT NULL, UNIQUE (account, device, store));
            PRAGMA user_version = 2;
            """)
        try database.execute(
          sql: "INSERT INTO device VALUES (?, 'linux', '12', 'app', '1', 'UNATTESTED', ?, ?)",
          arguments: [device, now - 100, now - 100])
        for (id, kind, subject, current, predecessor, revoked) in [
          ("app", "app", device, "a1", "a0", 0), ("user", "user", "ada-id", "u0", nil as String?, 0),
          ("gone", "user", "ada-id", "g0", nil, 1),
        ] {
          try database.execute(
            sql: "INSERT INTO session VALUES (?, ?, ?, ?, 'UNATTESTED', ?, ?, ?, ?)",
            arguments: [id, kind, subject, device, now - 100, digest(current), predecessor.map(digest), revoked])
        }
        for (token, session, generation, replaced) in [
          ("a0", "app", 0, 0), ("a1", "app", 1, 0), ("ax", "app", 1, 1), ("u0", "user", 0, 0), ("g0", "gone", 0, 0),
        ] {
          try database.execute(
            sql: "INSERT INTO refresh_token VALUES (?, ?, ?, ?, ?)",
            arguments: [digest(token), session, generation, now - 50 + 14 * 86400, replaced])
        }
        try database.execute(
          sql: "INSERT INTO attempt VALUES (?, 0, ?, ?)", arguments: [digest("ada"), now + 300, now + 86400])
      }
      return path
    }

    private var lenient: Policy {
      var policy = Stage.policy()
      policy.server.devices[.linux]?.whenUndetermined = .allow
      return policy
    }

    @Test("Sessions of a version 2 file go on with their tokens, retries and families, each bound to its key")
    func goesOn() async throws {
      let first = try await Stage(policy: lenient)
      let path = try version2(first)
      let stage = try await Stage(
        policy: lenient, store: try SQLiteTrustStore(path: path), key: first.key, clock: first.clock)
      // The retry of a token that the older program had answered: its unused successor gives way.
      let retried = try await stage.renewed("a0")
      #expect(reason(try await stage.refresh("a1")) == .tokenInvalid)
      #expect(reason(try await stage.refresh("ax")) == .tokenInvalid)
      let next = try await stage.renewed(retried.refreshToken)
      #expect(next.refreshExpiresIn == 14 * 86400 && next.tokenType == "DPoP")
      let user = try await stage.renewed("u0")
      #expect(user.sessionExpiresIn == Stage.days(30) - 100)
      #expect(reason(await stage.bearerRefresh("u0")) == .proofMissing)
      #expect(reason(try await stage.refresh("g0")) == .sessionEnded)
      let found = try await stage.store.reading { rows throws(StoreError) in try rows.sessions(parent: "app") }
      #expect(Set(found.map(\.id)) == ["user", "gone"])
      #expect(found.allSatisfy { $0.boundKey == stage.device.thumbprint && $0.startedAt == stage.clock.now - 100 })
      #expect(try await stage.desk.endSession(id: "app"))
      #expect(reason(try await stage.refresh(user.refreshToken)) == .sessionEnded)
    }

    @Test("What an older program did not keep is undetermined: the device reports again and goes on")
    func undetermined() async throws {
      let first = try await Stage()
      let stage = try await Stage(
        store: try SQLiteTrustStore(path: try version2(first)), key: first.key, clock: first.clock)
      let refusal = try RefusalBody(reading: try await stage.refresh("a1").body)
      #expect(refusal.reason == .deviceRefused && refusal.code == .unknown)
      _ = try await stage.app()
      #expect(try await stage.refresh("a1").status == 200)
    }

    @Test("A lock outlives the upgrade, and the file keeps its durability")
    func locked() async throws {
      let first = try await Stage(policy: lenient)
      let path = try version2(first)
      let stage = try await Stage(
        policy: lenient, store: try SQLiteTrustStore(path: path), key: first.key, clock: first.clock)
      try await stage.addAda()
      let app = try await stage.app()
      #expect(try await stage.logIn(app).headers["retry-after"] == "300")
      stage.clock.advance(300)
      #expect(try await stage.logIn(app).status == 200)
      let version = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
      #expect(version == SQLiteTrustStore.schemaVersion)
    }

    @Test("A version 4 file keeps its rows and its sessions, and gets a history")
    func history() async throws {
      let path = temporaryFile()
      let before = try SQLiteTrustStore(path: path)
      let first = try await Stage(store: before)
      try await first.addAda()
      let app = try await first.app()
      let user = try await first.user(app)
      try before.release()
      try await DatabaseQueue(path: path).write { database in
        try database.execute(sql: OlderFile.withoutHistory + "PRAGMA user_version = 4;")
      }
      let stage = try await Stage(
        policy: lenient, store: try SQLiteTrustStore(path: path), key: first.key, clock: first.clock)
      #expect(try await stage.desk.device(stage.device.thumbprint)?.row?.facts.version == "12")
      #expect(try await stage.desk.device(stage.device.thumbprint)?.reports == [])
      _ = try await stage.renewed(app.refreshToken)
      _ = try await stage.renewed(user.refreshToken)
      #expect(try await stage.enrol { $0.isRooted = .yes }.status == 400)
      #expect(try await stage.desk.device(stage.device.thumbprint)?.reports.map(\.refusal) == [.deviceRefused])
      let version = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
      #expect(version == SQLiteTrustStore.schemaVersion)
    }

    @Test("A version 5 file keeps its sessions and history, and room for failures of pins is made")
    func pinFailures() async throws {
      let path = temporaryFile()
      let before = try SQLiteTrustStore(path: path)
      let first = try await Stage(store: before)
      let app = try await first.app()
      try before.release()
      try await DatabaseQueue(path: path).write { database in
        try database.execute(
          sql: OlderFile.withoutGrounds
            + "DROP TABLE pin_failure_batch; DROP TABLE pin_failure; DROP INDEX session_open; PRAGMA user_version = 5;"
        )
      }
      let stage = try await Stage(
        policy: lenient, store: try SQLiteTrustStore(path: path), key: first.key, clock: first.clock)
      _ = try await stage.renewed(app.refreshToken)
      #expect(try await stage.desk.device(stage.device.thumbprint)?.reports.count == 1)
      #expect(try await stage.desk.pinFailures() == [])
      let version = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
      #expect(version == SQLiteTrustStore.schemaVersion)
    }

    @Test("A version 6 file keeps its sessions, and those that are open are found without reading the others")
    func openSessions() async throws {
      let path = temporaryFile()
      let before = try SQLiteTrustStore(path: path)
      let first = try await Stage(store: before)
      let app = try await first.app()
      try before.release()
      try await DatabaseQueue(path: path).write { database in
        try database.execute(
          sql: OlderFile.withoutGrounds
            + "DROP TABLE pin_failure_batch; DROP INDEX session_open; PRAGMA user_version = 6;")
      }
      let stage = try await Stage(
        policy: lenient, store: try SQLiteTrustStore(path: path), key: first.key, clock: first.clock)
      _ = try await stage.renewed(app.refreshToken)
      let plan = try await DatabaseQueue(path: path).read { database in
        try Row.fetchAll(
          database,
          sql: "EXPLAIN QUERY PLAN SELECT tier FROM session WHERE device = ? AND kind = ? AND ended IS NULL",
          arguments: ["d", "app"]
        ).map { String(describing: $0["detail"] as String?) }
      }
      #expect(plan.count == 1 && plan[0].contains("USING INDEX session_open (device=? AND kind=?)"), "\(plan)")
    }

    @Test("A version 7 file keeps the failures of pins that it holds, and remembers numbers of batches from then on")
    func batches() async throws {
      let path = temporaryFile()
      let before = try SQLiteTrustStore(path: path)
      let entry = PinFailureBatch.Entry(
        host: "h", outcome: .refused, expected: [], seen: [], first: 1, last: 2, count: 3)
      try await before.transaction { rows throws(StoreError) in
        try rows.addPinFailure(
          PinFailureRow(device: "d", tier: .attested, failure: entry, now: 4), keeping: 9, unattested: 9)
      }
      try before.release()
      try await DatabaseQueue(path: path).write { database in
        try database.execute(
          sql: OlderFile.withoutGrounds + "DROP TABLE pin_failure_batch; PRAGMA user_version = 7;")
      }
      let store = try SQLiteTrustStore(path: path)
      let (kept, isNew, isNewAgain) = try await store.transaction { rows throws(StoreError) in
        (
          try rows.pinFailures(host: nil, after: nil, limit: 9).map(\.failure),
          try rows.notePinFailureBatch(1, of: "d", now: 5), try rows.notePinFailureBatch(1, of: "d", now: 6)
        )
      }
      #expect(kept == [entry] && isNew && !isNewAgain)
      let version = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
      #expect(version == SQLiteTrustStore.schemaVersion)
    }

    @Test("A version 8 file did not keep what a device was admitted on: it reports again, unless doubt is tolerated")
    func grounds() async throws {
      let path = temporaryFile()
      let before = try SQLiteTrustStore(path: path)
      let first = try await Stage(store: before)
      let app = try await first.app()
      try before.release()
      try await DatabaseQueue(path: path).write { database in
        try database.execute(sql: OlderFile.withoutGrounds + "PRAGMA user_version = 8;")
      }
      let stage = try await Stage(store: try SQLiteTrustStore(path: path), key: first.key, clock: first.clock)
      let refusal = try RefusalBody(reading: try await stage.refresh(app.refreshToken).body)
      #expect(refusal.reason == .deviceRefused && refusal.code == .unknown)
      #expect(try await stage.restarted(policy: lenient).refresh(app.refreshToken).status == 200)
      #expect(try await stage.refresh(app.refreshToken).status == 400)
      _ = try await stage.app()
      #expect(try await stage.refresh(app.refreshToken).status == 200)
    }

    @Test("A version 9 file keeps its attested keys, and receipts from then on")
    func receipts() async throws {
      let path = temporaryFile()
      let before = try SQLiteTrustStore(path: path)
      func key(_ receipt: [UInt8]?) -> AttestedKeyRow {
        AttestedKeyRow(
          device: "d", keyID: [1], publicKey: [2], counter: 3, category: "appStore", osVersion: "27.0",
          isProduction: true, receipt: receipt, updated: 4)
      }
      let (old, new) = (key(nil), key([0x30, 0x80]))
      try await before.transaction { rows throws(StoreError) in try rows.keep(old) }
      try before.release()
      try await DatabaseQueue(path: path).write { database in
        try database.execute(sql: OlderFile.withoutReceipts + "PRAGMA user_version = 9;")
      }
      let store = try SQLiteTrustStore(path: path)
      let kept: AttestedKeyRow? = try await store.transaction { rows throws(StoreError) in
        let kept = try rows.attestedKey(device: "d")
        try rows.keep(new)
        return kept
      }
      let renewed = try await store.reading { rows throws(StoreError) in try rows.attestedKey(device: "d") }
      #expect(kept == old && renewed == new)
      let version = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
      #expect(version == SQLiteTrustStore.schemaVersion)
    }

    @Test("A version 10 file keeps its sessions, and finds a person's open ones in order without reading the others")
    func people() async throws {
      let path = temporaryFile()
      let before = try SQLiteTrustStore(path: path)
      let first = try await Stage(store: before)
      try await first.addAda()
      let user = try await first.user(try await first.app())
      try before.release()
      try await OlderFile.makeVersion10(at: path)
      let stage = try await Stage(
        policy: lenient, store: try SQLiteTrustStore(path: path), key: first.key, clock: first.clock)
      _ = try await stage.renewed(user.refreshToken)
      #expect(try await stage.desk.liveSessions(user: "ada").count == 1)
      let plans = try await DatabaseQueue(path: path).read { database in
        let pages: [(String, StatementArguments)] = [
          (SQLiteTrustStore.openOfPerson, ["a", 2]), (SQLiteTrustStore.nextOfPerson, ["a", 1, "i", 2]),
        ]
        return try pages.map { sql, arguments in
          try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + sql, arguments: arguments)
            .map { String(describing: $0["detail"] as String?) }
        }
      }
      #expect(plans.count == 2)
      for plan in plans {
        #expect(plan.count == 1 && plan[0].contains("USING INDEX session_person (subject=? AND kind=?"), "\(plan)")
      }
      // The program before finds a person's sessions by this one.
      let older = try await DatabaseQueue(path: path).read { database in
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema WHERE name = 'session_subject'")
      }
      #expect(older == 1)
      let version = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
      #expect(version == SQLiteTrustStore.schemaVersion)
    }

    @Test("A session that a newer program ended for a reason without a word here has ended")
    func unknownEnd() async throws {
      let path = temporaryFile()
      let before = try SQLiteTrustStore(path: path)
      let first = try await Stage(store: before)
      try await first.addAda()
      let app = try await first.app()
      let user = try await first.user(app)
      try before.release()
      try await DatabaseQueue(path: path).write { database in
        try database.execute(sql: "UPDATE session SET ended = 'a newer word', ended_at = started WHERE kind = 'user'")
      }
      let stage = try await Stage(store: try SQLiteTrustStore(path: path), key: first.key, clock: first.clock)
      #expect(reason(try await stage.refresh(user.refreshToken)) == .sessionEnded)
      #expect(await stage.check(user, .user) == .sessionEnded)
      #expect(try await stage.logIn(app).status == 200)
    }

    @Test("A program beside the servers leaves an older file as it is, and makes one that is missing")
    func notRenewed() async throws {
      let path = temporaryFile()
      let location = TrustStoreLocation.sqlite(path: path)
      _ = try location.open(renews: false)
      try SQLiteTrustStore(path: path).release()
      try await DatabaseQueue(path: path).write { database in
        try database.execute(sql: OlderFile.withoutPeople + "PRAGMA user_version = 11;")
      }
      func version() async throws -> Int? {
        try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
      }
      #expect(throws: StoreError.olderSchema(path: path, found: 11, known: SQLiteTrustStore.schemaVersion)) {
        try location.open(renews: false)
      }
      #expect(try await version() == 11)
      _ = try location.open()
      #expect(try await version() == SQLiteTrustStore.schemaVersion)
      _ = try location.open(renews: false)
    }

    @Test func `A program beside the servers leaves a file, too, that an older program makes while it opens it`()
      async throws
    {
      let path = temporaryFile()
      try #require(
        FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]))
      var configuration = Configuration()
      configuration.busyMode = .timeout(5)
      let other = try DatabaseQueue(path: path, configuration: configuration)
      let opening = try await other.write { database in
        try database.execute(sql: "CREATE TABLE session (subject, kind, started, id, ended)")
        // It finds an empty file, and waits for the end of this.
        let program = Task.detached { () throws -> Void in _ = try SQLiteTrustStore(path: path, renews: false) }
        Thread.sleep(forTimeInterval: 1)
        try database.execute(sql: "PRAGMA user_version = 11")
        return program
      }
      await #expect(throws: StoreError.olderSchema(path: path, found: 11, known: SQLiteTrustStore.schemaVersion)) {
        try await opening.value
      }
      let version = try await other.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
      #expect(version == 11)
    }

    @Test("A version 3 file gets the index by which the latest use is found without reading every session")
    func latestUse() async throws {
      let path = temporaryFile()
      try SQLiteTrustStore(path: path).release()
      try await DatabaseQueue(path: path).write { database in
        try database.execute(sql: OlderFile.withoutHistory + "DROP INDEX session_use; PRAGMA user_version = 3;")
      }
      let store = try SQLiteTrustStore(path: path)
      #expect(try await store.reading { rows throws(StoreError) in try rows.latestUse(by: .max) } == nil)
      let plan = try await DatabaseQueue(path: path).read { database in
        try Row.fetchAll(
          database, sql: "EXPLAIN QUERY PLAN SELECT max(last_used) FROM session WHERE last_used <= ?", arguments: [9]
        ).map { String(describing: $0["detail"] as String?) }
      }
      #expect(plan.count == 1 && plan[0].contains("SEARCH session USING COVERING INDEX session_use"), "\(plan)")
    }
  }
#endif
