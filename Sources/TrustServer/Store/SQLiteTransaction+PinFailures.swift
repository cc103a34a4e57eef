#if Server
  import Foundation
  import GRDB
  import TrustWire

  /// What devices saw instead of pinned keys.
  extension SQLiteTransaction {
    func notePinFailureBatch(_ number: Int64, of device: String, now: Int64) throws(StoreError) -> Bool {
      let known = try first(
        "SELECT number FROM pin_failure_batch WHERE device = ? AND number = ?", [device, number]
      ) { row in row[0] as Int64 }
      try run(
        """
        INSERT INTO pin_failure_batch (device, number, received) VALUES (?, ?, ?)
          ON CONFLICT (device, number) DO UPDATE SET received = excluded.received
        """, [device, number, now])
      try run(
        """
        DELETE FROM pin_failure_batch WHERE device = ? AND number NOT IN (SELECT number FROM pin_failure_batch
          WHERE device = ? ORDER BY received DESC, number DESC LIMIT ?)
        """, [device, device, PinFailureRow.batches])
      return known == nil
    }

    func addPinFailure(_ row: PinFailureRow, keeping: Int, unattested: Int) throws(StoreError) {
      let failure = row.failure
      try run(
        """
        INSERT INTO pin_failure (device, kind, tier, received, host, outcome, expected, seen, first, last, count)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
          ON CONFLICT (device, kind) DO UPDATE SET position = (SELECT max(position) FROM pin_failure) + 1,
          tier = excluded.tier, received = excluded.received, first = min(first, excluded.first),
          last = max(last, excluded.last), count = count + excluded.count
        """,
        [
          row.device, Data(row.kind), row.tier.rawValue, row.receivedAt, failure.host, failure.outcome.rawValue,
          failure.expected.joined(separator: " "), failure.seen.joined(separator: " "), failure.first, failure.last,
          failure.count,
        ])
      try run(
        """
        DELETE FROM pin_failure WHERE device = ? AND position <= (SELECT position FROM pin_failure
          WHERE device = ? ORDER BY position DESC LIMIT 1 OFFSET ?)
        """, [row.device, row.device, keeping])
      // Also after one that was there before: nobody chooses which of theirs is counted.
      let newest = try first("SELECT max(position) FROM pin_failure", []) { row in row[0] as Int64 } ?? 0
      guard unattested < PinFailureRow.step || newest.isMultiple(of: Int64(PinFailureRow.step)) else { return }
      try run(
        """
        DELETE FROM pin_failure WHERE tier <> 'attested' AND position <= (SELECT position
          FROM pin_failure INDEXED BY pin_failure_tier WHERE tier <> 'attested' ORDER BY position DESC LIMIT 1 OFFSET ?)
        """, [unattested])
    }

    func pinFailures(host: String?, after: Int64?, limit: Int) throws(StoreError) -> [PinFailureRow] {
      let found =
        if let host {
          try rows(
            "SELECT * FROM pin_failure WHERE host = ? AND position < ? ORDER BY position DESC LIMIT ?",
            [host, after ?? .max, limit])
        } else {
          try rows(
            "SELECT * FROM pin_failure WHERE position < ? ORDER BY position DESC LIMIT ?", [after ?? .max, limit])
        }
      var failures: [PinFailureRow] = []
      for row in found { failures.append(try Self.pinFailure(row)) }
      return failures
    }

    private static func pinFailure(_ row: Row) throws(StoreError) -> PinFailureRow {
      guard let tier = TrustTier(rawValue: row["tier"]),
        let outcome = PinFailureBatch.Entry.Outcome(rawValue: row["outcome"])
      else { throw .unreadable }
      func words(_ name: String) -> [String] { (row[name] as String).split(separator: " ").map(String.init) }
      return PinFailureRow(
        position: row["position"], device: row["device"], tier: tier, receivedAt: row["received"],
        failure: PinFailureBatch.Entry(
          host: row["host"], outcome: outcome, expected: words("expected"), seen: words("seen"), first: row["first"],
          last: row["last"], count: row["count"]))
    }

    func prunePinFailures(receivedBy moment: Int64, limit: Int) throws(StoreError) -> Int {
      try run(
        """
        DELETE FROM pin_failure WHERE position IN (SELECT position FROM pin_failure WHERE received <= ?
          ORDER BY received LIMIT ?)
        """, [moment, limit])
      let failures = database.changesCount
      try run(
        """
        DELETE FROM pin_failure_batch WHERE (device, number) IN (SELECT device, number FROM pin_failure_batch
          WHERE received <= ? ORDER BY received LIMIT ?)
        """, [moment, limit])
      return failures + database.changesCount
    }
  }
#endif
