#if Records
  import Foundation

  /// Which entries may stand for an id.
  extension RecordIndex {
    /// The entries of one leaf whose ids begin like the one that is looked for.
    struct Alike {
      let leaf: Int64
      var entries: [(sequence: Int64, entry: IndexLeaf.Entry)] = []
      /// Whether `ids` knows the leaf for these entries and no others.
      var isAll: Bool
    }

    /// Whether there may be a record with this id, by what is in memory.
    func mayHold(_ id: UUID) throws -> Bool {
      try readIDs()
      return ids?.knows(id) == true || ids?.leaves(RecordTransaction.StoredRow.prefix(of: id)).isEmpty == false
    }

    /// The entries that may stand for an id, as this transaction has them, and places below which there may be more. No
    /// entry and no place: there is no record with this id.
    func search(_ id: UUID) throws -> (alike: [Alike], unread: [IndexPlace]) {
      try readIDs()
      let prefix = RecordTransaction.StoredRow.prefix(of: id)
      var unread = ids?.unread ?? []
      var alike: [Alike] = []
      // Of a known id it is noted where its record was; here all that may stand for it are asked for.
      let isKnown = ids?.knows(id) == true
      var leaves = ids?.leaves(prefix) ?? []
      if isKnown { leaves = try everywhere(prefix, &unread) }
      for leaf in leaves {
        let entries: IndexLeaf
        do { entries = try self.leaf(leaf) } catch let error as RecordError {
          unread.append(try Self.place(error))
          continue
        }
        var found = Alike(leaf: leaf, isAll: !isKnown)
        for (offset, entry) in zip(entries.offsets, entries.entries) {
          if entry.idPrefix == prefix {
            found.entries.append((leaf << IndexLeaf.bits | Int64(offset), entry))
          } else if IDPlaces.head(entry.idPrefix) == IDPlaces.head(prefix) {
            found.isAll = false
          }
        }
        alike.append(found)
      }
      return (alike, unread)
    }

    /// The leaves in which an id begins so, by a walk: those that this transaction changed, whatever they hold, and the
    /// others as they lie in the file.
    private func everywhere(_ prefix: UInt32, _ unread: inout [IndexPlace]) throws -> [Int64] {
      var leaves = changed
      try walk(where: { _ in true }, damaged: { unread.append(try Self.place($0)) }) { leaf, entries in
        if entries.entries.contains(where: { $0.idPrefix == prefix }) { leaves.insert(leaf) }
        return true
      }
      return leaves.sorted()
    }

    /// Reads how all ids begin, once: as of the state that the transaction began with.
    private func readIDs() throws {
      guard ids == nil else { return }
      var begun: [UInt64] = []
      var unread: [IndexPlace] = []
      begun.reserveCapacity(header.root?.zones.reduce(0) { $0 + Int($1.count) } ?? 0)
      try walk(where: { _ in true }, damaged: { unread.append(try Self.place($0)) }) { leaf, entries in
        for entry in entries.entries { begun.append(IDPlaces.place(entry.idPrefix, leaf)) }
        return true
      }
      begun.sort()
      let isGivenUp = try unread.allSatisfy { try child(of: $0)?.tag == SealTag.givenUp }
      ids = IDPlaces(state: state, begun: begun, unread: unread, isGivenUp: isGivenUp)
    }

    /// The place that an error is about; throws it when it is about none.
    private static func place(_ error: RecordError) throws -> IndexPlace {
      guard case .indexDamaged(let level, let place) = error else { throw error }
      return IndexPlace(level: UInt8(clamping: level), index: place)
    }

    /// What is known of ids when the transaction has ended, without what it changed if it did not happen.
    func returnIDs() -> IDPlaces? {
      guard var known = ids else { return nil }
      ids = nil
      known.revert()
      return known.isLasting ? known : nil
    }
  }
#endif
