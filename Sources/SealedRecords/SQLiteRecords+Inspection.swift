#if Records
  import Foundation
  import GRDB

  extension SQLiteRecords {
    /// Walks through everything: each place of the index, each row, and whether there is any row or place that the
    /// index does not know; whether two records have one id, and whether SQLite finds each by its id. Opens the seal of every
    /// record; takes time in proportion to their number.
    ///
    /// Judges by seals and index alone: whether the app's declarations can upgrade what is sound, reading tells.
    /// - Throws: what keeps it from looking (``RecordError/keyUnavailable(_:)``, ``RecordError/rolledBack(found:anchored:)``,
    ///   ``RecordError/newerTable(_:found:supported:)``, ``RecordError/foreignDatabase``, `.damaged`, `.indexDamaged`
    ///   at level 255). What it finds is in the answer: ``RecordError/keyMissing(_:)`` for each row whose key is lost.
    public func verify() async throws(RecordError) -> RecordInspection {
      try await look(for: Set(tables.keys)) { transaction in
        let findings = try transaction.inspect()
        return RecordInspection(
          state: transaction.index.state, sound: findings.sound,
          damage: findings.damage.map(\.error))
      }
    }
  }

  extension RecordTransaction {
    /// One place that is not sound.
    struct Damage {
      var error: RecordError
      var sequence: Int64?
      var place: IndexPlace?
      /// Whether it is about where SQLite finds rows.
      var isOfOrder = false

      /// Whether it is a row that the index has no entry for.
      var isPlanted: Bool {
        if case .plantedRow = error { true } else { false }
      }

      /// Whether it is a row that nothing can judge, as its key is lost.
      var isOfLostKey: Bool {
        if case .keyMissing = error { true } else { false }
      }
    }

    struct Findings {
      var sound = 0
      var damage: [Damage] = []
      /// Whether there are rows that SQLite does not find where it looks for them.
      var isDisordered = false
      /// Numbers that the places of the index stand for, those that cannot be read too; ascending.
      var covered: [ClosedRange<Int64>] = []
      var strays: Set<Int64> = []
      /// Rows to which SQLite's index of ids does not lead.
      var unshown: [UUID: [Int64]] = [:]

      func isCovered(_ sequence: Int64) -> Bool {
        var (place, end) = (0, covered.count)
        while place < end {
          let middle = (place + end) / 2
          if covered[middle].upperBound < sequence { place = middle + 1 } else { end = middle }
        }
        return place < covered.count && covered[place].contains(sequence)
      }
    }

    func inspect() throws -> Findings {
      var findings = Findings()
      try index.walk(
        where: { _ in true },
        damaged: { error in
          guard case .indexDamaged(let level, let place) = error else { throw error }
          let at = IndexPlace(level: UInt8(clamping: level), index: place)
          findings.damage.append(Damage(error: error, place: at))
          findings.covered.append(at.sequences)
        },
        { leaf, entries in
          try inspect(leaf, entries, &findings)
          return true
        })
      try inspectIDs(&findings)
      try inspectOrder(&findings)
      return findings
    }

    private func inspect(_ leaf: Int64, _ entries: IndexLeaf, _ findings: inout Findings) throws {
      findings.covered.append(IndexPlace.leaf(leaf).sequences)
      let first = leaf << IndexLeaf.bits
      var missing = entries.occupied
      let strays = try rows(leaf) { row, offset in
        let sequence = first + Int64(offset)
        missing &= ~(1 << offset)
        do {
          guard let entry = entries[offset] else { throw RecordError.plantedRow(sequence: sequence) }
          let id = try soundID(StoredRow(row), entry)
          if try leads(id) == sequence {
            findings.sound += 1
          } else {
            findings.unshown[id, default: []].append(sequence)
          }
        } catch let error as RecordError {
          if case .newerTable = error { throw error }
          findings.damage.append(Damage(error: error, sequence: sequence))
        }
      }
      findings.strays.formUnion(strays)
      for offset in 0..<Int(IndexLeaf.span) where missing >> offset & 1 == 1 {
        let sequence = first + Int64(offset)
        findings.damage.append(Damage(error: .removedRow(sequence: sequence), sequence: sequence))
      }
    }

    /// The row to which SQLite leads from an id; none where it cannot make sense of its index of ids.
    private func leads(_ id: UUID) throws -> Int64? {
      guard !index.unreadable.ids.contains(id) else { return nil }
      do { return try shown(id) } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        index.unreadable.ids.insert(id)
        index.unreadable.hasIDIndex = true
        return nil
      }
    }

    /// The id of a row that is what was stored.
    private func soundID(_ row: StoredRow, _ entry: IndexLeaf.Entry) throws -> UUID {
      let (record, version, table) = try unsealed(row, entry)
      guard version <= table.payloadVersion else {
        throw RecordError.newerTable(table.kind, found: Int(version), supported: table.version)
      }
      guard record.date.timeIntervalSinceReferenceDate == entry.date else { throw RecordError.altered(record.id) }
      return record.id
    }

    /// Of two records with one id SQLite leads to one at most: the other one is among those that it does not show.
    private func inspectIDs(_ findings: inout Findings) throws {
      for (id, unshown) in findings.unshown.sorted(by: { $0.value[0] < $1.value[0] }) {
        var all = unshown
        if let sequence = try leads(id), try isSound(sequence, id) { all.append(sequence) }
        all.sort()
        guard let newest = all.popLast() else { continue }
        for older in all {
          if !unshown.contains(older) { findings.sound -= 1 }
          findings.damage.append(Damage(error: .olderRow(id), sequence: older, isOfOrder: true))
        }
        // Deleting one of two would take the other one's place in SQLite's index, which has one for each id.
        if !all.isEmpty { findings.isDisordered = true }
        guard unshown.contains(newest) else { continue }
        findings.isDisordered = true
        if all.isEmpty { findings.damage.append(Damage(error: .altered(id), isOfOrder: true)) }
      }
    }

    private func isSound(_ sequence: Int64, _ id: UUID) throws -> Bool {
      do {
        guard let entry = try index[sequence], let row = try row(at: sequence) else { return false }
        return try soundID(row, entry) == id
      } catch is RecordError {
        return false
      }
    }

    /// Rows that no place of the index stands for, and rows out of their order.
    private func inspectOrder(_ findings: inout Findings) throws {
      let numbers = RowWalk.Query("sequence", bare: "sequence", from: "record NOT INDEXED ORDER BY sequence")
      var rows = try RowWalk(index.database, numbers, atMost: index.rowLimit)
      var planted: [Int64] = []
      var (before, last): (Int64?, Int64?) = (nil, nil)
      while let row = try rows.next() {
        let sequence = try row.decode(Int64.self, atIndex: 0)
        if let last, sequence <= last {
          // The one that stands out from those on both sides.
          let isLast = before.map { sequence > $0 } ?? true
          findings.strays.insert(isLast ? last : sequence)
        }
        if !findings.isCovered(sequence) { planted.append(sequence) }
        (before, last) = (last, sequence)
      }
      for sequence in planted where !findings.strays.contains(sequence) {
        findings.damage.append(Damage(error: .plantedRow(sequence: sequence), sequence: sequence))
      }
      for sequence in findings.strays.sorted() {
        findings.isDisordered = true
        findings.damage.append(Damage(error: .plantedRow(sequence: sequence), isOfOrder: true))
      }
    }
  }
#endif
