#if PostgreSQL
  /// The tables in PostgreSQL and their versions.
  ///
  /// Numbers are bigint, digests and identifiers of this program text ordered by bytes, everything from outside bytea.
  /// Its first version holds what version 3 of the SQLite file does, its second what version 4 does, its
  /// third what version 5 does, its fourth to ninth what versions 6 to 11 do; the two count apart.
  enum PostgresSchema {
    /// The version that this program writes.
    static var version: Int { steps.count }

    /// Stands in messages where a file has its path.
    static let place = "the PostgreSQL database"
    /// Whoever makes or changes tables holds this lock, whatever the schema's name. "mantlet" as a number.
    private static let lock = "SELECT pg_advisory_xact_lock(30787899489019252)"

    /// Brings the schema to this program's version; programs that start at once do it one after the other.
    /// - Parameter renews: false to leave tables of an older program as they are; missing ones are made all the same.
    /// - Throws: ``StoreError`` `newerSchema`, `olderSchema`, `refused`, `unreachable`, `commitUnknown`.
    static func migrate(
      _ connection: PostgresConnection, schema: String, renews: Bool = true
    ) throws(StoreError) {
      let before = try found(connection, schema: schema)
      if before == version { return }
      if let before, !renews { try requireNoOlder(before) }
      try connection.command("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE")
      do throws(StoreError) {
        // Creating tables may take longer than a request may.
        try connection.command("SET LOCAL statement_timeout = '5min'; SET LOCAL lock_timeout = '5min'")
        try connection.command(lock)
        // Looked at again under the lock: another program may have been faster.
        var found = try found(connection, schema: schema)
        if let found, !renews { try requireNoOlder(found) }
        // Only when it is missing: without the right to create schemas one that was given is enough.
        if found == nil, try !exists(connection, schema: schema) {
          try connection.command("CREATE SCHEMA \(schema)")
        }
        if found == nil {
          try connection.command("CREATE TABLE mantlet_schema (version BIGINT NOT NULL)")
          try connection.command("INSERT INTO mantlet_schema VALUES (0)")
          found = 0
        }
        for step in steps.dropFirst(found ?? 0) { try connection.command(step) }
        try connection.query("UPDATE mantlet_schema SET version = $1", [.int(Int64(version))])
        try connection.commit()
      } catch {
        if !connection.isLost { connection.rollBack() }
        throw error
      }
    }

    /// At every new connection. Older tables under a program that runs came from a backup, or from a failover that lost
    /// the change: they are brought to this program's version as at a start. Where there are none, none are made: an
    /// empty database is another one than the program was started with.
    /// - Parameter renews: as the program was started: one that was told to leave older tables leaves these, too.
    /// - Throws: `newerSchema` when a newer program wrote there, `olderSchema` where nothing may be renewed: nothing is
    ///   touched; `unreadable` without tables; as ``migrate(_:schema:renews:)``.
    static func check(_ connection: PostgresConnection, schema: String, renews: Bool) throws(StoreError) {
      guard try found(connection, schema: schema) != nil else { throw .unreadable }
      try migrate(connection, schema: schema, renews: renews)
    }

    private static func requireNoOlder(_ found: Int) throws(StoreError) {
      guard found >= version else { throw .olderSchema(path: place, found: found, known: version) }
    }

    /// Nil without tables of ours.
    private static func found(_ connection: PostgresConnection, schema: String) throws(StoreError) -> Int? {
      let table = try connection.query(
        "SELECT 1::bigint FROM pg_tables WHERE schemaname = $1 AND tablename = 'mantlet_schema'", [.text(schema)])
      guard !table.isEmpty else { return nil }
      let rows = try connection.query("SELECT version FROM mantlet_schema", [])
      guard rows.count == 1, let number = try rows.first?.int(0), let found = Int(exactly: number), found >= 0 else {
        throw .unreadable
      }
      guard found <= version else { throw .newerSchema(path: place, found: found, known: version) }
      return found
    }

    private static func exists(_ connection: PostgresConnection, schema: String) throws(StoreError) -> Bool {
      try !connection.query("SELECT 1::bigint FROM pg_namespace WHERE nspname = $1", [.text(schema)]).isEmpty
    }

    /// What each version adds to the one before it; one transaction brings older tables to this program's version.
    private static let steps = [
      first, uses, history, pinFailures, openSessions, pinFailureBatches, grounds, receipts, clock, people,
    ]

    private static let clock = "CREATE TABLE clock (id BIGINT PRIMARY KEY CHECK (id = 1), latest BIGINT NOT NULL);"

    private static let people = """
      CREATE INDEX session_person ON session (subject, kind, started, id) WHERE ended IS NULL;
      """

    private static let receipts = "ALTER TABLE attested_key ADD COLUMN receipt BYTEA;"

    private static let grounds = "ALTER TABLE device ADD COLUMN grounds BYTEA, ADD COLUMN judged TEXT;"

    private static let pinFailureBatches = """
      CREATE TABLE pin_failure_batch (device TEXT COLLATE "C" NOT NULL, number BIGINT NOT NULL,
        received BIGINT NOT NULL, PRIMARY KEY (device, number));
      CREATE INDEX pin_failure_batch_age ON pin_failure_batch (received);
      """

    private static let openSessions = "CREATE INDEX session_open ON session (device, kind) WHERE ended IS NULL;"

    private static let uses = "CREATE INDEX session_use ON session (last_used);"

    private static let history = """
      CREATE TABLE attested_key (device TEXT COLLATE "C" PRIMARY KEY, key_id BYTEA NOT NULL, public_key BYTEA NOT NULL,
        counter BIGINT NOT NULL, category TEXT, os_version BYTEA, production BIGINT NOT NULL, updated BIGINT NOT NULL);
      CREATE INDEX attested_key_age ON attested_key (updated);
      CREATE TABLE device_report (position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        device TEXT COLLATE "C" NOT NULL, received BIGINT NOT NULL, refusal TEXT, decision BYTEA NOT NULL,
        size BIGINT NOT NULL, digest BYTEA NOT NULL, compact BYTEA, stranger BIGINT NOT NULL,
        loose BIGINT NOT NULL);
      CREATE INDEX device_report_device ON device_report (device, position);
      CREATE INDEX device_report_refused ON device_report (position) WHERE refusal IS NOT NULL;
      CREATE INDEX device_report_stranger ON device_report (position) WHERE stranger = 1;
      CREATE INDEX device_report_loose ON device_report (position) WHERE loose = 1;
      CREATE TABLE device_block (device TEXT COLLATE "C" PRIMARY KEY, reason BYTEA NOT NULL, blocked BIGINT NOT NULL);
      CREATE INDEX device_block_date ON device_block (blocked, device);
      CREATE INDEX session_start ON session (started, id);
      """

    private static let pinFailures = """
      CREATE SEQUENCE pin_failure_position;
      CREATE TABLE pin_failure (position BIGINT NOT NULL DEFAULT nextval('pin_failure_position') PRIMARY KEY,
        device TEXT COLLATE "C" NOT NULL, kind BYTEA NOT NULL, tier TEXT NOT NULL, received BIGINT NOT NULL,
        host BYTEA NOT NULL, outcome TEXT NOT NULL, expected TEXT NOT NULL, seen TEXT NOT NULL, first BIGINT NOT NULL,
        last BIGINT NOT NULL, count BIGINT NOT NULL, UNIQUE (device, kind));
      CREATE INDEX pin_failure_host ON pin_failure (host, position);
      CREATE INDEX pin_failure_received ON pin_failure (received);
      CREATE INDEX pin_failure_tier ON pin_failure (position) WHERE tier <> 'attested';
      """

    private static let first = """
      CREATE TABLE challenge (digest TEXT COLLATE "C" PRIMARY KEY, used BIGINT NOT NULL, expires BIGINT NOT NULL);
      CREATE INDEX challenge_end ON challenge (expires);
      CREATE TABLE proof (digest TEXT COLLATE "C" PRIMARY KEY, expires BIGINT NOT NULL);
      CREATE INDEX proof_end ON proof (expires);
      CREATE TABLE device (thumbprint TEXT COLLATE "C" PRIMARY KEY, platform TEXT NOT NULL, version BYTEA NOT NULL,
        app BYTEA NOT NULL, app_version BYTEA NOT NULL, tier TEXT NOT NULL, first_seen BIGINT NOT NULL,
        last_seen BIGINT NOT NULL, patch BYTEA, rooted TEXT NOT NULL, hooked TEXT NOT NULL, debugged TEXT NOT NULL);
      CREATE INDEX device_seen ON device (last_seen);
      CREATE TABLE session (id TEXT COLLATE "C" PRIMARY KEY, kind TEXT NOT NULL, subject TEXT COLLATE "C" NOT NULL,
        device TEXT COLLATE "C" NOT NULL, bound_key TEXT, parent TEXT COLLATE "C", tier TEXT NOT NULL,
        started BIGINT NOT NULL, last_used BIGINT NOT NULL, expires BIGINT NOT NULL, current TEXT NOT NULL,
        generation BIGINT NOT NULL, predecessor TEXT, rotated BIGINT, mark_generation BIGINT, mark_at BIGINT,
        settled_generation BIGINT, settled_at BIGINT, ended TEXT, ended_at BIGINT);
      CREATE INDEX session_subject ON session (subject);
      CREATE INDEX session_parent ON session (parent) WHERE parent IS NOT NULL;
      CREATE INDEX session_device ON session (device);
      CREATE INDEX session_end ON session (expires);
      CREATE TABLE refresh_token (digest TEXT COLLATE "C" PRIMARY KEY, session TEXT COLLATE "C" NOT NULL,
        generation BIGINT NOT NULL, salt BYTEA NOT NULL, used BIGINT);
      CREATE INDEX refresh_token_family ON refresh_token (session, generation);
      CREATE TABLE account (name BYTEA PRIMARY KEY, id TEXT COLLATE "C" NOT NULL UNIQUE, salt BYTEA NOT NULL,
        rounds BIGINT NOT NULL, block_size BIGINT NOT NULL, parallelism BIGINT NOT NULL, hash BYTEA NOT NULL);
      CREATE TABLE attempt (key TEXT COLLATE "C" PRIMARY KEY, counted BIGINT NOT NULL, cleared BIGINT NOT NULL,
        locked_by BIGINT NOT NULL, locked_until BIGINT NOT NULL, expires BIGINT NOT NULL);
      CREATE INDEX attempt_end ON attempt (expires);
      CREATE TABLE signing_key (id TEXT COLLATE "C" PRIMARY KEY, sealed BYTEA NOT NULL, created BIGINT NOT NULL,
        active_from BIGINT NOT NULL, retired BIGINT);
      CREATE TABLE record (position BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, account TEXT COLLATE "C" NOT NULL,
        id BYTEA NOT NULL, kind BYTEA NOT NULL, created BIGINT NOT NULL, payload BYTEA NOT NULL, UNIQUE (account, id));
      CREATE SEQUENCE record_anchor_position;
      CREATE TABLE record_anchor (position BIGINT NOT NULL DEFAULT nextval('record_anchor_position'),
        account TEXT COLLATE "C" NOT NULL, device TEXT COLLATE "C" NOT NULL, store BYTEA NOT NULL,
        generation BIGINT NOT NULL, digest BYTEA NOT NULL, PRIMARY KEY (account, device, store));
      """
  }
#endif
