#if Records
  public import Foundation
  import GRDB

  /// Records of one person in one SQLite file: each row sealed under the key of its kind, a sealed index over all rows,
  /// and the newest state remembered elsewhere by a ``RecordAnchor``. The file has mode 0600.
  ///
  /// - Protects against: reading the file or its write-ahead log without the keys; rows that are edited, moved, swapped,
  ///   removed, planted or put back in an older state; an older file, or a file without its newest log, in place of the
  ///   newest (each is refused by name); `kill -9` and power loss (WAL with `synchronous=FULL`: what ``apply(_:)``
  ///   returned for is on the medium, as far as the medium tells the truth).
  /// - Does not hide: ids, how many records there are, their order and lengths, and columns that are declared as plain.
  ///   Kinds, times and pending marks are sealed.
  /// - Does not notice: a device that is set back as a whole, file and anchor together; the loss of the transactions
  ///   that were committed since the anchor was last saved (``unanchored``; with the interval of 1 none once ``apply(_:)``
  ///   returned, unless the anchor could not be saved then); and, while several processes have the file open, an older
  ///   file in its place. Each process compares what it finds with what it has itself seen, and with the anchor at the
  ///   opening alone: one that saw none of the lost transactions reads on and writes a second history, and the anchor
  ///   keeps that one once it is as long. `Shield` on Linux lets one process at a time use the records.
  /// - Deleted rows are overwritten in the file (`secure_delete`); flash may keep old blocks, sealed.
  ///
  /// SQLite's index of ids is under no seal, and believed for what it shows alone: before a record is stored, deleted or said
  /// to be none, the sealed index proves what else has its id. The first such call reads the whole index for that, and so does
  /// the first one after another process wrote; what is kept of it takes 8 to 48 bytes of memory for each record until the
  /// file is closed. Records whose ids begin with the same 32 bits are opened once in addition: few of those with random ids.
  ///
  /// A change that has to give up damaged pages, so that it can be written at all, has SQLite check the file and write
  /// it anew before it returns: that takes time and memory in proportion to the file, and other writers wait or are
  /// ``RecordError/busy`` meanwhile.
  ///
  /// Keys live as long as one operation: each asks ``RecordKeys`` for the index's key and the keys of the kinds that it
  /// touches, and derives the sealing keys once, not per row. Several processes may use one file: writers wait for each
  /// other, five seconds at most, then ``RecordError/busy``.
  /// Source: sqlite.org/pragma.html, sqlite.org/wal.html; NIST SP 800-38D; BSI TR-03161-1 O.Data_2; MASVS-STORAGE-1.
  public actor SQLiteRecords: RecordStore, RecordMaintenance {
    /// The database and the files that SQLite keeps beside it: all of them need the same protection class on Apple
    /// systems, and all of them are what a wipe removes. The last two exist only while the database is in use.
    public nonisolated let files: [String]
    /// What opening found and did.
    public internal(set) var opening = RecordOpening()
    /// The newest state that this process has seen: what the anchor keeps, and what a server may remember as well.
    public internal(set) var state: RecordState?
    /// Transactions that the anchor does not know yet. While it is not 0, an older file could pass for the newest.
    public internal(set) var unanchored = 0

    /// A wipe of a file that SQLite cannot make sense of closes it, and opens another one.
    var connection: DatabaseQueue? { didSet { tablesStamp = nil } }
    /// The file that it is open on.
    var file: RecordFile.Identity?
    let keys: any RecordKeys
    let anchor: any RecordAnchor
    let anchorInterval: Int
    let owner: RecordOwner
    let tables: [RecordKind: RecordTable]
    var random: any RandomNumberGenerator & Sendable
    /// Key versions of the last transaction: fetched first, so that no operation begins twice for them.
    private var hints: Set<KeyRing.Missing> = []
    /// Which records may have an id, once a transaction needed to know it.
    var ids: IDPlaces?
    /// What SQLite counted when the tables were seen to be ours.
    private var tablesStamp: RecordSchema.Stamp?
    /// Whether pages may lie in the file that nothing leads to.
    var hasLoosePages = false
    /// The top of the index as the last transaction left it: what a wipe erases when the file does not tell any more.
    var lastTop: IndexTop?
    /// The version of the index's key in a new store, once a wipe here has told it: none that a wipe erases, here or
    /// still in another process.
    var firstKey: UInt32?
    /// That version, where it was drawn at random.
    var drawnKey: UInt32?
    /// Versions of the index's key that were made for a store which another process was first to make.
    var vainKeys: [UInt32] = []
    /// The store whose wipe has begun here: nothing of it is read or stored any more, whatever its file says.
    var endedStore: [UInt8]?
    /// Whether a wipe is through and no new store was made yet.
    var isWiped = false
    /// The wipe that runs.
    var wiping: Task<Result<Int, RecordError>, Never>?

    init(
      path: String, owner: RecordOwner, tables: [RecordTable], keys: any RecordKeys,
      anchor: any RecordAnchor,
      anchorInterval: Int, random: any RandomNumberGenerator & Sendable
    ) throws(RecordError) {
      let hasContents = try RecordFile(path: path).prepare()
      do {
        if hasContents {
          do {
            try Self.look(at: path, isReadOnly: true)
          } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK {
            // A crash cut off a change that no log holds yet: the very first ones. Only a writer may take it back.
            try Self.look(at: path, isReadOnly: false)
          }
        }
        connection = try Self.connect(to: path)
        file = try RecordFile(path: path).identity()
      } catch {
        throw RecordError(error)
      }
      files = ["", "-wal", "-shm"].map { path + $0 }
      self.owner = owner
      // Ours first: no declaration of an app sends what a mission left to the server.
      self.tables = Dictionary(([MissionEntry.table] + tables).map { ($0.kind, $0) }) { first, _ in first }
      self.keys = keys
      self.anchor = anchor
      self.anchorInterval = max(anchorInterval, 1)
      self.random = random
    }

    private static func look(at path: String, isReadOnly: Bool) throws {
      var looking = Configuration()
      looking.readonly = isReadOnly
      looking.busyMode = .timeout(patience)
      looking.prepareDatabase { StepLimit.set($0) }
      do {
        let reader = try DatabaseQueue(path: path, configuration: looking)
        _ = try reader.read { try RecordSchema.find($0) }
        try reader.close()
      } catch let error as DatabaseError where StepLimit.isPassed(error) {
        // The tables of another app, or of a later version, may be more than we look at, and are none to delete.
        let numbers = RecordFile(path: path).shownNumbers()
        guard numbers?.application == RecordSchema.applicationID else { throw RecordError.foreignDatabase }
        try RecordSchema.expectKnown(numbers?.format ?? 0)
        throw DatabaseError(resultCode: .SQLITE_CORRUPT)
      }
    }

    static func connect(to path: String) throws -> DatabaseQueue {
      var configuration = Configuration()
      configuration.busyMode = .timeout(patience)
      configuration.prepareDatabase { StepLimit.set($0) }
      return try StepLimit.telling {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { database in
          try RecordSchema.configure(database)
          StepLimit.lift(database)
        }
        return queue
      }
    }

    /// Seconds that a writer waits for another one.
    private static let patience = 5.0

    public func apply(_ changes: [RecordChange]) async throws(RecordError) {
      var kinds: Set<RecordKind> = []
      for change in changes {
        switch change {
        case .insert(let record), .upsert(let record), .keepLocal(let record): kinds.insert(record.kind)
        case .delete, .markSynced: break
        }
      }
      try await write(for: kinds) { transaction, random in
        for change in changes { try transaction.perform(change, using: &random) }
      }
    }

    public func read(_ id: UUID) async throws(RecordError) -> SealedRecord? {
      try await look(for: []) { try $0.read(id) }
    }

    // MARK: transactions

    /// One transaction that changes nothing.
    ///
    /// - Parameter isEntering: whether the store that is there is looked at to see if it may be used.
    func look<Result: Sendable>(
      for kinds: Set<RecordKind>, isEntering: Bool = false, _ body: (RecordTransaction) throws -> Result
    ) async throws(RecordError) -> Result {
      var ring = try await ring(for: kinds)
      while true {
        guard isEntering || !isWiped else { throw .wipePending }
        do {
          return try reading { database in
            try expectOwnTables(database)
            let transaction = try RecordTransaction(database, keys: ring, tables: tables)
            try transaction.index.refuseMark()
            try admit(transaction.index.state)
            note(transaction.index)
            return try lending(transaction.index) {
              defer { transaction.index.ids?.settle(at: transaction.index.state, isGivenUp: false) }
              return try body(transaction)
            }
          }
        } catch {
          try await provide(error, &ring)
        }
      }
    }

    /// One view of the file, the same from the first statement to the last.
    func reading<Result: Sendable>(_ body: (Database) throws -> Result) throws -> Result {
      var result: Result?
      try queue.inTransaction(.deferred) { database in
        result = try body(database)
        // Nothing was written, and where a damaged page was met SQLite commits nothing.
        return .rollback
      }
      guard let result else { throw RecordError.unavailable(0) }
      return result
    }

    /// One transaction: committed and then anchored when `body` returns, undone when it throws. Pages that it gave up
    /// are freed then, unless `freesPages` says that others follow; if that fails, the next repair or wipe does it.
    func write<Result: Sendable>(
      for kinds: Set<RecordKind>, freesPages: Bool = true,
      _ body: (RecordTransaction, inout any RandomNumberGenerator & Sendable) throws -> Result
    ) async throws(RecordError) -> Result {
      var ring = try await ring(for: kinds)
      var unreadable = Unreadable()
      while true {
        guard !isWiped else { throw .wipePending }
        let known = unreadable
        do {
          let (result, state, isLoosened) = try writing(ring, &unreadable, body)
          // From here on the transaction has happened; an anchor that cannot be reached is tried again with the next.
          if state != self.state {
            unanchored += 1
            self.state = state
          }
          if isLoosened { hasLoosePages = true }
          if unanchored >= anchorInterval { try? await anchorState() }
          if isLoosened && freesPages { freePages() }
          return result
        } catch {
          // It met a damaged page before it was to write: once more, around that page.
          if (error as? DatabaseError)?.resultCode == .SQLITE_CORRUPT, unreadable != known { continue }
          try await provide(error, &ring)
        }
      }
    }

    private func writing<Result: Sendable>(
      _ ring: KeyRing, _ unreadable: inout Unreadable,
      _ body: (RecordTransaction, inout any RandomNumberGenerator & Sendable) throws -> Result
    ) throws -> (Result, RecordState, isLoosened: Bool) {
      var written: (Result, RecordState, isLoosened: Bool)?
      try queue.inTransaction(.immediate) { database in
        try expectOwnTables(database)
        let transaction = try RecordTransaction(database, keys: ring, tables: tables)
        // Before anything is acknowledged that the end of the wipe would erase.
        try transaction.index.refuseMark()
        try admit(transaction.index.state)
        transaction.index.unreadable = unreadable
        defer { unreadable.formUnion(transaction.index.unreadable) }
        try lending(transaction.index) {
          written = try drawing { random in
            let result = try body(transaction, &random)
            let state = try transaction.index.commit(using: &random)
            return (result, state, transaction.index.hasLoosePages)
          }
        }
        note(transaction.index)
        return .commit
      }
      guard let written else { throw RecordError.unavailable(0) }
      return written
    }

    /// The generator, as one transaction uses it.
    private func drawing<Result>(
      _ body: (inout any RandomNumberGenerator & Sendable) throws -> Result
    ) rethrows -> Result {
      guard random is SystemRandomNumberGenerator else { return try body(&random) }
      var draws: any RandomNumberGenerator & Sendable = SystemDraws()
      return try body(&draws)
    }

    /// Lends a transaction what is known of ids, if that is true of the state that it begins with: otherwise another process
    /// wrote, or a transaction failed when it was to happen.
    private func lending<Result>(_ index: RecordIndex, _ body: () throws -> Result) throws -> Result {
      if let ids, ids.state == index.state { index.ids = ids }
      ids = nil
      defer { ids = index.returnIDs() }
      return try body()
    }

    /// Looks at the tables again whenever they may have changed, and before anything is read of them: what others
    /// planted there would run with our rights, or for ever.
    ///
    /// - Throws: ``RecordError/foreignDatabase`` where somebody exchanged the tables or planted a trigger.
    private func expectOwnTables(_ database: Database) throws {
      let stamp = try RecordSchema.Stamp(database)
      guard stamp != tablesStamp else { return }
      tablesStamp = nil
      switch try RecordSchema.check(database) {
      case .current: tablesStamp = stamp
      // Another process's wipe has emptied the file: SQLite finds no header there.
      case .empty: break
      case .legacy: throw RecordError.foreignDatabase
      }
    }

    /// As ``expectOwnTables(_:)``, of the header alone: it tells a wipe what to erase, whatever was planted beside it.
    func expectOwnHeader(_ database: Database) throws {
      guard try RecordSchema.Stamp(database) != tablesStamp else { return }
      try RecordSchema.expectHeader(database)
    }

    private func ring(for kinds: Set<RecordKind>) async throws(RecordError) -> KeyRing {
      var ring = KeyRing()
      // The index's key first: without it nothing else is needed.
      let names =
        hints.filter { $0.kind == .index }
        + hints.filter { $0.kind != .index && kinds.contains($0.kind) }
      for name in names {
        // Another process may have rotated the key meanwhile: then the transaction asks for the newer one.
        do { try await ring.fetch(name, from: keys) } catch .keyMissing { continue } catch {
          throw error
        }
      }
      return ring
    }

    /// Gets what a transaction turned out to need, or throws what it failed for.
    func provide(_ error: any Error, _ ring: inout KeyRing) async throws(RecordError) {
      if let missing = error as? KeyRing.Missing, !ring.holds(missing) {
        try await ring.fetch(missing, from: keys)
      } else if let new = error as? RecordTransaction.NewTable {
        try await register(new.kind)
      } else {
        throw RecordError(error)
      }
    }

    /// Refuses a state that is older than one that this process has seen.
    private func admit(_ found: RecordState) throws(RecordError) {
      // Also where somebody took the wipe's mark away.
      guard found.store != endedStore else { throw .wipePending }
      guard let state else {
        self.state = found
        return
      }
      guard found.store == state.store else { throw .foreignStore }
      guard found.generation > state.generation || found == state else {
        throw .rolledBack(found: found.generation, anchored: state.generation)
      }
      self.state = found
    }

    private func note(_ index: RecordIndex) {
      hints = Set(index.header.tables.map { KeyRing.Missing(kind: $0.kind, version: $0.key) })
      hints.insert(KeyRing.Missing(kind: .index, version: index.seal.version))
      if lastTop?.store == index.store, lastTop?.version == index.seal.version {
        lastTop?.header = index.header
      } else {
        lastTop = IndexTop(index)
      }
    }
  }
#endif
