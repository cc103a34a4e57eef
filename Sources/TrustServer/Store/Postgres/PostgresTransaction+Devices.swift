#if PostgreSQL
  import SecurityPolicy
  import TrustWire

  /// Devices and their attested keys.
  extension PostgresTransaction {
    private static let device = """
      SELECT thumbprint, platform, version, patch, rooted, hooked, debugged, app, app_version, tier, first_seen,
        last_seen, (SELECT blocked FROM device_block b WHERE b.device = device.thumbprint), grounds, judged
        FROM device
      """

    func saveDevice(_ device: DeviceRow) throws(StoreError) {
      let facts = device.facts
      try run(
        """
        INSERT INTO device (thumbprint, platform, version, patch, rooted, hooked, debugged, app, app_version, tier,
          first_seen, last_seen, grounds, judged)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
          ON CONFLICT (thumbprint) DO UPDATE SET platform = excluded.platform, version = excluded.version,
          patch = excluded.patch, rooted = excluded.rooted, hooked = excluded.hooked, debugged = excluded.debugged,
          app = excluded.app, app_version = excluded.app_version, tier = excluded.tier, last_seen = excluded.last_seen,
          grounds = excluded.grounds, judged = excluded.judged
        """,
        [
          .text(device.thumbprint), .text(facts.platform.rawValue), .outside(facts.version),
          facts.patchLevel.map { .outside($0) } ?? .text(nil), .text(facts.isRooted.rawValue),
          .text(facts.isHooked.rawValue), .text(facts.isDebugged.rawValue), .outside(device.app),
          .outside(device.appVersion), .text(device.tier.rawValue), .int(device.firstSeen), .int(device.lastSeen),
          device.grounds.map { .outside($0) } ?? .text(nil), .text(device.judged),
        ])
      try run("UPDATE device_report SET stranger = 0 WHERE device = $1 AND stranger = 1", [.text(device.thumbprint)])
    }

    func device(thumbprint: String) throws(StoreError) -> DeviceRow? {
      guard let row = try rows(Self.device + " WHERE thumbprint = $1" + forUpdate, [.text(thumbprint)]).first else {
        return nil
      }
      return try Self.device(row)
    }

    func devices() throws(StoreError) -> [DeviceRow] {
      var devices: [DeviceRow] = []
      for row in try rows(Self.device + " ORDER BY thumbprint") { devices.append(try Self.device(row)) }
      return devices
    }

    func devices(after: DeviceCursor?, limit: Int) throws(StoreError) -> [DeviceRow] {
      var devices: [DeviceRow] = []
      for row in try rows(
        Self.device + " WHERE (last_seen, thumbprint) < ($1, $2) ORDER BY last_seen DESC, thumbprint DESC LIMIT $3",
        PostgresTransaction.place(after, limit))
      {
        devices.append(try Self.device(row))
      }
      return devices
    }

    /// Without a cursor a place before every row: dates are not that late.
    static func place(_ after: DeviceCursor?, _ limit: Int) -> [PostgresValue] {
      [.int(after?.at ?? .max), .text(after?.device ?? ""), .int(Int64(limit))]
    }

    func thumbprints(beginning prefix: String, limit: Int) throws(StoreError) -> [String] {
      var found: [String] = []
      for row in try rows(
        """
        SELECT thumbprint FROM device WHERE thumbprint >= $1 AND thumbprint < $2
          UNION SELECT device FROM device_report WHERE device >= $1 AND device < $2
          UNION SELECT device FROM device_block WHERE device >= $1 AND device < $2 ORDER BY 1 LIMIT $3
        """, [.text(prefix), .text(prefix + "\u{7F}"), .int(Int64(limit))])
      {
        found.append(try row.text(0))
      }
      return found
    }

    private static func device(_ row: PostgresRow) throws(StoreError) -> DeviceRow {
      guard let platform = Platform(rawValue: try row.text(1)), let tier = TrustTier(rawValue: try row.text(9)),
        let rooted = SecurityReport.Answer(rawValue: try row.text(4)),
        let hooked = SecurityReport.Answer(rawValue: try row.text(5)),
        let debugged = SecurityReport.Answer(rawValue: try row.text(6))
      else { throw .unreadable }
      return DeviceRow(
        thumbprint: try row.text(0),
        facts: DeviceFacts(
          platform: platform, version: try row.text(2), patchLevel: try row.optionalText(3), isRooted: rooted,
          isHooked: hooked, isDebugged: debugged), app: try row.text(7), appVersion: try row.text(8), tier: tier,
        firstSeen: try row.int(10), lastSeen: try row.int(11), blockedAt: try row.optionalInt(12),
        grounds: try row.optionalText(13), judged: try row.optionalText(14))
    }

    func pruneDevices(seenBy moment: Int64, limit: Int) throws(StoreError) -> Int {
      try rows(
        """
        WITH gone AS (DELETE FROM device WHERE thumbprint IN (SELECT thumbprint FROM device WHERE last_seen <= $1
            AND NOT EXISTS (SELECT 1 FROM session WHERE session.device = device.thumbprint)
            AND NOT EXISTS (SELECT 1 FROM device_block b WHERE b.device = device.thumbprint) LIMIT $2
            FOR UPDATE SKIP LOCKED) RETURNING thumbprint),
          reports AS (DELETE FROM device_report WHERE device IN (SELECT thumbprint FROM gone)),
          keys AS (DELETE FROM attested_key WHERE device IN (SELECT thumbprint FROM gone))
          SELECT thumbprint FROM gone
        """, [.int(moment), .int(Int64(limit))]
      ).count
    }

    func attestedKey(device: String) throws(StoreError) -> AttestedKeyRow? {
      guard
        let row = try rows(
          """
          SELECT device, key_id, public_key, counter, category, updated, os_version, production, receipt
            FROM attested_key WHERE device = $1
          """ + forUpdate, [.text(device)]
        ).first
      else { return nil }
      guard let counter = UInt32(exactly: try row.int(3)) else { throw .unreadable }
      return AttestedKeyRow(
        device: try row.text(0), keyID: try row.bytes(1), publicKey: try row.bytes(2), counter: counter,
        category: try row.optionalText(4), osVersion: try row.optionalText(6), isProduction: try row.int(7) == 1,
        receipt: try row.optionalBytes(8), updated: try row.int(5))
    }

    func keep(_ row: AttestedKeyRow) throws(StoreError) {
      try run(
        """
        INSERT INTO attested_key (device, key_id, public_key, counter, category, updated, os_version, production,
          receipt) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
          ON CONFLICT (device) DO UPDATE SET key_id = excluded.key_id,
          public_key = excluded.public_key, counter = excluded.counter, category = excluded.category,
          updated = excluded.updated, os_version = excluded.os_version, production = excluded.production,
          receipt = excluded.receipt
        """,
        [
          .text(row.device), .bytes(row.keyID), .bytes(row.publicKey), .int(Int64(row.counter)), .text(row.category),
          .int(row.updated), row.osVersion.map { .outside($0) } ?? .text(nil), .int(row.isProduction ? 1 : 0),
          .bytes(row.receipt),
        ])
    }

    // O.Auth_15#421
    /// One statement compares and sets: of two that race one finds the counter that it judged by.
    func advanceCounter(
      device: String, keyID: [UInt8], from: UInt32, to: UInt32, category: String?, now: Int64
    ) throws(StoreError) -> Bool {
      guard to > from else { return false }
      return try !rows(
        """
        UPDATE attested_key SET counter = $1, category = $2, updated = $3 WHERE device = $4 AND key_id = $5
          AND counter = $6 RETURNING counter
        """,
        [.int(Int64(to)), .text(category), .int(now), .text(device), .bytes(keyID), .int(Int64(from))]
      ).isEmpty
    }
  }
#endif
