#if Records
  import Foundation
  import GRDB

  extension SQLiteRecords {
    /// Walks through everything: each place of the index, each row, and whether there is any row or place that the
    /// index does not know. Opens the seal of every record; takes time in proportion to their number.
    ///
    /// Judges by seals and index alone: whether the app's declarations can upgrade what is sound, reading tells.
    /// - Throws: what keeps it from looking (``RecordError/keyUnavailable(_:)``, ``RecordError/rolledBack(found:anchored:)``,
    ///   ``RecordError/newerTable(_:found:supported:)``, `.damaged`, `.indexDamaged` at level 255). What it finds is in the
    ///   answer.
    public func verify() async throws(RecordError) -> RecordInspection {
      try await look(for: Set(tables.keys)) { transaction in
        let findings = try transaction.inspect()
        return RecordInspection(
          state: transaction.index.state, sound: findings.sound,
          damage: findings.damage.map(\.error))
      }
    }

    /// Makes the file sound again: takes out rows that are not what was stored, forgets those that someone removed, and
    /// builds damaged places of the index anew from the rows that open.
    ///
    /// Freshness is lost where the index is built anew: an older state of such a row cannot be told from the newest, and
    /// its records are pending again, so that the server judges them, unless their kind stays on this device
    /// (``RecordTable/staysLocal``). Every reason is in the answer, one for each row that went.
    /// The byte that says that a row is in a newer format is under no seal: damage, or anyone who can write to the file,
    /// makes it of a row that nothing ever opens again, and nothing here tells the two apart.
    /// - Parameter discardingNewer: takes rows in a newer format out with the others. What a newer version of the app did
    ///   write is lost on this device by that: ask the person before. It is the way out where no update helps, and where
    ///   a damaged place of the index or an exchanged id keeps that record from being deleted.
    /// - Throws: what ``verify()`` throws; without `discardingNewer` ``RecordError/newerRow(_:)`` for a row that only a
    ///   newer version of the app can judge. Nothing is changed then.
    @discardableResult
    public func repair(discardingNewer: Bool = false) async throws(RecordError) -> [RecordError] {
      try await write(for: Set(tables.keys)) { transaction, _ in
        let findings = try transaction.inspect()
        var reasons: [RecordError] = []
        for damage in findings.damage {
          if case .newerRow = damage.error, !discardingNewer { throw damage.error }
          reasons += try [damage.error] + transaction.mend(damage, discardingNewer: discardingNewer)
        }
        return reasons
      }
    }
  }

  extension RecordTransaction {
    /// One place that is not sound.
    struct Damage {
      var error: RecordError
      var sequence: Int64?
      var place: IndexPlace?
    }

    func inspect() throws -> (sound: Int, damage: [Damage]) {
      var (sound, places) = (0, 0)
      var damage: [Damage] = []
      var covered: [ClosedRange<Int64>] = []
      try index.walk(
        where: { _ in true },
        damaged: { error in
          guard case .indexDamaged(let level, let place) = error else { throw error }
          let at = IndexPlace(level: UInt8(clamping: level), index: place)
          damage.append(Damage(error: error, place: at))
          covered.append(at.sequences)
        },
        { leaf, entries in
          places += 1
          covered.append(IndexPlace.leaf(leaf).sequences)
          let first = leaf << IndexLeaf.bits
          var missing = entries.occupied
          try rows(leaf) { row in
            let sequence = row[0] as Int64
            let offset = Int(sequence - first)
            missing &= ~(1 << offset)
            do {
              guard let entry = entries[offset] else {
                throw RecordError.plantedRow(sequence: sequence)
              }
              let (record, version, table) = try unsealed(StoredRow(row), entry)
              guard version <= table.payloadVersion else {
                throw RecordError.newerTable(table.kind, found: Int(version), supported: table.version)
              }
              guard record.date.timeIntervalSinceReferenceDate == entry.date else {
                throw RecordError.altered(record.id)
              }
              sound += 1
            } catch let error as RecordError {
              if case .newerTable = error { throw error }
              damage.append(Damage(error: error, sequence: sequence))
            }
          }
          for offset in 0..<Int(IndexLeaf.span) where missing >> offset & 1 == 1 {
            let sequence = first + Int64(offset)
            damage.append(Damage(error: .removedRow(sequence: sequence), sequence: sequence))
          }
          return true
        })
      let strangers = try Row.fetchCursor(
        index.database, sql: "SELECT sequence FROM record ORDER BY sequence")
      var next = covered.startIndex
      while let row = try strangers.next() {
        let sequence = row[0] as Int64
        while next < covered.endIndex, covered[next].upperBound < sequence { next += 1 }
        if next == covered.endIndex || !covered[next].contains(sequence) {
          damage.append(Damage(error: .plantedRow(sequence: sequence), sequence: sequence))
        }
      }
      return (sound, damage)
    }

    /// - Returns: why rows below a place that is built anew are taken out.
    func mend(_ damage: Damage, discardingNewer: Bool) throws -> [RecordError] {
      if let sequence = damage.sequence {
        if try index[sequence] != nil { try index.set(nil, at: sequence) }
        try delete(sequence)
      }
      guard let place = damage.place else { return [] }
      var leaves: [Int64: IndexLeaf] = [:]
      let rows = try Row.fetchCursor(
        index.database,
        sql: "\(StoredRow.columns) WHERE sequence BETWEEN ? AND ? ORDER BY sequence",
        arguments: [place.sequences.lowerBound, place.sequences.upperBound])
      var strangers: [(sequence: Int64, error: RecordError)] = []
      while let row = try rows.next() {
        let sequence = row[0] as Int64
        guard let row = try? StoredRow(row) else {
          strangers.append((sequence, .unreadableRow(sequence: sequence)))
          continue
        }
        do {
          guard let entry = try rebuilt(row) else { throw RecordError.altered(row.id) }
          leaves[sequence >> IndexLeaf.bits, default: IndexLeaf()][
            Int(sequence & (IndexLeaf.span - 1))] = entry
        } catch RecordError.altered(let id) {
          strangers.append((sequence, .altered(id)))
        } catch RecordError.newerRow(let id) where discardingNewer {
          strangers.append((sequence, .newerRow(id)))
        }
      }
      for stranger in strangers { try delete(stranger.sequence) }
      index.replace(place, by: leaves)
      return strangers.map(\.error)
    }

    /// What the index would say of a row that opens; nil for one that does not.
    private func rebuilt(_ row: StoredRow) throws -> IndexLeaf.Entry? {
      // Two kinds may share a version in files of older builds: the seal tells them apart.
      for number in index.header.tables.indices {
        guard var entry = try unsealed(row, as: UInt16(truncatingIfNeeded: number)) else { continue }
        // Whether the server had it stood in the index; that it never gets it stands in the declaration. // O.Data_2#1511
        entry.isSynced = table(index.header.tables[number].kind).staysLocal
        return entry
      }
      return nil
    }
  }

  extension IndexPlace {
    /// The sequence numbers below this place.
    var sequences: ClosedRange<Int64> {
      let shift = Int64(level) * IndexBranch.bits + IndexLeaf.bits
      return (index << shift)...((index + 1) << shift - 1)
    }
  }
#endif
