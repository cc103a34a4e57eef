#if Records
  public import Foundation
  import GRDB

  /// Records in one SQLite file: each row sealed, the file of mode 0600.
  ///
  /// - Protects against: reading the file or its write-ahead log without the key; rows that are edited, moved, swapped
  ///   or marked as synced by someone else (each is refused by name); `kill -9` and power loss (WAL with
  ///   `synchronous=FULL`: what ``apply(_:)`` returned for is on the medium, as far as the medium tells the truth).
  /// - Does not hide: ids, kinds, the order of changes, lengths, and which records are pending.
  /// - Does not notice: removed rows, an older row put back, or the whole file replaced by an older one.
  /// - Deleted rows are overwritten in the file (`secure_delete`); flash may keep old blocks, sealed.
  ///
  /// One process uses the file at a time; a second one gets ``RecordError/busy`` when both write.
  /// Source: sqlite.org/pragma.html, sqlite.org/wal.html; BSI TR-03161-1 O.Data_2; MASVS-STORAGE-1.
  public actor SQLiteRecords: RecordStore {
    private let queue: DatabaseQueue
    private let keys: any RecordKeys
    private var random: any RandomNumberGenerator & Sendable

    /// Opens the file and makes it on first use; the folder must exist and be writable by this user only.
    ///
    /// - Parameter random: the source of nonces: the system's generator outside of tests.
    /// - Throws: ``RecordError/newerSchema(found:supported:)``, ``RecordError/foreignDatabase`` and
    ///   ``RecordError/damaged(_:)`` before anything is written; `.exposed`, `.foreignOwner`, `.notPlain`, `.denied`.
    public init(
      path: String, keys: any RecordKeys, random: any RandomNumberGenerator & Sendable
    ) throws(RecordError) {
      let hasContents = try RecordFile(path: path).prepare()
      do {
        if hasContents {
          var looking = Configuration()
          looking.readonly = true
          let reader = try DatabaseQueue(path: path, configuration: looking)
          _ = try reader.read { try RecordSchema.check($0) }
          try reader.close()
        }
        let opened = try DatabaseQueue(path: path)
        try opened.writeWithoutTransaction { database in
          try RecordSchema.configure(database)
          try database.inTransaction(.immediate) {
            if try RecordSchema.check(database) { try RecordSchema.create(database) }
            return .commit
          }
        }
        queue = opened
      } catch {
        throw RecordError(error)
      }
      self.keys = keys
      self.random = random
    }

    public func apply(_ changes: [RecordChange]) async throws(RecordError) {
      var kinds: Set<RecordKind> = []
      for change in changes {
        switch change {
        case .insert(let record), .upsert(let record): kinds.insert(record.kind)
        case .markSynced(let mark): kinds.insert(mark.kind)
        case .delete: break
        }
      }
      // All keys first: from here to the commit nothing suspends, so no other call comes in between.
      try commit(changes, with: await seals(for: kinds))
    }

    public func read(_ id: UUID) async throws(RecordError) -> SealedRecord? {
      guard let row = try rows("WHERE id = ?", [id.uuidString]).first else { return nil }
      return try await row.open(with: seal(for: row.mark.kind))
    }

    public func list(_ kind: RecordKind) async throws(RecordError) -> [SealedRecord] {
      let seal = try await seal(for: kind)
      var records: [SealedRecord] = []
      for row in try rows("WHERE kind = ? ORDER BY sequence", [kind.text]) { records.append(try row.open(with: seal)) }
      return records
    }

    public func pending(limit: Int) async throws(RecordError) -> [PendingRecord] {
      let rows = try rows("WHERE synced = 0 ORDER BY sequence LIMIT ?", [max(limit, 0)])
      let seals = try await seals(for: Set(rows.map(\.mark.kind)))
      var pending: [PendingRecord] = []
      for row in rows {
        guard let seal = seals[row.mark.kind] else { throw .keyUnavailable(row.mark.kind) }
        pending.append(PendingRecord(record: try row.open(with: seal), mark: row.mark))
      }
      return pending
    }

    private func seal(for kind: RecordKind) async throws(RecordError) -> RowSeal {
      try RowSeal(await keys.key(for: kind), kind: kind)
    }

    private func seals(for kinds: Set<RecordKind>) async throws(RecordError) -> [RecordKind: RowSeal] {
      var seals: [RecordKind: RowSeal] = [:]
      for kind in kinds { seals[kind] = try await seal(for: kind) }
      return seals
    }

    private func rows(_ condition: String, _ arguments: StatementArguments) throws(RecordError) -> [SealedRow] {
      do {
        return try queue.read { database in
          try Row.fetchAll(database, sql: "\(SealedRow.columns) \(condition)", arguments: arguments).map(SealedRow.init)
        }
      } catch {
        throw RecordError(error)
      }
    }

    private func commit(_ changes: [RecordChange], with seals: [RecordKind: RowSeal]) throws(RecordError) {
      do {
        try queue.inTransaction(.immediate) { database in
          for change in changes { try perform(change, in: database, with: seals) }
          return .commit
        }
      } catch {
        throw RecordError(error)
      }
    }

    private func perform(
      _ change: RecordChange, in database: Database, with seals: [RecordKind: RowSeal]
    ) throws {
      switch change {
      case .insert(let record):
        let taken = try Bool.fetchOne(
          database, sql: "SELECT EXISTS (SELECT 1 FROM record WHERE id = ?)", arguments: [record.id.uuidString])
        guard taken == false else { throw RecordError.duplicate(record.id) }
        try store(record, in: database, with: seals)
      case .upsert(let record): try store(record, in: database, with: seals)
      case .delete(let id):
        try database.execute(sql: "DELETE FROM record WHERE id = ?", arguments: [id.uuidString])
      case .markSynced(let mark): try markSynced(mark, in: database, with: seals)
      }
    }

    private func store(_ record: SealedRecord, in database: Database, with seals: [RecordKind: RowSeal]) throws {
      guard let seal = seals[record.kind] else { throw RecordError.keyUnavailable(record.kind) }
      guard
        let sequence = try Int64.fetchOne(
          database, sql: "UPDATE counter SET sequence = sequence + 1 RETURNING sequence")
      else { throw RecordError.foreignDatabase }
      let sealed = try seal.seal(record, sequence: sequence, synced: false, using: &random)
      try database.execute(
        sql: "INSERT OR REPLACE INTO record (id, kind, sequence, synced, sealed) VALUES (?, ?, ?, 0, ?)",
        arguments: [record.id.uuidString, record.kind.text, sequence, sealed])
    }

    private func markSynced(_ mark: RecordMark, in database: Database, with seals: [RecordKind: RowSeal]) throws {
      guard let seal = seals[mark.kind] else { throw RecordError.keyUnavailable(mark.kind) }
      let found = try Row.fetchOne(
        database, sql: "\(SealedRow.columns) WHERE id = ? AND kind = ? AND sequence = ?",
        arguments: [mark.id.uuidString, mark.kind.text, mark.sequence])
      guard let row = try found.map(SealedRow.init), !row.synced else { return }
      // Opened before it is sealed again, else an altered row would leave with a valid seal.
      let record = try row.open(with: seal)
      let sealed = try seal.seal(record, sequence: mark.sequence, synced: true, using: &random)
      try database.execute(
        sql: "UPDATE record SET synced = 1, sealed = ? WHERE id = ?", arguments: [sealed, mark.id.uuidString])
    }
  }
#endif
