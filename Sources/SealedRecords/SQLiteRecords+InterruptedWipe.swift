#if Records
  import Foundation
  import GRDB

  /// Wipes that a crash interrupted, taken up by the next opening.
  extension SQLiteRecords {
    /// Goes on with a wipe that a crash interrupted.
    ///
    /// - Parameter insecureAcceptOlderFile: passes over an anchor that was altered or taken away.
    func finishWipe(insecureAcceptOlderFile: Bool) async throws(RecordError) {
      guard let shown = try shownHeader(), let mark = shown.mark else { return }
      guard !mark.isEmpty, let version = shown.version else { throw RecordIndex.topDamaged }
      // The index's own key goes last: without it all others are gone too. With it, the mark must be ours.
      if let secret = try await keys.key(for: .index, version: Int(version)) {
        let seal = try IndexSeal(secret, version: version)
        guard seal.isWipeMark(mark, store: shown.store) else { throw RecordIndex.topDamaged }
        let top = try await storedTop()
        // Another process was faster, and has made a new store.
        guard top.store == shown.store else { return }
        noteKeys(of: top)
        try await eraseKeys(of: top, isMarked: true)
      } else {
        let anchored = try await loadAnchor(insecureAcceptOlderFile: insecureAcceptOlderFile)
        // This mark, or this number of a key, is not ours.
        guard Self.mayBeWiped(shown, anchored) else { throw .keyMissing(.index) }
        try await eraseIndexKeys((anchored?.indexKeys ?? []) + [version])
      }
      try await finishErasing(mark, shown.store)
    }

    /// Whether all keys of a store may be gone, as the one is that its header names. A wipe tells the anchor before that
    /// one goes. Where the anchor forgot, as it may on a full medium, the file alone tells: both its places that name
    /// that key have to name the same.
    private static func mayBeWiped(_ shown: ShownHeader, _ anchored: RecordState?) -> Bool {
      guard let anchored else { return shown.sealedVersion == shown.version }
      return anchored.isWiped && anchored.store == shown.store
    }

    /// Goes on with a wipe whose keys are all gone and whose mark somebody took away: the anchor knows of it alone.
    ///
    /// - Returns: whether this was one.
    func finishWipe(of anchored: RecordState) async throws(RecordError) -> Bool {
      guard anchored.isWiped, let shown = try shownHeader(), shown.store == anchored.store else { return false }
      if let version = shown.version, try await keys.key(for: .index, version: Int(version)) != nil { return false }
      try await eraseIndexKeys(anchored.indexKeys + [shown.version].compactMap { $0 })
      try await finishErasing(nil, shown.store)
      return true
    }

    /// Erases what is left of the index's keys of a wiped store: a key that is lost has an item which might be put
    /// back, and one that the header names no more is there as before.
    private func eraseIndexKeys(_ versions: [UInt32]) async throws(RecordError) {
      for version in versions where version != 0 { try await keys.eraseKey(for: .index, version: Int(version)) }
    }

    /// Erases what lies under no key any more.
    private func finishErasing(_ mark: [UInt8]?, _ store: [UInt8]) async throws(RecordError) {
      endedStore = store
      opening.wiped = countRows()
      try await eraseRows(mark, store)
      opening.pagesStay = pagesStay
    }

    /// How many rows there are; 0 where a page is damaged, which keeps nothing, or more seem to be there than are
    /// counted.
    private func countRows() -> Int {
      let count = try? once { database -> Int in
        try RecordSchema.expectCurrent(database)
        let limit = RowWalk.unsealedLimit
        let found = try Int.fetchOne(
          database, sql: "SELECT count(*) FROM (SELECT 1 FROM record LIMIT ?)", arguments: [limit])
        return found.map { $0 < limit ? $0 : 0 } ?? 0
      }
      return count ?? 0
    }
  }
#endif
