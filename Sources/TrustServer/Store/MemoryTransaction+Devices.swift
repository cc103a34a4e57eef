#if Server
  import TrustWire

  /// Devices, their keys and reports, and who is blocked.
  extension MemoryTransaction {
    func saveDevice(_ device: DeviceRow) {
      rows.devices[device.thumbprint] = Self.row(
        device, firstSeen: rows.devices[device.thumbprint]?.firstSeen ?? device.firstSeen, blockedAt: nil)
    }

    private static func row(_ device: DeviceRow, firstSeen: Int64, blockedAt: Int64?) -> DeviceRow {
      DeviceRow(
        thumbprint: device.thumbprint, facts: device.facts, app: device.app, appVersion: device.appVersion,
        tier: device.tier, firstSeen: firstSeen, lastSeen: device.lastSeen, blockedAt: blockedAt,
        grounds: device.grounds, judged: device.judged)
    }

    func device(thumbprint: String) -> DeviceRow? {
      rows.devices[thumbprint].map {
        Self.row($0, firstSeen: $0.firstSeen, blockedAt: rows.blocks[thumbprint]?.blockedAt)
      }
    }

    func devices() -> [DeviceRow] { rows.devices.keys.sorted().compactMap { device(thumbprint: $0) } }

    func devices(after: DeviceCursor?, limit: Int) -> [DeviceRow] {
      let wanted = devices().filter { row in
        after.map { (row.lastSeen, row.thumbprint) < ($0.at, $0.device) } ?? true
      }
      return Array(wanted.sorted { ($0.lastSeen, $0.thumbprint) > ($1.lastSeen, $1.thumbprint) }.prefix(limit))
    }

    func thumbprints(beginning prefix: String, limit: Int) -> [String] {
      let all = Set(rows.devices.keys).union(rows.reports.map(\.device)).union(rows.blocks.keys)
      return Array(all.filter { $0.hasPrefix(prefix) }.sorted().prefix(limit))
    }

    func pruneDevices(seenBy moment: Int64, limit: Int) -> Int {
      let inUse = Set(rows.sessions.values.map(\.device)).union(rows.blocks.keys)
      let gone = rows.devices.values.filter { $0.lastSeen <= moment && !inUse.contains($0.thumbprint) }.prefix(limit)
      for device in gone {
        rows.devices[device.thumbprint] = nil
        rows.attestedKeys[device.thumbprint] = nil
        rows.reports.removeAll { $0.device == device.thumbprint }
      }
      return gone.count
    }

    func attestedKey(device: String) -> AttestedKeyRow? { rows.attestedKeys[device] }
    func keep(_ row: AttestedKeyRow) { rows.attestedKeys[row.device] = row }

    func advanceCounter(
      device: String, keyID: [UInt8], from: UInt32, to: UInt32, category: String?, now: Int64
    ) -> Bool {
      guard let row = rows.attestedKeys[device], row.keyID == keyID, row.counter == from, to > from else {
        return false
      }
      rows.attestedKeys[device] = AttestedKeyRow(
        device: device, keyID: keyID, publicKey: row.publicKey, counter: to, category: category,
        osVersion: row.osVersion, isProduction: row.isProduction, receipt: row.receipt, updated: now)
      return true
    }

    func addReport(_ report: ReportRow, keeping: Int, strangers: Int, texts: Int) {
      rows.lastReport += 1
      let isLoose = report.compact != nil && rows.devices[report.device]?.tier != .attested
      rows.reports.append(report.at(rows.lastReport))
      if isLoose { rows.looseReports.append(rows.lastReport) }
      forget(beyond: keeping) { $0.device == report.device }
      forget(beyond: strangers) { [rows] in rows.devices[$0.device] == nil }
      let held = Set(rows.reports.map(\.position))
      rows.looseReports.removeAll { !held.contains($0) }
      while rows.looseReports.count > texts {
        let position = rows.looseReports.removeFirst()
        if let index = rows.reports.firstIndex(where: { $0.position == position }) {
          rows.reports[index] = rows.reports[index].withoutText
        }
      }
    }

    private func forget(beyond most: Int, _ isMeant: (ReportRow) -> Bool) {
      let gone = Set(rows.reports.filter(isMeant).dropLast(most).map(\.position))
      rows.reports.removeAll { gone.contains($0.position) }
    }

    func reports(device: String, limit: Int) -> [ReportRow] {
      Array(rows.reports.filter { $0.device == device }.reversed().prefix(limit))
    }

    func refusedReports(after: Int64?, limit: Int) -> [ReportRow] {
      var seen: Set<String> = []
      let newest = rows.reports.reversed().filter { seen.insert($0.device).inserted }
      return newest.filter { !$0.isAdmitted && $0.position < after ?? .max }.prefix(limit).map(\.withoutText)
    }

    func latestReport(device: String) -> ReportRow? { rows.reports.last { $0.device == device }?.withoutText }

    func pruneStrangers(seenBy moment: Int64, limit: Int) -> Int {
      let reports = rows.reports.filter { rows.devices[$0.device] == nil && $0.receivedAt <= moment }.prefix(limit)
      let gone = Set(reports.map(\.position))
      rows.reports.removeAll { gone.contains($0.position) }
      let keys = rows.attestedKeys.values.filter { rows.devices[$0.device] == nil && $0.updated <= moment }.prefix(
        limit)
      for key in keys { rows.attestedKeys[key.device] = nil }
      return gone.count + keys.count
    }

    func block(device: String) -> DeviceBlock? { rows.blocks[device] }
    func saveBlock(_ block: DeviceBlock) { rows.blocks[block.device] = block }
    func removeBlock(device: String) { rows.blocks[device] = nil }

    func blocks(after: DeviceCursor?, limit: Int) -> [DeviceBlock] {
      let wanted = rows.blocks.values.filter { row in
        after.map { (row.blockedAt, row.device) < ($0.at, $0.device) } ?? true
      }
      return Array(wanted.sorted { ($0.blockedAt, $0.device) > ($1.blockedAt, $1.device) }.prefix(limit))
    }
  }
#endif
