#if Records
  import Foundation
  import GRDB

  extension SQLiteRecords {
    /// Makes the file sound again: takes out rows that are not what was stored, forgets those that someone removed, and
    /// builds damaged places of the index anew from the rows that open. Of two records with one id the newer one stays. Where
    /// SQLite does not find rows, the table of rows is made anew, which takes as much room again meanwhile; where a
    /// damaged page keeps SQLite from writing the index, the table of its nodes; both where SQLite finds fault with a
    /// table that can be read. Pages that are given up are freed at the end.
    ///
    /// Freshness is lost where the index is built anew: an older state of such a row cannot be told from the newest, and
    /// its records are pending again, so that the server judges them, unless their kind stays on this device
    /// (``RecordTable/staysLocal``). Every reason is in the answer, one for each row that went;
    /// ``RecordError/missingRows(_:level:place:)`` where the index was built anew and somebody took rows away before;
    /// and ``RecordError/pagesStay(_:)`` where pages could not be freed, or the log not be emptied into the file, as
    /// another process reads: the repair holds all the same.
    /// Rows whose key is lost stay, as nothing tells whether they are sound, and each is in the answer
    /// (``RecordError/keyMissing(_:)``): delete them by id or with ``deleteOldest(_:keeping:)``. Below a damaged place
    /// of the index they go with those that do not open.
    /// The byte that says that a row is in a newer format is under no seal: damage, or anyone who can write to the file,
    /// makes it of a row that nothing ever opens again, and nothing here tells the two apart.
    /// - Parameter discardingNewer: takes rows in a newer format out with the others. What a newer version of the app did
    ///   write is lost on this device by that: ask the person before. It is the way out where no update helps, and where
    ///   a damaged place of the index or an exchanged id keeps that record from being deleted.
    /// - Throws: what ``verify()`` throws; without `discardingNewer` ``RecordError/newerRow(_:)`` for a row that only a
    ///   newer version of the app can judge. Nothing that can be read is changed then. It takes up to five
    ///   transactions; what is done by then stays done.
    @discardableResult
    public func repair(discardingNewer: Bool = false) async throws(RecordError) -> [RecordError] {
      guard !isWiped else { throw .wipePending }
      var reasons: [RecordError] = []
      // Before SQLite is asked about tables that others may have planted.
      try once { try RecordSchema.expectCurrent($0) }
      // Where SQLite's list of free pages alone is damaged, or holds too few, freeing them is all.
      let arePagesSound = hasSoundPages() || freePages() == nil
      // First the rows that SQLite does not find, then all else, and at last what the places brought back that were built
      // anew.
      var isMended = false
      for _ in 0..<4 where !isMended {
        let step = try await write(for: Set(tables.keys), freesPages: false) { transaction, _ in
          try transaction.repair(discardingNewer: discardingNewer)
        }
        reasons += step.reasons
        isMended = step.isLast
      }
      if isMended, !arePagesSound { try await renewTables() }
      if hasLoosePages || !arePagesSound, let refusal = freePages(), hasLoosePages || namesUnusedPages() {
        reasons.append(refusal)
      } else if let refusal = settleLog() {
        reasons.append(refusal)
      }
      return reasons
    }
  }

  extension RecordTransaction {
    /// One step of a repair.
    ///
    /// - Returns: whether nothing is left for another one.
    func repair(discardingNewer: Bool) throws -> (reasons: [RecordError], isLast: Bool) {
      let findings = try inspect()
      for damage in findings.damage {
        if case .newerRow = damage.error, !discardingNewer { throw damage.error }
      }
      if findings.isDisordered { return (try putInOrder(findings.damage), false) }
      let isLast = !findings.damage.contains { $0.place != nil }
      var reasons: [RecordError] = []
      for damage in findings.damage {
        guard !damage.isOfLostKey else {
          // The last step finds it again.
          if isLast { reasons.append(damage.error) }
          continue
        }
        reasons += try [damage.error] + mend(damage, discardingNewer: discardingNewer)
      }
      return (reasons, isLast)
    }

    private func putInOrder(_ found: [Damage]) throws -> [RecordError] {
      for older in found.filter(\.isOfOrder).compactMap(\.sequence) { try index.set(nil, at: older) }
      try copyRows()
      return found.filter { $0.isOfOrder || $0.isPlanted }.map(\.error)
    }

    /// - Returns: why rows below a place that is built anew are taken out.
    private func mend(_ damage: Damage, discardingNewer: Bool) throws -> [RecordError] {
      if let sequence = damage.sequence {
        if try index[sequence] != nil { try index.set(nil, at: sequence) }
        try delete(sequence)
      }
      guard let place = damage.place else { return [] }
      // What the place above says of it is sealed.
      let expected = try index.child(of: place)?.zones.reduce(0) { $0 + Int($1.count) } ?? 0
      let (leaves, strangers) = try rebuilt(place, discardingNewer: discardingNewer)
      let found = leaves.values.reduce(strangers.count) { $0 + $1.entries.count }
      index.replace(place, by: leaves)
      for stranger in strangers { try delete(stranger.sequence) }
      guard found < expected else { return strangers.map(\.error) }
      let missing = RecordError.missingRows(expected - found, level: Int(place.level), place: place.index)
      return [missing] + strangers.map(\.error)
    }

    private typealias Strangers = [(sequence: Int64, error: RecordError)]

    /// The leaves below a place as the rows have them, and the rows that do not open.
    private func rebuilt(_ place: IndexPlace, discardingNewer: Bool) throws -> ([Int64: IndexLeaf], Strangers) {
      var leaves: [Int64: IndexLeaf] = [:]
      var strangers: Strangers = []
      // The inspection before has come to an end of all rows.
      var rows = try RowWalk(
        index.database, StoredRow.between, [place.sequences.lowerBound, place.sequences.upperBound])
      while let row = try rows.next() {
        let sequence = try row.decode(Int64.self, atIndex: 0)
        // One of another number lies here out of its order: its leaf is none of these.
        guard place.sequences.contains(sequence) else { continue }
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
        } catch RecordError.keyMissing(let kind) {
          strangers.append((sequence, .keyMissing(kind)))
        }
      }
      return (leaves, strangers)
    }

    /// What the index would say of a row that opens; nil for one that does not.
    ///
    /// - Throws: ``RecordError/keyMissing(_:)`` for one that does not and may be of a kind whose key is lost.
    func rebuilt(_ row: StoredRow) throws -> IndexLeaf.Entry? {
      var lost: RecordError?
      // Two kinds may share a version in files of older builds: the seal tells them apart.
      for number in index.header.tables.indices {
        let found: IndexLeaf.Entry?
        do {
          found = try unsealed(row, as: UInt16(truncatingIfNeeded: number))
        } catch RecordError.keyMissing(let kind) {
          lost = .keyMissing(kind)
          continue
        }
        guard var entry = found else { continue }
        // Whether the server had it stood in the index; that it never gets it stands in the declaration. // O.Data_2#1511
        entry.isSynced = table(index.header.tables[number].kind).staysLocal
        return entry
      }
      if let lost { throw lost }
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
