#if Records
  import GRDB

  /// Rows as SQLite walks through them, and no more of them than the file has room for: where pages lead to one page
  /// again and again it comes to no end.
  struct RowWalk {
    private let rows: RowCursor
    private let database: Database
    private var count = 0
    /// Until so many have come the room is not asked for.
    private var limit = 1024

    init(_ rows: RowCursor, in database: Database) {
      self.rows = rows
      self.database = database
    }

    /// The next row; nil after the last one.
    ///
    /// - Throws: what SQLite throws; damage where more rows come than there can be.
    mutating func next() throws -> Row? {
      guard let row = try rows.next() else { return nil }
      count += 1
      if count > limit {
        limit = max(limit, try database.roomForRows())
        guard count <= limit else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
      }
      return row
    }
  }

  extension Database {
    /// The file has no room for more rows than this: each has an id, of 16 bytes.
    func roomForRows() throws -> Int {
      let pages = try Int.fetchOne(self, sql: "PRAGMA page_count") ?? 0
      let size = try Int.fetchOne(self, sql: "PRAGMA page_size") ?? 0
      return pages * size / 16
    }
  }
#endif
