#if Records
  import Foundation
  import GRDB

  /// The tables, and the check that a file holds exactly them.
  enum RecordSchema {
    static let version = 2
    /// Marks the file as ours: "SREC" in SQLite's application id.
    static let applicationID = 0x5352_4543

    /// Tells whether the tables may have changed, without a look at them: SQLite's number of the schema, which whoever
    /// writes can set back, and this connection's count of what others wrote, which he cannot.
    struct Stamp: Equatable, Sendable {
      private let schema: Int64?
      private let writes: Int64?

      init(_ database: Database) throws {
        schema = try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA schema_version"))
        writes = try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA data_version"))
      }
    }

    /// What a look at the file shows.
    enum Finding { case empty, legacy, current }

    // In the order of sequence numbers, so that the rows of one leaf of the index lie together.
    private static let rows = """
      CREATE TABLE record (sequence INTEGER NOT NULL PRIMARY KEY, id BLOB NOT NULL UNIQUE, plain TEXT, \
      sealed BLOB NOT NULL) STRICT
      """

    private static let nodes = "CREATE TABLE node (place INTEGER NOT NULL PRIMARY KEY, sealed BLOB NOT NULL) STRICT"

    private static let header = """
      CREATE TABLE header (one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), store BLOB NOT NULL, \
      index_key INTEGER NOT NULL, wipe BLOB, sealed BLOB NOT NULL) STRICT
      """

    private static let statements = [rows, nodes, header]

    /// More than any version of this file has tables and indexes.
    private static let most = 16

    private static let legacyStatements = [
      """
      CREATE TABLE record (id TEXT NOT NULL PRIMARY KEY, kind TEXT NOT NULL, sequence INTEGER NOT NULL UNIQUE, \
      synced INTEGER NOT NULL, sealed BLOB NOT NULL) STRICT
      """,
      "CREATE INDEX record_kind ON record (kind, sequence)",
      "CREATE INDEX record_pending ON record (sequence) WHERE synced = 0",
      "CREATE TABLE counter (one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1), sequence INTEGER NOT NULL) STRICT",
    ]

    private static let legacyNames = [
      "'index' 'record_kind' 'record'", "'index' 'record_pending' 'record'",
      "'index' 'sqlite_autoindex_record_1' 'record'", "'index' 'sqlite_autoindex_record_2' 'record'",
      "'table' 'counter' 'counter'", "'table' 'record' 'record'",
    ]

    /// Looks without changing anything.
    ///
    /// - Throws: ``RecordError/foreignDatabase``, ``RecordError/newerSchema(found:supported:)``; damage where SQLite
    ///   comes to no end.
    static func check(_ database: Database) throws -> Finding {
      try StepLimit.hold(database) { try find(database) }
    }

    /// As ``check(_:)``, on a connection whose steps are limited.
    static func find(_ database: Database) throws -> Finding {
      let application = try Int.fetchOne(database, sql: "PRAGMA application_id") ?? 0
      let found = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      // Before its tables are read: those of a later format may be more than we look at.
      if application == applicationID { try expectKnown(found) }
      let present = try texts(database)
      if application == 0, found == 0, present.isEmpty { return .empty }
      guard application == applicationID else { throw RecordError.foreignDatabase }
      // A planted trigger or view would run with our rights.
      switch found {
      case 1 where try present == legacyStatements.sorted() && namesLegacy(database): return .legacy
      case version where present == statements.sorted(): return .current
      default: throw RecordError.foreignDatabase
      }
    }

    /// - Throws: ``RecordError/newerSchema(found:supported:)`` for a format that this build does not know.
    static func expectKnown(_ found: Int) throws {
      guard found <= version else { throw RecordError.newerSchema(found: found, supported: version) }
    }

    /// What made the tables, and all else that is there.
    ///
    /// SQLite goes by what it has read of that before, as long as its number is the same: whoever plants a trigger and
    /// takes it away again, and sets the number to that of before, has it run a trigger that stands nowhere. So it
    /// reads all of it anew here.
    private static func texts(_ database: Database) throws -> [String] {
      try database.execute(sql: "PRAGMA writable_schema = RESET")
      return try String.fetchAll(
        database, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL LIMIT ?", arguments: [most]
      ).sorted()
    }

    /// Whether SQLite will find each table and index of the first format under its name and in a page of its own. Moving
    /// drops them by name: one that it misses would take a page of the new tables with it.
    private static func namesLegacy(_ database: Database) throws -> Bool {
      let names = try String.fetchAll(
        database,
        sql: "SELECT quote(type) || ' ' || quote(name) || ' ' || quote(tbl_name) FROM sqlite_schema LIMIT ?",
        arguments: [most]
      ).sorted()
      let shared = try Int.fetchOne(database, sql: "SELECT count(*) - count(DISTINCT rootpage) FROM sqlite_schema")
      return names == legacyNames && shared == 0
    }

    /// Before anything is written among tables that others may have exchanged.
    static func expectCurrent(_ database: Database) throws {
      guard try check(database) == .current else { throw RecordError.foreignDatabase }
    }

    /// Before the header is read among tables of which others may have exchanged any. A trigger beside it runs nothing
    /// when it is read; a view in its place would.
    static func expectHeader(_ database: Database) throws {
      let present = try StepLimit.hold(database) { try texts(database) }
      // Without any table SQLite finds none.
      guard present.isEmpty || present.contains(header) else { throw RecordError.foreignDatabase }
    }

    static func create(_ database: Database) throws {
      for statement in statements { try database.execute(sql: statement) }
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(sql: "PRAGMA user_version = \(version)")
    }

    /// Puts the tables of the first format aside as `old_record`, so that the new ones can be made.
    static func setLegacyAside(_ database: Database) throws {
      for sql in [
        "DROP INDEX record_kind", "DROP INDEX record_pending",
        "ALTER TABLE record RENAME TO old_record",
      ] { try database.execute(sql: sql) }
    }

    /// Puts the rows aside as `old_record`, and makes an empty table for them.
    static func setRowsAside(_ database: Database) throws {
      try database.execute(sql: "ALTER TABLE record RENAME TO old_record")
      try database.execute(sql: rows)
    }

    /// Takes their index of ids from the rows that are set aside: a damaged page of it keeps SQLite from dropping them. What
    /// lay in its pages stays in the file, used by nothing, until VACUUM.
    static func looseIDsAside(_ database: Database) throws {
      try changeSchema(
        database,
        [
          "DELETE FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'old_record'",
          "UPDATE sqlite_schema SET sql = replace(sql, ' UNIQUE', '') WHERE type = 'table' AND name = 'old_record'",
        ])
    }

    /// Puts the nodes aside as `old_node`, and makes an empty table for them.
    static func setNodesAside(_ database: Database) throws {
      try database.execute(sql: "ALTER TABLE node RENAME TO old_node")
      try database.execute(sql: nodes)
    }

    /// Gives up the nodes that are set aside: a damaged page keeps SQLite from dropping them. What lay in their pages
    /// stays in the file, used by nothing, until VACUUM.
    static func looseNodesAside(_ database: Database) throws {
      try changeSchema(database, ["DELETE FROM sqlite_schema WHERE type = 'table' AND name = 'old_node'"])
      try database.execute(sql: "DROP TABLE IF EXISTS old_node")
    }

    /// Changes what SQLite knows of its tables, and leaves their pages as they are.
    private static func changeSchema(_ database: Database, _ statements: [String]) throws {
      // RESET also forbids it again and has SQLite read the schema anew.
      defer { try? database.execute(sql: "PRAGMA writable_schema = RESET") }
      do {
        try database.execute(sql: "PRAGMA writable_schema = ON")
        for statement in statements { try database.execute(sql: statement) }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
        // An SQLite in defensive mode lets nobody write there; dropping the table tells the damage then.
      }
    }

    static func dropRowsAside(_ database: Database) throws { try database.execute(sql: "DROP TABLE old_record") }

    static func dropLegacy(_ database: Database) throws {
      try database.execute(sql: "DROP TABLE old_record")
      try database.execute(sql: "DROP TABLE counter")
    }

    /// Settings that hold for one connection. Set after opening, and read back: a library that changes them on its
    /// own would otherwise weaken durability unseen.
    static func configure(_ database: Database) throws {
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      let journal = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
      try database.execute(sql: "PRAGMA synchronous = FULL")
      let synchronous = try Int.fetchOne(database, sql: "PRAGMA synchronous")
      // Apple's fsync leaves the bytes in the drive's own cache: F_FULLFSYNC there. Without effect elsewhere.
      // Source: fsync(2) of macOS; sqlite.org/pragma.html#pragma_fullfsync.
      try database.execute(sql: "PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON")
      let full = try ["fullfsync", "checkpoint_fullfsync"].map { try Int.fetchOne(database, sql: "PRAGMA \($0)") }
      // VACUUM writes a copy of all rows aside: not to a file outside of ours, which has other rights and protection.
      try database.execute(sql: "PRAGMA temp_store = MEMORY")
      let temporary = try Int.fetchOne(database, sql: "PRAGMA temp_store")
      let erasing = try Int.fetchOne(database, sql: "PRAGMA secure_delete = ON")
      guard journal == "wal", synchronous == 2, full == [1, 1], temporary == 2, erasing == 1 else {
        throw RecordError.settingRefused
      }
    }
  }
#endif
