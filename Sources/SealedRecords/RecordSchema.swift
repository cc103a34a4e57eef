#if Records
  import GRDB

  /// The tables, and the check that a file holds exactly them.
  enum RecordSchema {
    static let version = 1
    /// Marks the file as ours: "SREC" in SQLite's application id.
    static let applicationID = 0x5352_4543

    private static let statements = [
      """
      CREATE TABLE record (id TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, sequence INTEGER NOT NULL UNIQUE, \
      synced INTEGER NOT NULL, sealed BLOB NOT NULL) STRICT
      """,
      "CREATE INDEX record_kind ON record (kind, sequence)",
      "CREATE INDEX record_pending ON record (sequence) WHERE synced = 0",
      // Sequences are never used twice, also after the newest record was deleted.
      "CREATE TABLE counter (one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), sequence INTEGER NOT NULL) STRICT",
    ]

    /// Looks without changing anything; true when the file is still empty.
    static func check(_ database: Database) throws -> Bool {
      let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      let present = try String.fetchAll(
        database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY sql")
      if application == 0, found == 0, present.isEmpty { return true }
      guard application == applicationID else { throw RecordError.foreignDatabase }
      guard found <= version else { throw RecordError.newerSchema(found: found, supported: version) }
      // A planted trigger or view would run with our rights.
      guard found == version, present == statements.sorted() else { throw RecordError.foreignDatabase }
      return false
    }

    static func create(_ database: Database) throws {
      for statement in statements { try database.execute(sql: statement) }
      try database.execute(sql: "INSERT INTO counter (one, sequence) VALUES (1, 0)")
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// Settings that hold for one connection. Set after opening, and read back: a library that changes them on its
    /// own would otherwise weaken durability unseen.
    static func configure(_ database: Database) throws {
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      let journal = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = FULL")
      let synchronous = try Int.fetchOne(database, sql: "PRAGMA synchronous")
      let erasing = try Int.fetchOne(database, sql: "PRAGMA secure_delete = ON")
      guard journal == "wal", synchronous == 2, erasing == 1 else { throw RecordError.settingRefused }
    }
  }
#endif
