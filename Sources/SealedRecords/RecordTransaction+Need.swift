#if Records
  import Foundation
  import GRDB

  /// Before a key is erased: whether any row is what was stored and opens with that key alone.
  extension RecordTransaction {
    /// How far a look through the rows has come, and what it found.
    struct Need: Sendable {
      /// The last row that was looked at; nil when that was the last of all.
      var next: Int64? = 0
      /// Whether the key must stay.
      var isHeld = false
      /// Why rows that need it were not rewritten, each reason once.
      var reasons: Set<RecordError> = []
    }

    private static let batch = 2048

    /// Goes on by one batch. Rows that are altered, planted or older than the index says need no key.
    func need(of table: IndexHeader.Table, after before: Need) throws -> Need {
      var need = before
      guard let number = number(of: table).map({ UInt16(truncatingIfNeeded: $0) }) else {
        need.next = nil
        return need
      }
      var count = 0
      var rows = try RowWalk(index.database, StoredRow.following, [before.next])
      while count < Self.batch, let row = try rows.next() {
        count += 1
        let sequence = try row.decode(Int64.self, atIndex: 0)
        guard sequence > need.next ?? 0 else {
          // Rows out of their order are passed over, or looked at for ever: the key stays until a repair put them right.
          return Need(next: nil, isHeld: true, reasons: need.reasons.union([.plantedRow(sequence: sequence)]))
        }
        need.next = sequence
        guard try mayNeed(row, table.oldKey), let row = try? StoredRow(row) else { continue }
        if try isNeeded(row, number, &need.reasons) { need.isHeld = true }
      }
      if count < Self.batch { need.next = nil }
      return need
    }

    /// By what the row says of itself: sealed under this key, or in a newer format that says nothing here.
    private func mayNeed(_ row: Row, _ version: UInt32) throws -> Bool {
      try row.withUnsafeData(atIndex: 3) { bytes in
        guard let bytes else { return false }
        do throws(SealedEnvelope.Refusal) { return try SealedEnvelope(bytes).keyVersion == version } catch {
          return error == .newer
        }
      }
    }

    private func isNeeded(_ row: StoredRow, _ number: UInt16, _ reasons: inout Set<RecordError>) throws -> Bool {
      let entry: IndexLeaf.Entry?
      do {
        entry = try index[row.sequence]
      } catch let error as RecordError {
        guard case .indexDamaged = error else { throw error }
        // A repair enters it again by its seal.
        do {
          guard try unsealed(row, as: number) != nil else { return false }
        } catch RecordError.newerRow {} catch RecordError.keyMissing {}
        reasons.insert(error)
        return true
      }
      guard let entry, entry.kind == number else { return false }
      do {
        _ = try unsealed(row, entry)
      } catch RecordError.newerRow(let id) {
        reasons.insert(.newerRow(id))
        return true
      } catch RecordError.keyMissing(let kind) {
        // It was not moved. Without the key only the tag tells that it may be what was stored.
        guard try envelope(row).tag == entry.tag else { return false }
        reasons.insert(.keyMissing(kind))
        return true
      } catch is RecordError {
        return false
      }
      do {
        _ = try open(row, entry)
        try expectNewestKey(of: number)
      } catch let error as RecordError {
        reasons.insert(error)
      }
      return true
    }
  }
#endif
