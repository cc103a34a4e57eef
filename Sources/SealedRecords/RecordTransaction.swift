#if Records
  import Foundation
  import GRDB

  /// Rows and index inside one transaction: what lists and changes mean, without keys to fetch and without waiting.
  final class RecordTransaction {
    /// A kind that the file does not know yet: it gets its key and its number first.
    struct NewTable: Error { let kind: RecordKind }

    let index: RecordIndex
    let tables: [RecordKind: RecordTable]
    private let keys: KeyRing
    private var last: Opener?
    private var database: Database { index.database }

    init(_ database: Database, keys: KeyRing, tables: [RecordKind: RecordTable]) throws {
      index = try RecordIndex(database, keys: keys)
      self.tables = tables
      self.keys = keys
    }

    init(_ index: RecordIndex, keys: KeyRing, tables: [RecordKind: RecordTable]) {
      self.index = index
      self.keys = keys
      self.tables = tables
    }

    func table(_ kind: RecordKind) -> RecordTable { tables[kind] ?? RecordTable(kind) }

    // MARK: rows

    func row(_ id: UUID) throws -> StoredRow? {
      try StoredRow.byID.first(in: database, [Self.key(id)]).map(StoredRow.init)
    }

    func row(at sequence: Int64) throws -> StoredRow? {
      try StoredRow.bySequence.first(in: database, [sequence]).map(StoredRow.init)
    }

    private static let mostStrays = 1024

    /// Visits the rows of a leaf's sequence numbers, each with its place in the leaf.
    ///
    /// - Returns: numbers that are none of the leaf's. SQLite believes that rows lie in their order: one whose number somebody
    ///   changed in the file comes out with its neighbours.
    @discardableResult
    func rows(_ leaf: Int64, _ visit: (Row, Int) throws -> Void) throws -> [Int64] {
      let first = leaf << IndexLeaf.bits
      var found = try RowWalk(database, StoredRow.stretch, [first, first + IndexLeaf.span - 1])
      var strays: [Int64] = []
      var left = 2 * IndexLeaf.span
      while let row = try found.next() {
        let sequence = try row.decode(Int64.self, atIndex: 0)
        if (first..<first + IndexLeaf.span).contains(sequence) {
          // A number stands for one row. Where pages lead to one page again and again, no more is opened of it.
          left -= 1
          guard left >= 0 else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
          try visit(row, Int(sequence - first))
        } else {
          // They are passed once for each leaf, and so many never come of a few exchanged numbers.
          guard strays.count < Self.mostStrays else { throw DatabaseError(resultCode: .SQLITE_CORRUPT) }
          strays.append(sequence)
        }
      }
      return strays
    }

    static func key(_ id: UUID) -> Data { withUnsafeBytes(of: id.uuid) { Data($0) } }

    func place(_ row: StoredRow) -> RowSeal.Place {
      RowSeal.Place(store: index.store, id: row.id, sequence: row.sequence, plain: row.plain)
    }

    /// The record of a row, if it is the row that the index means; its payload as this build knows it.
    func open(_ row: StoredRow, _ entry: IndexLeaf.Entry) throws -> SealedRecord {
      let (sealed, version, table) = try unsealed(row, entry)
      var record = sealed
      if let text = row.plain {
        guard let plain = table.plain.values(text) else { throw RecordError.altered(row.id) }
        record = SealedRecord(
          id: record.id, kind: record.kind, createdAt: record.createdAt, date: record.date, payload: record.payload,
          plain: plain)
      }
      guard version != table.payloadVersion else { return record }
      do { return try table.upgraded(record, from: version) } catch RecordError.tooLarge(let limit) {
        throw RecordError.upgradeTooLarge(row.id, limit: limit)
      }
    }

    /// The record of a row, if it is the row that the index means, as it was sealed: before any upgrade, without its plain
    /// columns. What the app declares about the kind has no say in it.
    func unsealed(_ row: StoredRow, _ entry: IndexLeaf.Entry) throws -> (SealedRecord, UInt16, RecordTable) {
      let envelope = try envelope(row)
      let opener = try opener(entry.kind, envelope.keyVersion, row.id)
      let record = try opener.seal.open(row.sealed, at: place(row))
      guard envelope.tag == entry.tag, row.idPrefix == entry.idPrefix else {
        throw RecordError.olderRow(row.id)
      }
      return (record, envelope.payloadVersion, opener.table)
    }

    /// What the index would say of a row as one of this kind, pending; nil when it is none.
    ///
    /// - Throws: ``RecordError/newerRow(_:)``: whose row it is only a newer version can tell.
    func unsealed(_ row: StoredRow, as number: UInt16) throws -> IndexLeaf.Entry? {
      var entry = IndexLeaf.Entry(
        kind: number, isSynced: false, date: 0, idPrefix: row.idPrefix, tag: SealTag(high: 0, low: 0))
      do {
        entry.tag = try envelope(row).tag
        entry.date = try unsealed(row, entry).0.date.timeIntervalSinceReferenceDate
      } catch RecordError.altered {
        return nil
      }
      return entry.date.isFinite ? entry : nil
    }

    func envelope(_ row: StoredRow) throws(RecordError) -> SealedEnvelope {
      do { return try SealedEnvelope(row.sealed) } catch {
        throw error == .newer ? .newerRow(row.id) : .altered(row.id)
      }
    }

    /// Key and declaration of a kind: looked up once for the rows that follow each other.
    private struct Opener {
      let number: UInt16
      let version: UInt32
      let seal: RowSeal
      let table: RecordTable
    }

    private func opener(_ number: UInt16, _ version: UInt32, _ id: UUID) throws -> Opener {
      if let last, last.number == number, last.version == version { return last }
      guard Int(number) < index.header.tables.count else { throw RecordError.altered(id) }
      let known = index.header.tables[Int(number)]
      guard version != 0, version == known.key || version == known.oldKey else {
        throw RecordError.altered(id)
      }
      let opener = Opener(
        number: number, version: version, seal: try keys.row(known.kind, version),
        table: table(known.kind))
      last = opener
      return opener
    }

    // MARK: reading

    func read(_ id: UUID) throws -> SealedRecord? {
      guard let row = try row(id) else {
        try expectAbsent(id)
        return nil
      }
      guard let entry = try index[row.sequence] else {
        throw RecordError.plantedRow(sequence: row.sequence)
      }
      return try open(row, entry)
    }

    /// - Parameter wanted: which records, by what the index says of them.
    func list(
      leaves zone: (IndexZone) -> Bool, limit: Int = .max, wanted: (IndexLeaf.Entry) -> Bool,
      damaged: (RecordError) throws -> Void, _ found: (SealedRecord, Int64) throws -> Void
    ) throws {
      var left = limit
      guard left > 0 else { return }
      try index.walk(where: zone, damaged: damaged) { leaf, entries in
        let first = leaf << IndexLeaf.bits
        var missing: UInt64 = 0
        for (offset, entry) in zip(entries.offsets, entries.entries) where wanted(entry) {
          missing |= 1 << offset
        }
        guard missing != 0 else { return true }
        try rows(leaf) { row, offset in
          guard left > 0, missing >> offset & 1 == 1, let entry = entries[offset] else { return }
          missing &= ~(1 << offset)
          do {
            try found(try open(try StoredRow(row), entry), first + Int64(offset))
            left -= 1
          } catch let error as RecordError {
            try damaged(error)
          }
        }
        guard left > 0 else { return false }
        for offset in 0..<Int(IndexLeaf.span) where missing >> offset & 1 == 1 {
          try damaged(.removedRow(sequence: first + Int64(offset)))
        }
        return true
      }
    }

    // MARK: changing

    func perform(_ change: RecordChange, using random: inout any RandomNumberGenerator & Sendable)
      throws
    {
      switch change {
      case .insert(let record): try store(record, isReplacing: false, using: &random)
      case .upsert(let record):
        try takeShown(record.id)
        try store(record, using: &random)
      case .keepLocal(let record):
        try takeShown(record.id, evenExchanged: true)
        try store(record, isSynced: true, using: &random)
      case .delete(let id): try remove(id)
      case .markSynced(let mark):
        guard var entry = try index[mark.sequence],
          index.header.number(of: mark.kind) == entry.kind,
          entry.idPrefix == StoredRow.prefix(of: mark.id), !entry.isSynced
        else { return }
        entry.isSynced = true
        try index.set(entry, at: mark.sequence)
      }
    }

    private func store(
      _ record: SealedRecord, isReplacing: Bool = true, isSynced: Bool = false,
      using random: inout any RandomNumberGenerator & Sendable
    ) throws {
      guard record.date.timeIntervalSinceReferenceDate.isFinite, record.kind != .index,
        record.createdAt.timeIntervalSinceReferenceDate.isFinite
      else { throw RecordError.unsuitable(record.id) }
      guard let number = index.header.number(of: record.kind) else {
        throw NewTable(kind: record.kind)
      }
      try vacate(record.id, isReplacing: isReplacing)
      let sequence = try nextSequence()
      let isSynced = isSynced || table(record.kind).staysLocal  // O.Data_2#1510
      try write(record, number: number, sequence: sequence, isSynced: isSynced, using: &random) {
        plain, sealed in
        try insertRow(sequence, record.id, plain, sealed)
      }
      index.ids?.add(record.id, at: sequence)
    }

    /// The number of a new record: the next one, or the first behind a place of the index that cannot be read. Not
    /// behind a place of the upper levels: whoever damages these again and again would use up all numbers.
    private func nextSequence() throws -> Int64 {
      while true {
        let (sequence, isOver) = index.header.sequence.addingReportingOverflow(1)
        guard !isOver, sequence < IndexHeader.sequenceLimit else {
          throw RecordError.unusableSequence(index.header.sequence)
        }
        index.header.sequence = sequence
        do {
          _ = try index.leaf(sequence >> IndexLeaf.bits)
          return sequence
        } catch RecordError.indexDamaged(let level, let place) where level <= 1 {
          let below = IndexPlace(level: UInt8(clamping: level), index: place).sequences
          index.header.sequence = max(sequence, below.upperBound)
        }
      }
    }

    /// - Throws: ``RecordError/keyMissing(_:)`` where the key that records of a kind are sealed under now is lost.
    func expectNewestKey(of number: UInt16) throws {
      let known = index.header.tables[Int(number)]
      _ = try keys.row(known.kind, known.key)
    }

    /// Whether both keys of a rotation are there: without one of them it can seal no row anew.
    func hasKeys(of rotation: IndexHeader.Table) throws -> Bool {
      do {
        for version in [rotation.oldKey, rotation.key] { _ = try keys.row(rotation.kind, version) }
        return true
      } catch RecordError.keyMissing {
        return false
      }
    }

    /// Seals a record under the newest key of its kind, has it stored, and enters it into the index.
    ///
    /// - Parameter payloadVersion: of a record that is no upgraded one; else the newest.
    func write(
      _ record: SealedRecord, payloadVersion: UInt16? = nil, number: UInt16, sequence: Int64, isSynced: Bool,
      using random: inout any RandomNumberGenerator & Sendable,
      _ store: (String?, Data) throws -> Void
    ) throws {
      let known = index.header.tables[Int(number)]
      let table = table(record.kind)
      let plain = record.plain.isEmpty ? nil : try table.plain.text(record.plain, of: record.kind)
      let sealed = try keys.row(record.kind, known.key).seal(
        record,
        at: RowSeal.Place(store: index.store, id: record.id, sequence: sequence, plain: plain),
        payloadVersion: payloadVersion ?? table.payloadVersion, using: &random)
      try store(plain, sealed.bytes)
      let entry = IndexLeaf.Entry(
        kind: number, isSynced: isSynced, date: record.date.timeIntervalSinceReferenceDate,
        idPrefix: StoredRow.prefix(of: record.id), tag: sealed.tag)
      try index.set(entry, at: sequence)
    }
  }

  extension SealedEnvelope {
    init(_ sealed: Data) throws(Refusal) {
      do {
        self = try sealed.withUnsafeBytes { try SealedEnvelope(parsing: $0) }
      } catch {
        throw error as? Refusal ?? .malformed
      }
    }
  }
#endif
