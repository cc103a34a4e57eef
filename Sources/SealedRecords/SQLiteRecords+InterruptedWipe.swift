#if Records
  import Foundation
  import GRDB

  /// Wipes that a crash interrupted, taken up by the next opening.
  extension SQLiteRecords {
    /// Goes on with a wipe that a crash interrupted.
    ///
    /// - Parameter insecureAcceptOlderFile: passes over an anchor that was altered or taken away.
    func finishWipe(insecureAcceptOlderFile: Bool) async throws(RecordError) {
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
        let top = try await storedTop()
        // Another process was faster, and has made a new store.
        guard top.store == Array(store) else { return }
        noteKeys(of: top)
        try await eraseKeys(of: top, isMarked: true)
      } else if let anchored = try await loadAnchor(insecureAcceptOlderFile: insecureAcceptOlderFile),
        !anchored.isWiped || anchored.store != Array(store)
      {
        // A wipe tells the anchor before that key goes: this mark, or this number of a key, is not ours.
        throw .keyMissing(.index)
      }
      try await finishErasing(Array(mark), Array(store))
    }

    /// Goes on with a wipe whose keys are all gone and whose mark somebody took away: the anchor knows of it alone.
    ///
    /// - Returns: whether this was one.
    func finishWipe(of anchored: RecordState) async throws(RecordError) -> Bool {
      guard anchored.isWiped, let shown = try shownHeader(), shown.store == anchored.store else { return false }
      if let version = shown.version, try await keys.key(for: .index, version: Int(version)) != nil { return false }
      try await finishErasing([], shown.store)
      return true
    }

    /// Erases what lies under no key any more.
    private func finishErasing(_ mark: [UInt8], _ store: [UInt8]) async throws(RecordError) {
      endedStore = store
      // Not counted where a page is damaged: that keeps nothing.
      opening.wiped = (try? once { try Int.fetchOne($0, sql: "SELECT count(*) FROM record") }) ?? 0
      try await eraseRows(mark, store)
      opening.pagesStay = pagesStay
    }
  }
#endif
