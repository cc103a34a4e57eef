#if Records
  import Foundation
  import GRDB

  /// Rows that SQLite does not find where it looks for them: its index of ids, or the numbers of rows, were changed in the
  /// file.
  extension RecordTransaction {
    /// Inserts the row of a record whose id no other has, by the sealed index.
    ///
    /// - Throws: ``RecordError/duplicate(_:)`` where somebody gave the id to another record's row.
    func insertRow(_ sequence: Int64, _ id: UUID, _ plain: String?, _ sealed: Data) throws {
      let values: StatementArguments = [sequence, Self.key(id), plain, sealed]
      do { try insertRow(values) } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        // What has the id or the number in SQLite's eyes is no record: it goes with SQLite's index, or was given up.
        try copyRows()
        if let old = try shown(id), try index[old]?.tag == SealTag.givenUp { try delete(old) }
        do { try insertRow(values) } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
          throw RecordError.duplicate(id)
        }
      }
    }

    private func insertRow(_ values: StatementArguments) throws {
      try index.database.cachedStatement(sql: "INSERT INTO record (sequence, id, plain, sealed) VALUES (?, ?, ?, ?)")
        .execute(arguments: values)
    }

    /// Deletes a row that the sealed index has no more; the others stay.
    func delete(_ sequence: Int64) throws {
      if index.unreadable.hasIDIndex { try copyRows() }
      do { try deleteRow(sequence) } catch let error as DatabaseError
        where [.SQLITE_CORRUPT, .SQLITE_TOOBIG].contains(error.resultCode) && !index.hasMetDamage
      {
        // SQLite misses the row in its index of ids, or will not read so long an id, and would keep both as they are.
        try copyRows()
        try deleteRow(sequence)
      }
    }

    private func deleteRow(_ sequence: Int64) throws {
      try index.database.cachedStatement(sql: "DELETE FROM record WHERE sequence = ?").execute(
        arguments: [sequence])
    }

    /// Makes the table of rows anew, and with it SQLite's index of ids: of each number that the sealed index has an entry for
    /// the row that fits it, or any; all rows below places that cannot be read. Of two rows with one id the newer one stays.
    /// A row with a value that is longer than any of ours, or of another type, goes: from then on it is a removed one.
    func copyRows() throws {
      let isDamaged = index.unreadable.hasIDIndex
      // If it fails, the next attempt drops no page of SQLite's index.
      index.unreadable.hasIDIndex = true
      try RecordSchema.setRowsAside(index.database)
      try copyFromAside()
      if isDamaged {
        try RecordSchema.looseIDsAside(index.database)
        index.hasLoosePages = true
      }
      try RecordSchema.dropRowsAside(index.database)
      index.unreadable.hasIDIndex = false
      index.unreadable.ids = []
    }

    private func copyFromAside() throws {
      var rows = try RowWalk(index.database, StoredRow.aside, atMost: index.rowLimit)
      while let row = try rows.next() {
        guard let isFitting = try fits(row) else { continue }
        do {
          try index.database.cachedStatement(
            sql: """
              INSERT OR \(isFitting ? "REPLACE" : "IGNORE") INTO record (sequence, id, plain, sealed) VALUES (?, ?, ?, ?)
              """
          )
          .execute(arguments: StatementArguments(row.databaseValues))
        } catch let error as DatabaseError
          where [.SQLITE_CONSTRAINT, .SQLITE_TOOBIG].contains(error.resultCode)
        {
          // A value of another type than its column's, or more of them than make a row of ours: nothing opens it.
          continue
        }
      }
    }

    /// Whether a row has the seal that the index has for its number; nil for a row that the index has no entry for.
    private func fits(_ row: Row) throws -> Bool? {
      let entry: IndexLeaf.Entry?
      do { entry = try index[row.decode(Int64.self, atIndex: 0)] } catch RecordError.indexDamaged { return false }
      guard let entry else { return nil }
      let tag = try? row.withUnsafeData(atIndex: 3) { bytes in
        try bytes.map { try SealedEnvelope($0).tag }
      }
      return tag == entry.tag
    }
  }
#endif
