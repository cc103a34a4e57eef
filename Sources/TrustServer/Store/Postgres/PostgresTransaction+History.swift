#if PostgreSQL
  import TrustWire

  /// Reports, and the devices that operators have blocked.
  extension PostgresTransaction {
    func addReport(_ report: ReportRow, keeping: Int, strangers: Int, texts: Int) throws(StoreError) {
      try run(
        """
        INSERT INTO device_report (device, received, refusal, decision, size, digest, compact, stranger, loose)
          VALUES ($1, $2, $3, $4, $5, $6, $7, CASE WHEN EXISTS (SELECT 1 FROM device WHERE thumbprint = $1) THEN 0
          ELSE 1 END, CASE WHEN $8::bigint = 0 OR EXISTS (SELECT 1 FROM device WHERE thumbprint = $1 AND tier = $9) THEN 0
          ELSE 1 END)
        """,
        [
          .text(report.device), .int(report.receivedAt), .text(report.refusal?.rawValue), .outside(report.decision),
          .int(Int64(report.size)), .bytes(report.digest), report.compact.map { .outside($0) } ?? .text(nil),
          .int(report.compact == nil ? 0 : 1), .text(TrustTier.attested.rawValue),
        ])
      try run(
        """
        DELETE FROM device_report WHERE device = $1 AND position <= (SELECT position FROM device_report
          WHERE device = $1 ORDER BY position DESC LIMIT 1 OFFSET $2)
        """, [.text(report.device), .int(Int64(keeping))])
      try run(
        """
        UPDATE device_report SET compact = NULL, loose = 0 WHERE position IN (SELECT position FROM device_report
          WHERE \(Self.isDue(texts)) AND loose = 1 AND position <= (SELECT position FROM device_report WHERE loose = 1
            ORDER BY position DESC LIMIT 1 OFFSET $1) FOR UPDATE SKIP LOCKED)
        """, [.int(Int64(texts))])
      try run(
        """
        DELETE FROM device_report WHERE position IN (SELECT position FROM device_report
          WHERE \(Self.isDue(strangers)) AND stranger = 1 AND position <= (SELECT position FROM device_report
            WHERE stranger = 1 ORDER BY position DESC LIMIT 1 OFFSET $1) FOR UPDATE SKIP LOCKED)
        """, [.int(Int64(strangers))])
    }

    /// Asked of the newest position, which the server knows without another round trip.
    private static func isDue(_ bound: Int) -> String {
      bound < ReportRow.step ? "TRUE" : "(SELECT max(position) FROM device_report) % \(ReportRow.step) = 0"
    }

    private static let report =
      "SELECT position, device, received, refusal, decision, size, digest, compact FROM device_report r"
    private static let withoutText =
      "SELECT position, device, received, refusal, decision, size, digest, NULL::bytea FROM device_report r"

    func latestReport(device: String) throws(StoreError) -> ReportRow? {
      try reports(Self.withoutText + " WHERE device = $1 ORDER BY position DESC LIMIT 1", [.text(device)]).first
    }

    func reports(device: String, limit: Int) throws(StoreError) -> [ReportRow] {
      try reports(
        Self.report + " WHERE device = $1 ORDER BY position DESC LIMIT $2", [.text(device), .int(Int64(limit))])
    }

    func refusedReports(after: Int64?, limit: Int) throws(StoreError) -> [ReportRow] {
      try reports(
        Self.withoutText + """
           WHERE refusal IS NOT NULL AND position < $1
            AND position = (SELECT max(position) FROM device_report WHERE device = r.device)
            ORDER BY position DESC LIMIT $2
          """, [.int(after ?? .max), .int(Int64(limit))])
    }

    private func reports(_ sql: String, _ arguments: [PostgresValue]) throws(StoreError) -> [ReportRow] {
      var reports: [ReportRow] = []
      for row in try rows(sql, arguments) {
        let word = try row.optionalText(3)
        guard let size = Int(exactly: try row.int(5)) else { throw .unreadable }
        reports.append(
          ReportRow(
            position: try row.int(0), device: try row.text(1), receivedAt: try row.int(2),
            // A word of a newer program still means that it was refused.
            refusal: word.map { RefusalReason(rawValue: $0) ?? .versionUnknown }, decision: try row.text(4),
            size: size, digest: try row.bytes(6), compact: try row.optionalText(7)))
      }
      return reports
    }

    func pruneStrangers(seenBy moment: Int64, limit: Int) throws(StoreError) -> Int {
      let bounds: [PostgresValue] = [.int(moment), .int(Int64(limit))]
      let reports = try rows(
        """
        DELETE FROM device_report WHERE position IN (SELECT position FROM device_report WHERE stranger = 1
          AND received <= $1 ORDER BY position LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING position
        """, bounds)
      let keys = try rows(
        """
        DELETE FROM attested_key WHERE device IN (SELECT device FROM attested_key WHERE updated <= $1
          AND NOT EXISTS (SELECT 1 FROM device WHERE thumbprint = attested_key.device) LIMIT $2
          FOR UPDATE SKIP LOCKED) RETURNING updated
        """, bounds)
      return reports.count + keys.count
    }

    private static let block = "SELECT device, reason, blocked FROM device_block"

    // O.Resi_2#420
    /// Held by name, also when there is no row: a device that is being admitted is blocked after that, or not admitted.
    func block(device: String) throws(StoreError) -> DeviceBlock? {
      try lock(.devices, device)
      return try blocks(Self.block + " WHERE device = $1", [.text(device)]).first
    }

    func saveBlock(_ block: DeviceBlock) throws(StoreError) {
      try lock(.devices, block.device)
      try run(
        """
        INSERT INTO device_block (device, reason, blocked) VALUES ($1, $2, $3) ON CONFLICT (device) DO UPDATE SET
          reason = excluded.reason, blocked = excluded.blocked
        """, [.text(block.device), .outside(block.reason), .int(block.blockedAt)])
    }

    func removeBlock(device: String) throws(StoreError) {
      try lock(.devices, device)
      try run("DELETE FROM device_block WHERE device = $1", [.text(device)])
    }

    func blocks(after: DeviceCursor?, limit: Int) throws(StoreError) -> [DeviceBlock] {
      try blocks(
        Self.block + " WHERE (blocked, device) < ($1, $2) ORDER BY blocked DESC, device DESC LIMIT $3",
        Self.place(after, limit))
    }

    private func blocks(_ sql: String, _ arguments: [PostgresValue]) throws(StoreError) -> [DeviceBlock] {
      var blocks: [DeviceBlock] = []
      for row in try rows(sql, arguments) {
        blocks.append(
          DeviceBlock(device: try row.text(0), reason: try row.text(1), blockedAt: try row.int(2)))
      }
      return blocks
    }
  }
#endif
