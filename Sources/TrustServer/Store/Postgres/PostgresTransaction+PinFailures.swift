#if PostgreSQL
  import TrustWire

  /// What devices saw instead of pinned keys.
  extension PostgresTransaction {
    func notePinFailureBatch(_ number: Int64, of device: String, now: Int64) throws(StoreError) -> Bool {
      // The same batch at two servers at once: one of them counts it.
      try lock(.pinFailures, device)
      let isKnown = try !rows(
        "UPDATE pin_failure_batch SET received = $3 WHERE device = $1 AND number = $2 RETURNING number",
        [.text(device), .int(number), .int(now)]
      ).isEmpty
      guard !isKnown else { return false }
      try run(
        "INSERT INTO pin_failure_batch (device, number, received) VALUES ($1, $2, $3)",
        [.text(device), .int(number), .int(now)])
      try run(
        """
        DELETE FROM pin_failure_batch WHERE device = $1 AND number NOT IN (SELECT number FROM pin_failure_batch
          WHERE device = $1 ORDER BY received DESC, number DESC LIMIT $2)
        """, [.text(device), .int(Int64(PinFailureRow.batches))])
      return true
    }

    func addPinFailure(_ row: PinFailureRow, keeping: Int, unattested: Int) throws(StoreError) {
      let failure = row.failure
      // A device's batches one after the other: they may name the same kinds in another order.
      try lock(.pinFailures, row.device)
      try run(
        """
        INSERT INTO pin_failure AS p (device, kind, tier, received, host, outcome, expected, seen, first, last, count)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
          ON CONFLICT (device, kind) DO UPDATE SET position = nextval('pin_failure_position'), tier = excluded.tier,
          received = excluded.received, first = least(p.first, excluded.first), last = greatest(p.last, excluded.last),
          count = p.count + excluded.count
        """,
        [
          .text(row.device), .bytes(row.kind), .text(row.tier.rawValue), .int(row.receivedAt),
          .outside(failure.host), .text(failure.outcome.rawValue), .text(failure.expected.joined(separator: " ")),
          .text(failure.seen.joined(separator: " ")), .int(failure.first), .int(failure.last), .int(failure.count),
        ])
      try run(
        """
        DELETE FROM pin_failure WHERE device = $1 AND position <= (SELECT position FROM pin_failure
          WHERE device = $1 ORDER BY position DESC LIMIT 1 OFFSET $2)
        """, [.text(row.device), .int(Int64(keeping))])
      let isDue =
        unattested < PinFailureRow.step
        ? "TRUE" : "(SELECT max(position) FROM pin_failure) % \(PinFailureRow.step) = 0"
      try run(
        """
        DELETE FROM pin_failure WHERE position IN (SELECT position FROM pin_failure WHERE \(isDue)
          AND tier <> 'attested' AND position <= (SELECT position FROM pin_failure WHERE tier <> 'attested'
            ORDER BY position DESC LIMIT 1 OFFSET $1) FOR UPDATE SKIP LOCKED)
        """, [.int(Int64(unattested))])
    }

    private static let pinFailure = """
      SELECT position, device, tier, received, host, outcome, expected, seen, first, last, count FROM pin_failure
      """

    func pinFailures(host: String?, after: Int64?, limit: Int) throws(StoreError) -> [PinFailureRow] {
      let place: [PostgresValue] = [.int(after ?? .max), .int(Int64(limit))]
      let found =
        if let host {
          try rows(
            Self.pinFailure + " WHERE position < $1 AND host = $3 ORDER BY position DESC LIMIT $2",
            place + [.outside(host)])
        } else {
          try rows(Self.pinFailure + " WHERE position < $1 ORDER BY position DESC LIMIT $2", place)
        }
      var failures: [PinFailureRow] = []
      for row in found { failures.append(try Self.pinFailure(row)) }
      return failures
    }

    private static func pinFailure(_ row: PostgresRow) throws(StoreError) -> PinFailureRow {
      guard let tier = TrustTier(rawValue: try row.text(2)),
        let outcome = PinFailureBatch.Entry.Outcome(rawValue: try row.text(5))
      else { throw .unreadable }
      func words(_ place: Int) throws(StoreError) -> [String] {
        try row.text(place).split(separator: " ").map(String.init)
      }
      return PinFailureRow(
        position: try row.int(0), device: try row.text(1), tier: tier, receivedAt: try row.int(3),
        failure: PinFailureBatch.Entry(
          host: try row.text(4), outcome: outcome, expected: try words(6), seen: try words(7), first: try row.int(8),
          last: try row.int(9), count: try row.int(10)))
    }

    func prunePinFailures(receivedBy moment: Int64, limit: Int) throws(StoreError) -> Int {
      let failures = try rows(
        """
        DELETE FROM pin_failure WHERE position IN (SELECT position FROM pin_failure WHERE received <= $1
          ORDER BY received LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING position
        """, [.int(moment), .int(Int64(limit))]
      ).count
      let batches = try rows(
        """
        DELETE FROM pin_failure_batch WHERE (device, number) IN (SELECT device, number FROM pin_failure_batch
          WHERE received <= $1 ORDER BY received LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING number
        """, [.int(moment), .int(Int64(limit))]
      ).count
      return failures + batches
    }
  }
#endif
