#if Server
  import Foundation
  import GRDB
  import SecurityPolicy
  import TrustWire

  /// Devices and their attested keys.
  extension SQLiteTransaction {
    func saveDevice(_ device: DeviceRow) throws(StoreError) {
      let facts = device.facts
      try run(
        """
        INSERT INTO device (thumbprint, platform, version, app, app_version, tier, first_seen, last_seen, patch, rooted,
          hooked, debugged, grounds, judged) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (thumbprint) DO UPDATE SET
          platform = excluded.platform, version = excluded.version, app = excluded.app,
          app_version = excluded.app_version, tier = excluded.tier, last_seen = excluded.last_seen,
          patch = excluded.patch, rooted = excluded.rooted, hooked = excluded.hooked, debugged = excluded.debugged,
          grounds = excluded.grounds, judged = excluded.judged
        """,
        [
          device.thumbprint, facts.platform.rawValue, facts.version, device.app, device.appVersion,
          device.tier.rawValue, device.firstSeen, device.lastSeen, facts.patchLevel, facts.isRooted.rawValue,
          facts.isHooked.rawValue, facts.isDebugged.rawValue, device.grounds, device.judged,
        ])
      try run("UPDATE device_report SET stranger = 0 WHERE device = ? AND stranger = 1", [device.thumbprint])
    }

    private static let devices = """
      SELECT thumbprint, platform, version, patch, rooted, hooked, debugged, app, app_version, tier, first_seen,
        last_seen, (SELECT blocked FROM device_block b WHERE b.device = device.thumbprint), grounds, judged
        FROM device
      """

    func device(thumbprint: String) throws(StoreError) -> DeviceRow? {
      try devices(" WHERE thumbprint = ?", [thumbprint]).first
    }

    func devices() throws(StoreError) -> [DeviceRow] { try devices(" ORDER BY thumbprint", []) }

    func devices(after: DeviceCursor?, limit: Int) throws(StoreError) -> [DeviceRow] {
      guard let after else { return try devices(" ORDER BY last_seen DESC, thumbprint DESC LIMIT ?", [limit]) }
      return try devices(
        " WHERE (last_seen, thumbprint) < (?, ?) ORDER BY last_seen DESC, thumbprint DESC LIMIT ?",
        [after.at, after.device, limit])
    }

    private func devices(_ rest: String, _ arguments: StatementArguments) throws(StoreError) -> [DeviceRow] {
      var devices: [DeviceRow] = []
      for row in try rows(Self.devices + rest, arguments) { devices.append(try Self.device(row)) }
      return devices
    }

    func thumbprints(beginning prefix: String, limit: Int) throws(StoreError) -> [String] {
      // After every character that a thumbprint has.
      let end = prefix + "\u{7F}"
      return try rows(
        """
        SELECT thumbprint FROM device WHERE thumbprint >= ? AND thumbprint < ?
          UNION SELECT device FROM device_report WHERE device >= ? AND device < ?
          UNION SELECT device FROM device_block WHERE device >= ? AND device < ? ORDER BY 1 LIMIT ?
        """, [prefix, end, prefix, end, prefix, end, limit]
      ).map { $0[0] }
    }

    private static func device(_ row: Row) throws(StoreError) -> DeviceRow {
      guard let platform = Platform(rawValue: row[1]), let tier = TrustTier(rawValue: row[9]),
        let rooted = SecurityReport.Answer(rawValue: row[4]), let hooked = SecurityReport.Answer(rawValue: row[5]),
        let debugged = SecurityReport.Answer(rawValue: row[6])
      else { throw .unreadable }
      return DeviceRow(
        thumbprint: row[0],
        facts: DeviceFacts(
          platform: platform, version: row[2], patchLevel: row[3], isRooted: rooted, isHooked: hooked,
          isDebugged: debugged), app: row[7], appVersion: row[8], tier: tier, firstSeen: row[10], lastSeen: row[11],
        blockedAt: row[12], grounds: row[13], judged: row[14])
    }

    func pruneDevices(seenBy moment: Int64, limit: Int) throws(StoreError) -> Int {
      let gone = try rows(
        """
        SELECT thumbprint FROM device WHERE last_seen <= ?
          AND NOT EXISTS (SELECT 1 FROM session WHERE session.device = device.thumbprint)
          AND NOT EXISTS (SELECT 1 FROM device_block b WHERE b.device = device.thumbprint) LIMIT ?
        """, [moment, limit])
      for row in gone {
        let device: String = row["thumbprint"]
        try run("DELETE FROM device_report WHERE device = ?", [device])
        try run("DELETE FROM attested_key WHERE device = ?", [device])
        try run("DELETE FROM device WHERE thumbprint = ?", [device])
      }
      return gone.count
    }

    func attestedKey(device: String) throws(StoreError) -> AttestedKeyRow? {
      guard let row = try row("SELECT * FROM attested_key WHERE device = ?", [device]) else { return nil }
      let key: Data = row["key_id"]
      let point: Data = row["public_key"]
      let receipt: Data? = row["receipt"]
      guard let counter = UInt32(exactly: row["counter"] as Int64) else { throw .unreadable }
      return AttestedKeyRow(
        device: row["device"], keyID: [UInt8](key), publicKey: [UInt8](point), counter: counter,
        category: row["category"], osVersion: row["os_version"], isProduction: row["production"],
        receipt: receipt.map { [UInt8]($0) }, updated: row["updated"])
    }

    func keep(_ row: AttestedKeyRow) throws(StoreError) {
      try run(
        """
        INSERT OR REPLACE INTO attested_key (device, key_id, public_key, counter, category, os_version, production,
          updated, receipt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          row.device, Data(row.keyID), Data(row.publicKey), Int64(row.counter), row.category, row.osVersion,
          row.isProduction, row.updated, row.receipt.map { Data($0) },
        ])
    }

    // O.Auth_15#420
    func advanceCounter(
      device: String, keyID: [UInt8], from: UInt32, to: UInt32, category: String?, now: Int64
    ) throws(StoreError) -> Bool {
      guard to > from else { return false }
      try run(
        """
        UPDATE attested_key SET counter = ?, category = ?, updated = ? WHERE device = ? AND key_id = ? AND counter = ?
        """, [Int64(to), category, now, device, Data(keyID), Int64(from)])
      return database.changesCount == 1
    }
  }
#endif
