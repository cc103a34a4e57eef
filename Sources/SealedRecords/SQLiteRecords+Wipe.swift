#if Records
  import Foundation
  import GRDB

  extension SQLiteRecords {
    /// Wipes every record: the keys first, then what they sealed. The store is empty and usable afterwards, under new
    /// keys. A crash in between is finished by the next opening. Damage stops nothing: a file that SQLite cannot make
    /// sense of is emptied as a whole, and the keys are those that this process knew of it last; after a crash in
    /// between that one does not open, and is to be removed.
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
      let top = try await topToWipe()
      let (header, version) = (top.header, top.version)
      let count = header.root?.zones.reduce(0) { $0 + Int($1.count) } ?? 0
      guard let mark = top.mark, try noteWipe(mark) else {
        try await eraseKeys(header, index: version)
        try await eraseFile()
        return count
      }
      try await eraseKeys(header, index: version)
      try await eraseRows()
      return count
    }

    /// Which keys a wipe erases, and its mark.
    private struct Top: Sendable {
      var header: IndexHeader
      var version: UInt32
      var mark: [UInt8]?
    }

    /// What the file says; what this process knew last, and no mark, where the file says nothing any more.
    private func topToWipe() async throws(RecordError) -> Top {
      do throws(RecordError) {
        return try await look(for: []) { transaction -> Top in
          let index = transaction.index
          return Top(
            header: index.header, version: index.seal.version, mark: index.seal.wipeMark(store: index.store))
        }
      } catch {
        guard error.isDamage, let lastTop else { throw error }
        return Top(header: lastTop.header, version: lastTop.version, mark: nil)
      }
    }

    /// The journal: from here on the wipe will be finished, now or by the next opening.
    ///
    /// - Returns: false where damage keeps SQLite from noting it.
    private func noteWipe(_ mark: [UInt8]) throws(RecordError) -> Bool {
      do {
        try queue.inTransaction(.immediate) { database in
          try database.execute(sql: "UPDATE header SET wipe = ?", arguments: [Data(mark)])
          return .commit
        }
        return true
      } catch let error as DatabaseError where error.isDamage {
        return false
      } catch {
        throw RecordError(error)
      }
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
      // Not counted where a page is damaged: that keeps nothing.
      opening.wiped = (try? once { try Int.fetchOne($0, sql: "SELECT count(*) FROM record") }) ?? 0
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

    private func eraseRows() async throws(RecordError) {
      // Before the rows, so that no anchor is left that remembers a store without a file. Another process may have saved
      // its last transaction since the keys went.
      try await anchor.save(nil)
      do {
        try deleteRows()
      } catch {
        guard (error as? DatabaseError)?.isDamage == true else { throw RecordError(error) }
        // Unless another process has made it a new store meanwhile.
        if try isMarkedOrDamaged() { return try await eraseFile() }
      }
      forget()
    }

    /// Deletes what the mark of a wipe is for. The header goes last: until then the next opening goes on. Another
    /// process may have been faster, and have made a new store, which has no mark.
    private func deleteRows() throws {
      let isMarked = "SELECT count(*) FROM header WHERE wipe NOT NULL"
      try queue.inTransaction(.immediate) { database in
        guard try Int.fetchOne(database, sql: isMarked) == 1 else { return .rollback }
        for table in ["record", "node"] { try database.execute(sql: "DELETE FROM \(table)") }
        return .commit
      }
      // Once before the file gets shorter, so that what was deleted is overwritten there.
      let isEmpty = try emptyLog()
      // Pages that nothing leads to are none of a table's.
      try rewritePages()
      try queue.inTransaction(.immediate) { database in
        try database.execute(sql: "DELETE FROM header WHERE wipe NOT NULL")
        return .commit
      }
      if isEmpty { try emptyLog() }
      hasLoosePages = false
    }

    private func isMarkedOrDamaged() throws(RecordError) -> Bool {
      do throws(RecordError) {
        return try once { try Int.fetchOne($0, sql: "SELECT count(*) FROM header WHERE wipe NOT NULL") } == 1
      } catch {
        guard error.isDamage else { throw error }
        return true
      }
    }

    /// Erases the file's contents as a whole.
    private func eraseFile() async throws(RecordError) {
      try await anchor.save(nil)
      do { try startOver() } catch { throw RecordError(error) }
      forget()
    }

    /// Forgets the store that was.
    private func forget() {
      state = nil
      unanchored = 0
      ids = nil
      lastTop = nil
    }
  }
#endif
