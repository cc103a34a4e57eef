#if Records
  import GRDB

  /// Rows as SQLite walks through them, and no more of them than there can be: where pages lead to one page again and
  /// again it comes to no end.
  struct RowWalk {
    private let rows: RowCursor
    private let limit: Int
    private var count = 0

    init(_ rows: RowCursor, atMost limit: Int) {
      self.rows = rows
      self.limit = limit
    }

    /// The next row; nil after the last one.
    ///
    /// - Throws: what SQLite throws; damage where more rows come than there can be.
    mutating func next() throws -> Row? {
      guard let row = try rows.next() else { return nil }
      count += 1
      guard count <= limit else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
      return row
    }

    /// Rows that are walked through where no sealed index tells how many there can be: some seconds of it. What the
    /// file says of its own size is no bound, as a file with holes is as long as somebody likes.
    static let unsealedLimit = 1 << 22

    /// Rows that are walked through beyond those that the sealed index knows.
    static let plantedLimit = 1 << 16
  }
#endif
