#if Server
  import Foundation
  import GRDB
  import TrustWire

  /// Reports, and the devices that operators have blocked.
  extension SQLiteTransaction {
    func addReport(_ report: ReportRow, keeping: Int, strangers: Int, texts: Int) throws(StoreError) {
      try run(
        """
        INSERT INTO device_report (device, received, refusal, decision, size, digest, compact, stranger, loose)
          VALUES (?, ?, ?, ?, ?, ?, ?, NOT EXISTS (SELECT 1 FROM device WHERE thumbprint = ?),
          ? AND NOT EXISTS (SELECT 1 FROM device WHERE thumbprint = ? AND tier = ?))
        """,
        [
          report.device, report.receivedAt, report.refusal?.rawValue, report.decision, report.size,
          Data(report.digest), report.compact, report.device, report.compact != nil, report.device,
          TrustTier.attested.rawValue,
        ])
      let position = database.lastInsertedRowID
      try run(
        """
        DELETE FROM device_report WHERE device = ? AND position <= (SELECT position FROM device_report
          WHERE device = ? ORDER BY position DESC LIMIT 1 OFFSET ?)
        """, [report.device, report.device, keeping])
      if texts < ReportRow.step || position.isMultiple(of: Int64(ReportRow.step)) {
        try run(
          """
          UPDATE device_report SET compact = NULL, loose = 0 WHERE loose = 1 AND position <= (SELECT position
            FROM device_report INDEXED BY device_report_loose WHERE loose = 1 ORDER BY position DESC LIMIT 1 OFFSET ?)
          """, [texts])
      }
      if strangers < ReportRow.step || position.isMultiple(of: Int64(ReportRow.step)) {
        try run(
          """
          DELETE FROM device_report WHERE stranger = 1 AND position <= (SELECT position
            FROM device_report INDEXED BY device_report_stranger WHERE stranger = 1 ORDER BY position DESC LIMIT 1
            OFFSET ?)
          """, [strangers])
      }
    }

    func reports(device: String, limit: Int) throws(StoreError) -> [ReportRow] {
      try rows("SELECT * FROM device_report WHERE device = ? ORDER BY position DESC LIMIT ?", [device, limit])
        .map(Self.report)
    }

    func refusedReports(after: Int64?, limit: Int) throws(StoreError) -> [ReportRow] {
      try rows(
        """
        SELECT \(Self.withoutText) FROM device_report r WHERE refusal IS NOT NULL AND position < ?
          AND position = (SELECT max(position) FROM device_report WHERE device = r.device)
          ORDER BY position DESC LIMIT ?
        """, [after ?? .max, limit]
      ).map(Self.report)
    }

    private static let withoutText =
      "position, device, received, refusal, decision, size, digest, NULL AS compact"

    func latestReport(device: String) throws(StoreError) -> ReportRow? {
      try row(
        """
        SELECT \(Self.withoutText) FROM device_report WHERE device = ? ORDER BY position DESC LIMIT 1
        """, [device]
      ).map(Self.report)
    }

    private static func report(_ row: Row) -> ReportRow {
      let digest: Data = row["digest"]
      let word: String? = row["refusal"]
      return ReportRow(
        position: row["position"], device: row["device"], receivedAt: row["received"],
        // A word of a newer program still means that it was refused.
        refusal: word.map { RefusalReason(rawValue: $0) ?? .versionUnknown }, decision: row["decision"],
        size: row["size"], digest: [UInt8](digest), compact: row["compact"])
    }

    func pruneStrangers(seenBy moment: Int64, limit: Int) throws(StoreError) -> Int {
      try run(
        """
        DELETE FROM device_report WHERE position IN (SELECT position FROM device_report WHERE stranger = 1
          AND received <= ? ORDER BY position LIMIT ?)
        """, [moment, limit])
      let reports = database.changesCount
      try run(
        """
        DELETE FROM attested_key WHERE device IN (SELECT device FROM attested_key WHERE updated <= ?
          AND NOT EXISTS (SELECT 1 FROM device WHERE thumbprint = attested_key.device) LIMIT ?)
        """, [moment, limit])
      return reports + database.changesCount
    }

    func block(device: String) throws(StoreError) -> DeviceBlock? {
      try row("SELECT * FROM device_block WHERE device = ?", [device]).map(Self.block)
    }

    func saveBlock(_ block: DeviceBlock) throws(StoreError) {
      try run("INSERT OR REPLACE INTO device_block VALUES (?, ?, ?)", [block.device, block.reason, block.blockedAt])
    }

    func removeBlock(device: String) throws(StoreError) {
      try run("DELETE FROM device_block WHERE device = ?", [device])
    }

    func blocks(after: DeviceCursor?, limit: Int) throws(StoreError) -> [DeviceBlock] {
      guard let after else {
        return try rows("SELECT * FROM device_block ORDER BY blocked DESC, device DESC LIMIT ?", [limit])
          .map(Self.block)
      }
      return try rows(
        """
        SELECT * FROM device_block WHERE (blocked, device) < (?, ?) ORDER BY blocked DESC, device DESC LIMIT ?
        """, [after.at, after.device, limit]
      ).map(Self.block)
    }

    private static func block(_ row: Row) -> DeviceBlock {
      DeviceBlock(device: row["device"], reason: row["reason"], blockedAt: row["blocked"])
    }
  }
#endif
