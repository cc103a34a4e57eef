#if Records
  import GRDB
  import GRDBSQLite

  /// An end to SQLite's look at its own tables. Pages that lead to one page again and again are a tree to it, through
  /// which it walks for years.
  enum StepLimit {
    /// Thousands of times what it takes for the tables of any version of this file; some hundredths of a second.
    private static let steps: Int32 = 1_000_000

    /// Has SQLite end every statement after that many steps, until ``lift(_:)``.
    static func set(_ database: Database) {
      sqlite3_progress_handler(database.sqliteConnection, steps, { _ in 1 }, nil)
    }

    static func lift(_ database: Database) {
      sqlite3_progress_handler(database.sqliteConnection, 0, nil, nil)
    }

    static func hold<Result>(_ database: Database, _ body: () throws -> Result) throws -> Result {
      set(database)
      defer { lift(database) }
      return try telling(body)
    }

    /// - Throws: what `body` throws; damage where SQLite came to no end.
    static func telling<Result>(_ body: () throws -> Result) throws -> Result {
      do { return try body() } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT)
      }
    }
  }
#endif
