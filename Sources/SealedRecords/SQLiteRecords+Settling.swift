#if Records
  extension SQLiteRecords {
    /// Saves the newest state in the anchor if that is behind: for the moment when an app goes to the background. Where
    /// another process has wiped the records since, nothing of them is saved.
    ///
    /// Looking at the file and saving are two steps: where another process wipes the records and makes a new store
    /// between them, that store is refused (``RecordError/foreignStore``) unless it is accepted knowingly.
    /// - Throws: what the anchor throws; what the keys throw where the file shows this store no more.
    public func settle() async throws(RecordError) {
      guard unanchored > 0, let store = state?.store else { return }
      let isGone = try await isErased(store)
      // A wipe by this process may have come between.
      guard state?.store == store else { return }
      if isGone { unanchored = 0 } else { try await anchorState() }
    }

    /// Saves the newest state of a store that was in the file a moment ago.
    func anchorState() async throws(RecordError) {
      guard unanchored > 0, let state else { return }
      let count = unanchored
      try await anchor.save(state)
      unanchored = max(unanchored - count, 0)
    }

    /// Whether another process has wiped this store: the file shows another one that opens, or shows it no more or
    /// marked, and the key of its index is erased. What somebody writes there without keys holds no state off the
    /// anchor.
    private func isErased(_ store: [UInt8]) async throws(RecordError) -> Bool {
      // One that cannot be read shows none.
      if let shown = try? shownHeader() {
        if shown.store != store {
          if try await opens(shown) { return true }
        } else if !shown.isMarked {
          return false
        }
      }
      guard let lastTop, lastTop.store == store else { return false }
      return try await keys.key(for: .index, version: Int(lastTop.version)) == nil
    }
  }
#endif
