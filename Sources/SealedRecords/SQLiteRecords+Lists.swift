#if Records
  public import Foundation
  import GRDB

  extension SQLiteRecords {
    /// The records of a kind, or the first reason why one of them cannot be read; ``listing(_:in:)`` gives both.
    public func list(_ kind: RecordKind, in range: Range<Date>?) async throws(RecordError)
      -> [SealedRecord]
    {
      let listing = try await listing(kind, in: range)
      if let first = listing.damage.first { throw first }
      return listing.records
    }

    /// The records of a kind that can be read, and why others cannot: one bad row leaves the others readable.
    ///
    /// Complete by the sealed index, not by SQLite's: a row that someone removed is named in the damage, and so is
    /// each one whose key is lost (``RecordError/keyMissing(_:)``).
    /// - Throws: what concerns the file as a whole (``RecordError/rolledBack(found:anchored:)``, `keyUnavailable`, …).
    public func listing(_ kind: RecordKind, in range: Range<Date>? = nil) async throws(RecordError)
      -> RecordListing
    {
      let first = range?.lowerBound.timeIntervalSinceReferenceDate ?? -.infinity
      let last = range?.upperBound.timeIntervalSinceReferenceDate ?? .infinity
      return try await look(for: [kind]) { transaction in
        var listing = RecordListing()
        guard let number = transaction.index.header.number(of: kind) else { return listing }
        try transaction.list(
          leaves: { $0.kind == number && $0.first < last && $0.last >= first },
          wanted: { $0.kind == number && $0.date < last && $0.date >= first },
          damaged: { listing.damage.append($0) }, { record, _ in listing.records.append(record) })
        return listing
      }
    }

    /// Removes by what the index says, in one transaction; a row that is altered, was removed by someone, or whose key
    /// is lost goes with the others and is named. Throws as ``listing(_:in:)``.
    @discardableResult
    public func deleteOldest(_ kind: RecordKind, keeping count: Int) async throws(RecordError) -> [RecordError] {
      try await write(for: [kind]) { transaction, _ in
        guard let number = transaction.index.header.number(of: kind) else { return [] }
        return try transaction.deleteOldest(number, keeping: count)
      }
    }

    /// How many records of a kind there are, by the index; no row is read. Throws as ``listing(_:in:)``.
    public func count(_ kind: RecordKind) async throws(RecordError) -> Int {
      try await look(for: []) { transaction in
        let number = transaction.index.header.number(of: kind)
        return transaction.index.header.root?.zones.first { $0.kind == number }.map {
          Int($0.count)
        } ?? 0
      }
    }

    /// Records that the server does not have yet; none of a kind that stays on this device. One that cannot be read holds
    /// up no other: its reason is thrown once no other is left; ``listing(_:in:)`` names them all.
    public func pending(limit: Int) async throws(RecordError) -> [PendingRecord] {
      try await look(for: []) { transaction in
        var pending: [PendingRecord] = []
        let tables = transaction.index.header.tables
        let local = Set(tables.indices.filter { transaction.table(tables[$0].kind).staysLocal }.map { UInt16($0) })
        var damage: RecordError?
        try transaction.list(
          leaves: { $0.pending > 0 }, limit: limit, wanted: { !$0.isSynced && !local.contains($0.kind) },
          damaged: { damage = damage ?? $0 },
          { record, sequence in
            let mark = RecordMark(id: record.id, kind: record.kind, sequence: sequence)
            pending.append(PendingRecord(record: record, mark: mark))
          })
        if pending.isEmpty, let damage { throw damage }
        return pending
      }
    }
  }
#endif
