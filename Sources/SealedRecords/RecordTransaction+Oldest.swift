#if Records
  import Foundation
  import GRDB

  extension RecordTransaction {
    /// Removes rows of a kind by what the index says of them, whether they open or not, until `count` are left.
    ///
    /// - Returns: why some could not be opened, and places of the index that cannot be used.
    func deleteOldest(_ number: UInt16, keeping count: Int) throws -> [RecordError] {
      var damage: [RecordError] = []
      var left = -max(count, 0)
      try index.walk(where: { $0.kind == number }, damaged: { damage.append($0) }) { _, leaf in
        left += leaf.entries.count { $0.kind == number }
        return true
      }
      guard left > 0 else { return damage }
      var gone: [Int64] = []
      try index.walk(where: { $0.kind == number }, damaged: { _ in }) { leaf, entries in
        var chosen: UInt64 = 0
        for (offset, entry) in zip(entries.offsets, entries.entries) where entry.kind == number && left > 0 {
          chosen |= 1 << offset
          left -= 1
        }
        damage += try unreadable(leaf, entries, chosen)
        gone += (0..<IndexLeaf.span).filter { chosen >> $0 & 1 == 1 }.map { (leaf << IndexLeaf.bits) + $0 }
        return left > 0
      }
      for sequence in gone {
        try index.set(nil, at: sequence)
        try delete(sequence)
      }
      return damage
    }

    /// Why some of the chosen rows of a leaf do not open.
    private func unreadable(_ leaf: Int64, _ entries: IndexLeaf, _ chosen: UInt64) throws -> [RecordError] {
      let first = leaf << IndexLeaf.bits
      var (missing, reasons) = (chosen, [RecordError]())
      try rows(leaf) { row, offset in
        guard missing >> offset & 1 == 1, let entry = entries[offset] else { return }
        missing &= ~(1 << offset)
        do {
          let record = try open(StoredRow(row), entry)
          index.ids?.remove(record.id)
        } catch let error as RecordError {
          reasons.append(error)
        }
      }
      for offset in 0..<IndexLeaf.span where missing >> offset & 1 == 1 {
        reasons.append(.removedRow(sequence: first + offset))
      }
      return reasons
    }
  }
#endif
