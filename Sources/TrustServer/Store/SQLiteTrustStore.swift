#if Server
  import Foundation
  import GRDB
  import TrustWire

  /// The store in one SQLite file: WAL, synchronous FULL (a commit survives a power loss), mode 0600.
  ///
  /// Refresh tokens, challenges, proofs and passwords rest as digests only. Records, names of accounts and what devices
  /// claim, their reports included, rest in clear: whoever reads the file reads them.
  public final class SQLiteTrustStore: TrustStore {
    /// The schema that this program writes.
    public static let schemaVersion = 12
    private let pool: DatabasePool
    private let commits = GroupCommit()

    /// Opens or makes the file. A file of a newer schema is left untouched.
    ///
    /// File, WAL and shm must be plain files of this user with mode 0600, in a folder that nobody else may write to: a
    /// link, a second name or a foreign file is refused before SQLite sees it.
    /// - Parameter renews: false to refuse a file of an older schema (`olderSchema`); a new file is made all the same.
    /// - Throws: ``StoreError`` `cannotOpen`, `notPlain`, `foreignOwner`, `exposed`, `damaged`, `newerSchema`,
    ///   `olderSchema`, `notDurable`.
    public init(path: String, renews: Bool = true) throws(StoreError) {
      try DatabaseFile(path: path).prepare()
      do {
        var configuration = Configuration()
        configuration.busyMode = .timeout(Self.patience)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let found = try queue.read { try Int.fetchOne($0, sql: "PRAGMA user_version") ?? 0 }
        try Self.judge(found, path, renews: renews)
        try queue.close()
        pool = try Self.pool(path, configuration)
        // After opening: switching to WAL sets NORMAL, which may lose the last commits.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        let level = try pool.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        guard level == 2 else { throw StoreError.notDurable(path: path) }
        try pool.write { database in
          // Looked at again under the write lock: another process may have been faster.
          let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
          try Self.judge(found, path, renews: renews)
          for (version, step) in Self.steps.enumerated() where version >= found {
            try database.execute(sql: step)
            try database.execute(sql: "PRAGMA user_version = \(version + 1)")
          }
        }
      } catch let error as StoreError {
        throw error
      } catch let error as DatabaseError {
        let code = error.extendedResultCode.rawValue
        throw error.resultCode == .SQLITE_NOTADB || error.resultCode == .SQLITE_CORRUPT
          ? .damaged(path: path, code: code) : .cannotOpen(path: path, code: code)
      } catch {
        throw .cannotOpen(path: path, code: -1)
      }
    }

    /// Whether this program may go on with a file of this version, 0 for an empty one.
    private static func judge(_ found: Int, _ path: String, renews: Bool) throws(StoreError) {
      guard found <= schemaVersion else {
        throw .newerSchema(path: path, found: found, known: schemaVersion)
      }
      guard renews || found == 0 || found == Self.schemaVersion else {
        throw .olderSchema(path: path, found: found, known: schemaVersion)
      }
    }

    /// Seconds that a process waits for another one.
    private static let patience = 5.0

    /// SQLite does not wait by itself while it switches a file to WAL, as several processes do that find an older file.
    private static func pool(_ path: String, _ configuration: Configuration) throws -> DatabasePool {
      let end = ContinuousClock.now + .seconds(patience)
      while true {
        do {
          return try DatabasePool(path: path, configuration: configuration)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
          guard ContinuousClock.now < end else { throw error }
          Thread.sleep(forTimeInterval: 0.01)
        }
      }
    }

    /// Waits for running transactions and lets the file go.
    /// - Throws: ``StoreError/failed(code:)``.
    public func release() throws(StoreError) { try SQLiteTransaction.guarded { try pool.close() } }

    public func transaction<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
      try await commits.run(on: pool, body)
    }

    public func reading<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
      try await Self.guarded { [pool] in try await pool.read { try body(SQLiteTransaction(database: $0)) } }
    }

    private static func guarded<R: Sendable>(
      _ work: @Sendable () async throws -> R
    ) async throws(StoreError) -> R {
      do { return try await work() } catch { throw SQLiteTransaction.named(error) }
    }

    /// For tests: how many pages the file may have, as where a disk is full; nil for as many as there is room. Blocks.
    package func limit(pages: Int?) throws(StoreError) {
      try SQLiteTransaction.guarded {
        try pool.writeWithoutTransaction { database in
          try database.execute(sql: "PRAGMA max_page_count = \(pages ?? 1_073_741_823)")
        }
      }
    }

    /// What each version adds to the one before it; one transaction brings an older file to this program's version.
    private static let steps = [
      first, anchors, SQLiteSchema.sessions, SQLiteSchema.uses, SQLiteSchema.history, SQLiteSchema.pinFailures,
      SQLiteSchema.openSessions, SQLiteSchema.pinFailureBatches, SQLiteSchema.grounds, SQLiteSchema.receipts,
      SQLiteSchema.clock, SQLiteSchema.people,
    ]

    private static let anchors = """
      CREATE TABLE record_anchor (position INTEGER PRIMARY KEY, account TEXT NOT NULL, device TEXT NOT NULL,
        store BLOB NOT NULL, generation INTEGER NOT NULL, digest BLOB NOT NULL, UNIQUE (account, device, store));
      """

    private static let first = """
      CREATE TABLE challenge (digest TEXT PRIMARY KEY, used INTEGER NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE proof (digest TEXT PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX challenge_end ON challenge (expires);
      CREATE INDEX proof_end ON proof (expires);
      CREATE TABLE device (thumbprint TEXT PRIMARY KEY, platform TEXT NOT NULL, version TEXT NOT NULL,
        app TEXT NOT NULL, app_version TEXT NOT NULL, tier TEXT NOT NULL, first_seen INTEGER NOT NULL,
        last_seen INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE session (id TEXT PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, device TEXT NOT NULL,
        tier TEXT NOT NULL, started INTEGER NOT NULL, current TEXT NOT NULL, predecessor TEXT,
        revoked INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE refresh_token (digest TEXT PRIMARY KEY, session TEXT NOT NULL, generation INTEGER NOT NULL,
        expires INTEGER NOT NULL, replaced INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX refresh_token_end ON refresh_token (expires);
      CREATE TABLE account (user TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, salt BLOB NOT NULL, rounds INTEGER NOT NULL,
        block_size INTEGER NOT NULL, parallelism INTEGER NOT NULL, hash BLOB NOT NULL) WITHOUT ROWID;
      CREATE TABLE attempt (user_digest TEXT PRIMARY KEY, failures INTEGER NOT NULL, locked_until INTEGER NOT NULL,
        expires INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE record (position INTEGER PRIMARY KEY, account TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL,
        created INTEGER NOT NULL, payload TEXT NOT NULL, UNIQUE (account, id));
      """
  }
#endif
