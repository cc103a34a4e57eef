#if Records
  import Foundation
  import GRDB

  /// Making keys beside a wipe, which erases those that the file names when it begins, and no others.
  extension SQLiteRecords {
    /// Makes the key of a kind and enters the kind, unless another one took the key's version meanwhile: then whoever
    /// asked for the kind finds it missing once more, and asks again.
    func register(_ kind: RecordKind) async throws(RecordError) {
      let version = try await look(for: []) { transaction in
        let header = transaction.index.header
        try header.expectRoom(for: kind)
        return try header.nextKey()
      }
      try await makeNextKey(kind, version)
      let isLeft: Bool
      do throws(RecordError) {
        isLeft = try await write(for: []) { transaction, _ in
          guard transaction.index.header.number(of: kind) == nil else { return !transaction.seals(kind, version) }
          // Two kinds with one version could not be told apart by their rows. So there is room as well, where none was
          // entered meanwhile.
          guard transaction.index.header.keys < version else { return true }
          transaction.index.header.keys = version
          transaction.index.header.tables.append(
            IndexHeader.Table(
              kind: kind, key: version, payloadVersion: transaction.table(kind).payloadVersion))
          return false
        }
      } catch {
        await takeBack(kind, version, after: error)
        throw error
      }
      // Nobody enters this kind with that version any more.
      if isLeft { try? await keys.eraseKey(for: kind, version: Int(version)) }
    }

    /// Makes a key that is to be entered next. A wipe that began here meanwhile does not know of it, and goes first.
    func makeNextKey(_ kind: RecordKind, _ version: UInt32) async throws(RecordError) {
      try await keys.makeKey(for: kind, version: Int(version))
      while let wiping { _ = await wiping.value }
    }

    /// Erases a key that was made for a store which a wipe took before the key was entered: nothing is sealed under it.
    /// One of the index stays beside a wipe that another process may end at any moment: a new store begins with it then.
    func takeBack(_ kind: RecordKind, _ version: UInt32, after error: RecordError) async {
      switch error {
      case .wipePending: guard kind != .index else { return }
      case .foreignStore:
        guard let top = try? await storedTop(), isVain(kind, version, in: top) else { return }
      default: return
      }
      try? await keys.eraseKey(for: kind, version: Int(version))
    }

    /// Whether nobody was given this version, nor will be.
    func isVain(_ kind: RecordKind, _ version: UInt32, in top: IndexTop) -> Bool {
      top.header.keys >= version && !top.seals(kind, version)
    }

    /// The version of the index's key in a new store: 1 in a new file. Where a store was wiped, and the file does not
    /// tell what was given out in it, at random: another process may be about to erase the lowest ones. A file that
    /// another process's wipe has emptied is a new one here if the anchor could not keep that.
    func chooseFirstKey() throws(RecordError) -> UInt32 {
      if let firstKey { return firstKey }
      guard try once({ try RecordSchema.check($0) }) != .empty else { return 1 }
      return drawFirstKey()
    }

    /// Draws the first version at random, for as long as no store is made with it.
    @discardableResult
    func drawFirstKey() -> UInt32 {
      let version = UInt32(truncatingIfNeeded: random.next() as UInt64) % (IndexHeader.firstKeyLimit - 1) + 1
      firstKey = version
      drawnKey = version
      return version
    }

    /// Notes that a store was made with this version.
    func useFirstKey(_ version: UInt32) {
      vainKeys.removeAll { $0 == version }
      guard drawnKey == version else { return }
      firstKey = nil
      drawnKey = nil
    }

    /// Erases the keys that were made for a store which another process was first to make: those that nobody was given,
    /// nor will be, and those that were drawn, which nobody else has.
    func eraseVainKeys() async {
      guard !vainKeys.isEmpty else { return }
      let top = try? await storedTop()
      for version in vainKeys {
        let isOver = top.map { isVain(.index, version, in: $0) } ?? false
        let isOwn = version == drawnKey && top?.seals(.index, version) != true
        if isOver || isOwn { try? await keys.eraseKey(for: .index, version: Int(version)) }
      }
      vainKeys = []
    }

    /// Notes what a wipe tells of the versions that were given out.
    func noteKeys(of top: IndexTop) {
      guard top.keys > 0 else { return }
      firstKey = top.keys < IndexHeader.firstKeyLimit ? max(firstKey ?? 0, top.keys + 1) : nil
    }

    /// The top of the index as it lies in the file, whatever this process has seen before, and whatever lies beside it.
    func storedTop() async throws(RecordError) -> IndexTop {
      var ring = KeyRing()
      while true {
        do {
          return try reading { database -> IndexTop in
            try expectOwnHeader(database)
            return IndexTop(try RecordIndex(database, keys: ring))
          }
        } catch {
          try await provide(error, &ring)
        }
      }
    }
  }
#endif
