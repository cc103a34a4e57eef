#if Records
  import GRDB
  import GRDBSQLite

  /// An end to SQLite's look at its own tables. Pages that lead to one page again and again are a tree to it, through
  /// which it walks for years, and a page that goes on in itself is a text as long as the file says that it is.
  enum StepLimit {
    /// Ten times what it takes for the tables of any version of this file.
    private static let steps: Int32 = 1_000

    /// Bytes of what made one table, many times. SQLite works on a text for longer than in proportion to it.
    private static let textLimit: Int32 = 1 << 12

    /// Bytes of a value, or of all of a row: more than one that this library writes, a node of the index with as many
    /// kinds as there may be among them.
    private static let valueLimit = Int32(RowSeal.payloadLimit + PlainColumn.textLimit + 1 << 16)

    /// Has SQLite end every statement after that many steps, or at a longer text, until ``lift(_:)``.
    static func set(_ database: Database) {
      sqlite3_progress_handler(database.sqliteConnection, steps, { _ in 1 }, nil)
      sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, textLimit)
    }

    /// What is left is the bound on values.
    static func lift(_ database: Database) {
      sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil)
      sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_LENGTH, valueLimit)
    }

    static func hold<Result>(_ database: Database, _ body: () throws -> Result) throws -> Result {
      set(database)
      defer { lift(database) }
      return try telling(body)
    }

    /// - Throws: what `body` throws; damage where SQLite came to no end.
    static func telling<Result>(_ body: () throws -> Result) throws -> Result {
      do { return try body() } catch let error as DatabaseError where isPassed(error) {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT)
      }
    }

    static func isPassed(_ error: DatabaseError) -> Bool {
      [.SQLITE_INTERRUPT, .SQLITE_TOOBIG].contains(error.resultCode)
    }
  }
#endif
