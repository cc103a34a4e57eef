#if Records
  import Foundation
  import GRDB

  extension SQLiteRecords {
    /// Opens the file and makes it on first use; the folder must exist and be writable by this user only.
    ///
    /// - Records of another owner are wiped before anything may be read: their keys first, then the rows. A crash in
    ///   between is finished by the next opening.
    /// - A file of the first format is moved into this one, in one transaction; its key is erased afterwards.
    ///
    /// - Parameters:
    ///   - adoptsUnowned: records of ``RecordOwner/device`` become this owner's instead of being wiped: what a person
    ///     kept before signing in stays theirs.
    ///   - tables: what the app declares about its kinds; others have version 1 and no plain column.
    ///   - anchorInterval: after how many transactions the anchor is saved. 1: after each; more is faster, and lets as
    ///     many transactions be undone unseen.
    ///   - random: the source of nonces: the system's generator outside of tests.
    ///   - insecureAcceptOlderFile: accepts a whole file that the anchor refuses as an older or foreign one, for a
    ///     person who knowingly restored a backup. ``RecordOpening/accepted`` says what was passed over.
    /// - Throws: ``RecordError/newerSchema(found:supported:)``, ``RecordError/foreignDatabase`` and
    ///   ``RecordError/damaged(_:)`` before anything is written; ``RecordError/rolledBack(found:anchored:)``,
    ///   ``RecordError/anchorMissing``, ``RecordError/foreignStore``, ``RecordError/newerTable(_:found:supported:)``,
    ///   `.indexDamaged`, `.keyMissing`, `.tooManyKinds`, `.exposed`, `.foreignOwner`, `.notPlain`, `.denied`; `.busy`,
    ///   also where again and again another process made a store and took it away.
    public static func open(
      path: String, owner: RecordOwner, adoptsUnowned: Bool = false, tables: [RecordTable] = [],
      keys: any RecordKeys, anchor: any RecordAnchor, anchorInterval: Int = 1,
      random: any RandomNumberGenerator & Sendable, insecureAcceptOlderFile: Bool = false
    ) async throws(RecordError) -> SQLiteRecords {
      let records = try SQLiteRecords(
        path: path, owner: owner, tables: tables, keys: keys, anchor: anchor,
        anchorInterval: anchorInterval,
        random: random)
      try await records.begin(adoptsUnowned, insecureAcceptOlderFile: insecureAcceptOlderFile)
      return records
    }

    /// How often another process may come between before an opening or a wipe ends with ``RecordError/busy``.
    static let attempts = 8

    /// Enters the store that is there, or makes one.
    func begin(_ adoptsUnowned: Bool, insecureAcceptOlderFile: Bool) async throws(RecordError) {
      do throws(RecordError) {
        var isIn = false
        for _ in 0..<Self.attempts where !isIn {
          isIn = try await enterOrCreate(adoptsUnowned, insecureAcceptOlderFile: insecureAcceptOlderFile)
        }
        guard isIn else { throw RecordError.busy }
      } catch {
        await eraseVainKeys()
        throw error
      }
      await eraseVainKeys()
      try await prepareTables()
    }

    /// - Returns: false where another process made a store, or took one away, meanwhile.
    private func enterOrCreate(
      _ adoptsUnowned: Bool, insecureAcceptOlderFile: Bool
    ) async throws(RecordError) -> Bool {
      switch try once({ try RecordSchema.check($0) }) {
      case .empty, .legacy:
        let anchored = try await loadAnchor(insecureAcceptOlderFile: insecureAcceptOlderFile)
        if let anchored, !anchored.isWiped {
          try await pass(
            .rolledBack(found: 0, anchored: anchored.generation), insecureAcceptOlderFile: insecureAcceptOlderFile)
        }
        guard try once({ try RecordSchema.check($0) }) == .legacy else {
          // A wipe has emptied it, which another process may still be about.
          if anchored?.isWiped == true, firstKey == nil { drawFirstKey() }
          return try await create()
        }
        try await moveLegacy()
        return true
      case .current:
        try await finishWipe(insecureAcceptOlderFile: insecureAcceptOlderFile)
        // Loaded after the wipe, which changes what the anchor keeps.
        let anchored = try await loadAnchor(insecureAcceptOlderFile: insecureAcceptOlderFile)
        guard try hasHeader() else {
          // Another process may have wiped the records, or made a store, since the anchor was loaded.
          let anchored = try await loadAnchor(insecureAcceptOlderFile: insecureAcceptOlderFile)
          if let anchored, !anchored.isWiped, try !hasHeader() {
            try await pass(
              .rolledBack(found: 0, anchored: anchored.generation), insecureAcceptOlderFile: insecureAcceptOlderFile)
          }
          return try await create()
        }
        if let anchored, try await finishWipe(of: anchored) { return try await create() }
        return try await enter(anchored, adoptsUnowned, insecureAcceptOlderFile: insecureAcceptOlderFile)
      }
    }

    /// A wipe takes the header away after the anchor, or the tables with it; without one the file is as good as empty.
    private func hasHeader() throws(RecordError) -> Bool {
      try once { database -> Bool in
        guard try RecordSchema.check(database) != .empty else { return false }
        return try ShownHeader.row(database) != nil
      }
    }

    /// What the anchor keeps; nil, too, where that was altered or taken away and this is passed over.
    func loadAnchor(insecureAcceptOlderFile: Bool) async throws(RecordError) -> RecordState? {
      do throws(RecordError) {
        return try await anchor.load()
      } catch {
        guard error == .anchorMissing else { throw error }
        try await pass(error, insecureAcceptOlderFile: insecureAcceptOlderFile)
        return nil
      }
    }

    /// Throws the anchor's refusal of a file, or notes that it was passed over.
    private func pass(_ refusal: RecordError, insecureAcceptOlderFile: Bool) async throws(RecordError) {
      guard insecureAcceptOlderFile else { throw refusal }
      opening.accepted = refusal
      try await anchor.save(nil)
    }

    /// A look outside of the index.
    func once<Result: Sendable>(_ body: (Database) throws -> Result) throws(RecordError) -> Result {
      do { return try reading(body) } catch { throw RecordError(error) }
    }

    /// Compares the file with the anchor and the owner.
    ///
    /// - Returns: as ``create()``, where another owner's store is wiped.
    private func enter(
      _ anchored: RecordState?, _ adoptsUnowned: Bool, insecureAcceptOlderFile: Bool
    ) async throws(RecordError) -> Bool {
      let (found, isOurs, isNobodys) = try await look(for: [], isEntering: true) { transaction in
        let index = transaction.index
        let owners = [owner, .device].map { index.seal.hash(of: $0, store: index.store) == index.header.owner }
        return (index.state, owners[0], owners[1])
      }
      // A wipe that did not come to its end, and whose mark somebody took away.
      let isEnding = anchored.map { $0.isEnding && $0.store == found.store } ?? false
      if isEnding { return try await replace() }
      if let refusal = Self.refusal(of: found, anchored) {
        if !insecureAcceptOlderFile { state = nil }
        try await pass(refusal, insecureAcceptOlderFile: insecureAcceptOlderFile)
      }
      let isAdopted = !isOurs && isNobodys && adoptsUnowned
      guard isOurs || isAdopted else {  // O.Data_3#60
        // An owner's wipe finds a store that was made for another one since: only an opening takes that.
        guard wiping == nil else {
          forget()
          throw .foreignStore
        }
        return try await replace()
      }
      isWiped = false
      // A crash may have come between a transaction and its anchor.
      if anchored != found { unanchored = 1 }
      // Before anything is written: a second state without an anchor would not open again.
      try await settle()
      guard isAdopted else { return true }
      try await write(for: []) { transaction, _ in
        transaction.index.header.owner = transaction.index.seal.hash(of: owner, store: transaction.index.store)
      }
      // The anchor has this store already: a newer state of it opens, as after any change that it missed.
      try? await settle()
      return true
    }

    /// Wipes the store that is there and makes one for the owner.
    private func replace() async throws(RecordError) -> Bool {
      opening.wiped = try await wipe(.thatWasSeen)
      opening.pagesStay = pagesStay
      return try await create()
    }

    /// Why the anchor does not accept this state; nil when it does. A newer one is ours: nobody else can seal one.
    private static func refusal(of found: RecordState, _ anchored: RecordState?) -> RecordError? {
      // A store in its first state has nothing to lose; a crash may have come before its first anchor.
      // After the wipe of another one the anchor knows none.
      guard let anchored, !anchored.isEnding else { return found.generation <= 1 ? nil : .anchorMissing }
      guard anchored.store == found.store else { return .foreignStore }
      guard found.generation > anchored.generation || found == anchored else {
        return .rolledBack(found: found.generation, anchored: anchored.generation)
      }
      return nil
    }

    /// Makes an empty store for the owner.
    ///
    /// - Returns: false where another process has made one.
    func create() async throws(RecordError) -> Bool {
      let version = try chooseFirstKey()
      try await keys.makeKey(for: .index, version: Int(version))
      do throws(RecordError) {
        return try await create(under: version)
      } catch {
        if isUnused(version) { vainKeys.append(version) }
        throw error
      }
    }

    private func create(under version: UInt32) async throws(RecordError) -> Bool {
      var ring = KeyRing()
      try await ring.fetch(KeyRing.Missing(kind: .index, version: version), from: keys)
      let store = drawStore()
      var made: (state: RecordState, top: IndexTop)?
      do {
        try queue.inTransaction(.immediate) { database in
          if try RecordSchema.check(database) == .empty { try RecordSchema.create(database) }
          // Another process may have been first.
          guard try ShownHeader.row(database) == nil else { return .rollback }
          let header = IndexHeader(
            owner: try ring.index(version).hash(of: owner, store: store), keys: version)
          let index = try RecordIndex(
            creating: header, store: store, keyVersion: version, in: database, keys: ring,
            using: &random)
          made = (index.state, IndexTop(index))
          return .commit
        }
      } catch {
        throw RecordError(error)
      }
      guard let made else {
        vainKeys.append(version)
        return false
      }
      useFirstKey(version)
      state = made.state
      lastTop = made.top
      opening.isNew = true
      try await anchor.save(made.state)
      isWiped = false
      return true
    }

    /// Whether the file shows that no store begins with this key; false where it shows nothing.
    private func isUnused(_ version: UInt32) -> Bool {
      do throws(RecordError) {
        guard try hasHeader() else { return true }
        return try shownHeader()?.version != version
      } catch {
        return false
      }
    }

    func drawStore() -> [UInt8] {
      var store: [UInt8] = []
      store.append(number: random.next() as UInt64)
      store.append(number: random.next() as UInt64)
      return store
    }

    /// Compares the declared payload versions with the file's, and marks what is to be rewritten.
    private func prepareTables() async throws(RecordError) {
      let isBehind = try await look(for: []) { transaction in
        var isBehind = false
        for table in transaction.index.header.tables {
          let declared = transaction.table(table.kind)
          if table.payloadVersion > declared.payloadVersion {
            throw RecordError.newerTable(
              table.kind, found: Int(table.payloadVersion), supported: declared.version)
          }
          isBehind = isBehind || table.payloadVersion < declared.payloadVersion
        }
        return isBehind
      }
      if isBehind {
        try await write(for: []) { transaction, _ in
          for number in transaction.index.header.tables.indices {
            let version = transaction.table(transaction.index.header.tables[number].kind)
              .payloadVersion
            guard transaction.index.header.tables[number].payloadVersion < version else { continue }
            transaction.index.header.tables[number].payloadVersion = version
            transaction.index.header.tables[number].cursor = 0
          }
        }
      }
      opening.hasPendingRewrites = try await look(for: []) { $0.index.header.isRewriting }
    }
  }
#endif
