#if Records
  import Foundation

  /// What a wipe has to know of a store: which keys it erases, and how it marks the file.
  struct IndexTop: Sendable {
    var header: IndexHeader
    /// Of the index's key.
    let version: UInt32
    let store: [UInt8]
    /// Proof that whoever holds that key asked for the wipe.
    let mark: [UInt8]

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
      mark = []
    }
  }
#endif
