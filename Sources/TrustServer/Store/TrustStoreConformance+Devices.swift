#if Server
  import SecurityPolicy
  import TrustWire

  /// Attested keys, the history of reports, blocked devices and the lists of them.
  extension TrustStoreConformance {
    private static func device(_ name: String, seen: Int64) -> DeviceRow {
      DeviceRow(
        thumbprint: name,
        facts: DeviceFacts(
          platform: .ios, version: "1", patchLevel: nil, isRooted: .no, isHooked: .no, isDebugged: .no), app: "a",
        appVersion: "1", tier: .attested, firstSeen: seen, lastSeen: seen)
    }

    private static func report(_ device: String, _ number: Int64, _ refusal: RefusalReason? = .deviceRefused)
      -> ReportRow
    {
      ReportRow(
        position: 0, device: device, receivedAt: number, refusal: refusal, decision: "{}", size: Int(number),
        digest: [0, 255, UInt8(truncatingIfNeeded: number)], compact: number % 2 == 0 ? nil : "r\(number)")
    }

    static func attestedKeys(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      let key = AttestedKeyRow(
        device: "ak", keyID: [1, 0, 255], publicKey: [4, 9], counter: .max - 1, category: "appStore",
        osVersion: "27.0 ß", isProduction: true, receipt: [0x30, 0, 255], updated: .max)
      try rows.keep(key)
      expect(try rows.attestedKey(device: "ak") == key, "an attested key comes back as it was")
      expect(try rows.attestedKey(device: "other") == nil, "a device without an attested key has none")
      func advance(_ id: [UInt8], _ from: UInt32, _ to: UInt32, _ device: String = "ak") throws(StoreError) -> Bool {
        try rows.advanceCounter(device: device, keyID: id, from: from, to: to, category: "testFlight", now: 5)
      }
      expect(try !advance([1], .max - 1, .max), "another key's counter is not advanced")
      expect(try !advance(key.keyID, .max - 2, .max), "a counter is advanced from what it is")
      expect(try !advance(key.keyID, .max - 1, .max - 1), "a counter that stays is refused")
      expect(try !advance(key.keyID, .max - 1, 0), "a counter that falls is refused")
      expect(try !advance(key.keyID, .max - 1, .max, "other"), "a device without a key has no counter")
      expect(try rows.attestedKey(device: "ak") == key, "what is refused changes nothing")
      expect(try advance(key.keyID, .max - 1, .max), "a counter is advanced")
      let advanced = AttestedKeyRow(
        device: "ak", keyID: key.keyID, publicKey: key.publicKey, counter: .max, category: "testFlight",
        osVersion: key.osVersion, isProduction: true, receipt: key.receipt, updated: 5)
      expect(try rows.attestedKey(device: "ak") == advanced, "with its counter the category and the date are kept")
      let next = AttestedKeyRow(device: "ak", keyID: [7], publicKey: [8], counter: 0, category: nil, updated: 6)
      try rows.keep(next)
      expect(try rows.attestedKey(device: "ak") == next, "a new key takes the place of the old one")
      expect(try rows.pruneStrangers(seenBy: 5, limit: 9) == 0, "a key of nobody stays until its time")
      expect(try rows.pruneStrangers(seenBy: 6, limit: 9) == 1, "a key of nobody is forgotten at its time")
      return broken
    }

    static func history(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      func numbers(_ device: String) throws(StoreError) -> [Int64] {
        try rows.reports(device: device, limit: 99).map(\.receivedAt)
      }
      try rows.saveDevice(device("hk", seen: 50))
      for number in Int64(1)...5 {
        try rows.addReport(
          report("hk", number, number == 5 ? .deviceRefused : nil), keeping: 3, strangers: 2, texts: 99)
      }
      expect(try numbers("hk") == [5, 4, 3], "the newest reports of a device are kept, the newest first")
      expect(
        try rows.latestReport(device: "hk").map { [$0.receivedAt, Int64($0.size), $0.compact == nil ? 0 : 1] } == [
          5, 5, 0,
        ],
        "the newest report comes without its text")
      let newest = try rows.reports(device: "hk", limit: 2)
      guard newest.count == 2 else { return broken + ["reports to a limit"] }
      expect(
        newest == [report("hk", 5).at(newest[0].position), report("hk", 4, nil).at(newest[1].position)],
        "a report comes back byte by byte as it was")
      expect(newest[0].position > newest[1].position, "positions grow")
      for number in Int64(1)...4 {
        try rows.addReport(report("h\(number)", number), keeping: 3, strangers: 2, texts: 99)
      }
      expect(try [numbers("h1"), numbers("h2")] == [[], []], "of keys that were never admitted the oldest reports go")
      expect(
        try [numbers("h3"), numbers("h4")] == [[3], [4]], "of keys that were never admitted the newest reports stay")
      expect(try numbers("hk").count == 3, "their reports push out none of a device's")
      expect(
        try rows.refusedReports(after: nil, limit: 9).map(\.device) == ["h4", "h3", "hk"],
        "devices whose newest report was refused, the newest first")
      expect(
        try rows.refusedReports(after: nil, limit: 9).allSatisfy { $0.compact == nil }, "the list comes without texts")
      let place = try rows.refusedReports(after: nil, limit: 1).first?.position
      expect(
        try rows.refusedReports(after: place, limit: 1).map(\.device) == ["h3"], "refused devices go on behind a place")
      try rows.saveDevice(device("h3", seen: 50))
      try rows.addReport(report("h3", 9, nil), keeping: 3, strangers: 2, texts: 99)
      expect(
        try rows.refusedReports(after: nil, limit: 9).map(\.device) == ["h4", "hk"],
        "a device that was admitted since is not refused")
      for number in Int64(5)...8 {
        try rows.addReport(report("h\(number)", number), keeping: 3, strangers: 2, texts: 99)
      }
      expect(try numbers("h3") == [9, 3], "what a device sent before it was admitted is its own from then on")
      expect(try rows.pruneStrangers(seenBy: 7, limit: 9) == 1, "reports of strangers are forgotten at their time")
      expect(try [numbers("h7"), numbers("h8")] == [[], [8]], "later ones stay")
      expect(try numbers("h3") == [9, 3], "a device's are not forgotten by time")
      try rows.keep(
        AttestedKeyRow(device: "h3", keyID: [1], publicKey: [2], counter: 0, category: nil, updated: 0))
      expect(try rows.pruneStrangers(seenBy: 8, limit: 9) == 1, "nor is its key")
      expect(try rows.pruneDevices(seenBy: 50, limit: 9) == 2, "devices go at their time")
      expect(try [numbers("h3"), numbers("hk")] == [[], []], "with a device go its reports")
      expect(try rows.attestedKey(device: "h3") == nil, "with a device goes its attested key")
      return broken
    }

    static func texts(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      func kept(_ device: String) throws(StoreError) -> [Int64] {
        try rows.reports(device: device, limit: 99).filter { $0.compact != nil }.map(\.receivedAt)
      }
      let proved = device("ta", seen: 60)
      try rows.saveDevice(proved)
      try rows.saveDevice(
        DeviceRow(
          thumbprint: "tu", facts: proved.facts, app: "a", appVersion: "1", tier: .unattested, firstSeen: 60,
          lastSeen: 60))
      for number in [Int64(1), 3, 5] {
        for name in ["ta", "tu", "ts"] {
          try rows.addReport(report(name, number, nil), keeping: 9, strangers: 9, texts: 3)
        }
      }
      expect(try kept("ta") == [5, 3, 1], "texts of attested devices stay")
      expect(
        try [kept("tu"), kept("ts")] == [[5], [5, 3]], "of other devices the newest texts stay, so many of all together"
      )
      expect(try rows.reports(device: "tu", limit: 9).count == 3, "a report stays without its text")
      expect(
        try rows.reports(device: "tu", limit: 9).last.map { [$0.size, $0.digest.count] } == [1, 3],
        "of a text that goes size and digest stay")
      _ = try rows.pruneDevices(seenBy: 60, limit: 9)
      _ = try rows.pruneStrangers(seenBy: 60, limit: 9)
      return broken
    }

    static func blocks(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      let first = DeviceBlock(device: "bk1", reason: "stolen ß", blockedAt: 3)
      try rows.saveDevice(device("bk1", seen: 1))
      expect(try rows.block(device: "bk1") == nil, "nobody is blocked before it was said")
      expect(try rows.device(thumbprint: "bk1")?.blockedAt == nil, "a device's row says so")
      try rows.saveBlock(first)
      try rows.saveBlock(DeviceBlock(device: "bk2", reason: "two", blockedAt: 3))
      expect(try rows.block(device: "bk1") == first, "a block comes back as it was")
      expect(try rows.device(thumbprint: "bk1")?.blockedAt == 3, "a device's row says when it was blocked")
      try rows.saveDevice(device("bk1", seen: 2))
      expect(try rows.device(thumbprint: "bk1")?.blockedAt == 3, "a device that reports again stays blocked")
      expect(
        try rows.blocks(after: nil, limit: 1).map(\.device) == ["bk2"], "blocks by date and thumbprint, to a limit")
      expect(
        try rows.blocks(after: DeviceCursor(at: 3, device: "bk2"), limit: 9) == [first], "blocks go on behind a place")
      expect(try rows.pruneDevices(seenBy: .max, limit: 9) == 0, "a blocked device is not forgotten")
      try rows.saveBlock(DeviceBlock(device: "bk1", reason: "found", blockedAt: 4))
      expect(try rows.block(device: "bk1")?.reason == "found", "a block is replaced")
      try rows.removeBlock(device: "bk1")
      expect(try rows.block(device: "bk1") == nil, "a block is taken back")
      expect(try rows.block(device: "bk2") != nil, "and no other")
      try rows.removeBlock(device: "bk2")
      expect(try rows.pruneDevices(seenBy: .max, limit: 9) == 1, "a device that is free again is forgotten at its time")
      return broken
    }

    static func lists(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      for (name, seen) in [("l-a", Int64(107)), ("l_b", 109), ("lc", 109), ("ld", 108)] {
        try rows.saveDevice(device(name, seen: seen))
      }
      try rows.addReport(report("l-r", 1), keeping: 1, strangers: 9, texts: 99)
      try rows.saveBlock(DeviceBlock(device: "l-x", reason: "r", blockedAt: 1))
      expect(
        try rows.devices(after: nil, limit: 3).map(\.thumbprint) == ["lc", "l_b", "ld"],
        "devices by the day they were seen last, to a limit")
      expect(
        try rows.devices(after: DeviceCursor(at: 109, device: "l_b"), limit: 2).map(\.thumbprint) == ["ld", "l-a"],
        "devices go on behind a place")
      expect(
        try rows.thumbprints(beginning: "l-", limit: 9) == ["l-a", "l-r", "l-x"],
        "thumbprints of devices, of reports and of blocks, in order")
      expect(try rows.thumbprints(beginning: "l", limit: 2) == ["l-a", "l-r"], "thumbprints to a limit")
      expect(try rows.thumbprints(beginning: "l-x", limit: 9) == ["l-x"], "a whole thumbprint begins with itself")
      expect(try rows.thumbprints(beginning: "l%", limit: 9) == [], "no character stands for another")
      try rows.removeBlock(device: "l-x")
      expect(try rows.pruneDevices(seenBy: 109, limit: 9) == 4, "the listed devices are forgotten")
      return broken
    }
  }
#endif
