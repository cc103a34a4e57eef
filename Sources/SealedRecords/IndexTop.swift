#if Records
  import Foundation

  /// What a wipe has to know of a store: which keys it erases, and how it marks the file.
  struct IndexTop: Sendable {
    var header: IndexHeader
    /// Of the index's key.
    let version: UInt32
    let store: [UInt8]
    /// Proof that whoever holds that key asked for the wipe; nil where there is no store.
    let mark: [UInt8]?
    /// Keys of states or stores that this process has seen before, which the header does not name.
    private var former: [KeyRing.Missing] = []
    private var formerKeys: UInt32 = 0

    init(_ index: RecordIndex) {
      header = index.header
      version = index.seal.version
      store = index.store
      mark = index.seal.wipeMark(store: index.store)
    }

    /// Of a file in which there is no store.
    init() {
      header = IndexHeader(owner: [], keys: 0)
      version = 0
      store = []
      mark = nil
    }

    /// The last key version given out, as far as is known; 0 when that is not known.
    var keys: UInt32 { max(header.keys, formerKeys) }

    /// The keys that a wipe erases; those of the header's own index come last.
    var names: [KeyRing.Missing] { former + ownNames }

    private var ownNames: [KeyRing.Missing] {
      var names: [KeyRing.Missing] = []
      for table in header.tables {
        names += [table.key, table.oldKey].filter { $0 != 0 }.map { KeyRing.Missing(kind: table.kind, version: $0) }
        if header.hasLegacyKeys { names.append(KeyRing.Missing(kind: table.kind, version: 0)) }
      }
      return names
        + [header.oldIndexKey, version].filter { $0 != 0 }.map { KeyRing.Missing(kind: .index, version: $0) }
    }

    /// Has the keys of a top erased as well that this process saw last: the file may have been set back since, or be
    /// another one.
    mutating func add(_ last: IndexTop?) {
      guard let last else { return }
      former = last.names.filter { !ownNames.contains($0) }
      formerKeys = last.keys
    }

    /// Whether anything is, or will be, sealed with this key.
    func seals(_ kind: RecordKind, _ version: UInt32) -> Bool {
      header.seals(kind, version, indexKey: self.version)
    }
  }
#endif
