#if Records
  import GRDB

  /// Rows as SQLite walks through them, and no more of them than there can be: where pages lead to one page again and
  /// again it comes to no end. SQLite ends a walk at a value that is longer than any of ours: here that row comes with
  /// its number at most, and the walk goes on behind it.
  struct RowWalk {
    /// What is read of which rows.
    struct Query: Sendable {
      let whole: String
      /// The same rows, of each as many columns, and nothing but its number where that is its place in the table.
      let bare: String
      /// As ``whole``, behind so many rows.
      fileprivate let rest: String
      /// As ``bare``, of the one behind so many rows.
      fileprivate let next: String

      init(_ columns: String, bare: String, from source: String) {
        whole = "SELECT \(columns) FROM \(source)"
        self.bare = "SELECT \(bare) FROM \(source)"
        rest = whole + " LIMIT -1 OFFSET ?"
        next = self.bare + " LIMIT 1 OFFSET ?"
      }

      /// The first row; nil where there is none.
      func first(in database: Database, _ arguments: StatementArguments) throws -> Row? {
        do {
          return try Row.fetchOne(database.cachedStatement(sql: whole), arguments: arguments)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_TOOBIG {
          return try Row.fetchOne(database.cachedStatement(sql: bare), arguments: arguments)
        }
      }
    }

    private let database: Database
    private let query: Query
    private let arguments: StatementArguments
    private let limit: Int
    private var rows: RowCursor
    private var count = 0
    private var skipped = 0

    init(
      _ database: Database, _ query: Query, _ arguments: StatementArguments = StatementArguments(),
      atMost limit: Int = .max
    ) throws {
      self.database = database
      self.query = query
      self.arguments = arguments
      self.limit = limit
      rows = try Row.fetchCursor(database.cachedStatement(sql: query.whole), arguments: arguments)
    }

    /// The next row; nil after the last one.
    ///
    /// - Throws: what SQLite throws; damage where more rows come than there can be.
    mutating func next() throws -> Row? {
      guard let row = try nextOrBare() else { return nil }
      count += 1
      guard count <= limit else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
      return row
    }

    private mutating func nextOrBare() throws -> Row? {
      do { return try rows.next() } catch let error as DatabaseError where error.resultCode == .SQLITE_TOOBIG {
        // SQLite passes over as many rows as came before without a look at what is in them.
        skipped += count
        guard skipped <= Self.skipLimit else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
        // mantlet:allow sql-by-interpolation: columns and bounds of this module, nothing from outside
        let row = try Row.fetchOne(database, sql: query.next, arguments: arguments + [count])
        // mantlet:allow sql-by-interpolation: columns and bounds of this module, nothing from outside
        rows = try Row.fetchCursor(database, sql: query.rest, arguments: arguments + [count + 1])
        return row
      }
    }

    /// Rows that are walked through where no sealed index tells how many there can be: some seconds of it. What the
    /// file says of its own size is no bound, as a file with holes is as long as somebody likes.
    static let unsealedLimit = 1 << 22

    /// Rows that are walked through beyond those that the sealed index knows.
    static let plantedLimit = 1 << 16

    /// Rows that are passed over once more for others that are too long to be read: some seconds of it.
    private static let skipLimit = 1 << 26
  }
#endif
