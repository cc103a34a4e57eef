#if Records
  import Foundation
  import GRDB

  extension SQLiteRecords {
    /// Wipes every record: the keys first, then what they sealed. The store is empty and usable afterwards, under new
    /// keys. A crash in between is finished by the next opening.
    ///
    /// - Returns: how many records there were.
    /// - Throws: ``RecordError``; what was erased by then stays erased.
    @discardableResult
    public func eraseAll() async throws(RecordError) -> Int {
      let count = try await wipe()
      try await create()
      return count
    }

    /// Erases the keys of the kinds, the anchor, the index's key and the rows, in this order, and leaves the file without
    /// an owner.
    func wipe() async throws(RecordError) -> Int {
      let (header, version, count, mark) = try await look(for: []) { transaction in
        let index = transaction.index
        let count = index.header.root?.zones.reduce(0) { $0 + Int($1.count) } ?? 0
        return (index.header, index.seal.version, count, index.seal.wipeMark(store: index.store))
      }
      // The journal: from here on the wipe will be finished, now or by the next opening.
      do {
        try queue.inTransaction(.immediate) { database in
          try database.execute(sql: "UPDATE header SET wipe = ?", arguments: [Data(mark)])
          return .commit
        }
      } catch {
        throw RecordError(error)
      }
      try await eraseKeys(header, index: version)
      try await eraseRows()
      return count
    }

    /// Goes on with a wipe that a crash interrupted.
    func finishWipe() async throws(RecordError) {
      let found = try once { database -> (mark: Data, store: Data, version: UInt32)? in
        guard
          let row = try Row.fetchOne(
            database, sql: "SELECT wipe, store, index_key FROM header WHERE wipe NOT NULL")
        else { return nil }
        guard let mark = try? row.decode(Data.self, atIndex: 0), let store = try? row.decode(Data.self, atIndex: 1),
          let number = try? row.decode(Int64.self, atIndex: 2), let version = UInt32(exactly: number)
        else { throw RecordIndex.topDamaged }
        return (mark, store, version)
      }
      guard let (mark, store, version) = found else { return }
      // The index's own key goes last: without it all others are gone too. With it, the mark must be ours.
      if let secret = try await keys.key(for: .index, version: Int(version)) {
        let seal = try IndexSeal(secret, version: version)
        guard seal.isWipeMark(Array(mark), store: Array(store)) else {
          throw RecordIndex.topDamaged
        }
        let header = try await look(for: []) { $0.index.header }
        try await eraseKeys(header, index: version)
      } else if try await anchor.load() != nil {
        // A wipe makes the anchor forget before that key goes: this mark, or this number of a key, is not ours.
        throw .keyMissing(.index)
      }
      opening.wiped = try once { try Int.fetchOne($0, sql: "SELECT count(*) FROM record") } ?? 0
      try await eraseRows()
    }

    private func eraseKeys(_ header: IndexHeader, index version: UInt32) async throws(RecordError) {
      if header.hasLegacyKeys {
        for table in header.tables { try await keys.eraseKey(for: table.kind, version: 0) }
      }
      for table in header.tables {  // O.Data_5#60
        for version in [table.key, table.oldKey] where version != 0 {
          try await keys.eraseKey(for: table.kind, version: Int(version))
        }
      }
      // Before the index's own key, so that a file without it and an anchor beside it are never a wipe's.
      try await anchor.save(nil)
      for version in [header.oldIndexKey, version] where version != 0 {
        try await keys.eraseKey(for: .index, version: Int(version))
      }
    }

    /// The log still holds old pages, sealed; it is emptied as far as no other process reads it.
    private func emptyLog() throws {
      _ = try queue.writeWithoutTransaction {
        try Row.fetchAll($0, sql: "PRAGMA wal_checkpoint(TRUNCATE)")
      }
    }

    private func eraseRows() async throws(RecordError) {
      // Before the rows, so that no anchor is left that remembers a store without a file. Another process may have saved
      // its last transaction since the keys went.
      try await anchor.save(nil)
      do {
        try queue.inTransaction(.immediate) { database in
          for table in ["record", "node", "header"] {
            try database.execute(sql: "DELETE FROM \(table)")
          }
          return .commit
        }
        try emptyLog()
      } catch {
        throw RecordError(error)
      }
      state = nil
      unanchored = 0
      ids = nil
    }
  }
#endif
