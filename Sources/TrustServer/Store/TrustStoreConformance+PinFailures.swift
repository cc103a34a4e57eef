#if Server
  import TrustWire

  /// What devices saw instead of pinned keys.
  extension TrustStoreConformance {
    private static func failure(
      _ device: String, _ number: Int64, host: String = "h", tier: TrustTier = .unattested, keys: [String] = ["k+/="]
    ) -> PinFailureRow {
      PinFailureRow(
        device: device, tier: tier,
        failure: PinFailureBatch.Entry(
          host: host, outcome: .refused, expected: ["a=", "b="], seen: keys, first: number, last: number + 1, count: 2),
        now: number)
    }

    static func pinFailures(_ rows: any TrustTransaction) throws(StoreError) -> [String] {
      var broken: [String] = []
      func expect(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
      func add(_ row: PinFailureRow) throws(StoreError) { try rows.addPinFailure(row, keeping: 3, unattested: 4) }
      func kept(_ host: String? = nil, after: Int64? = nil, limit: Int = 99) throws(StoreError) -> [PinFailureRow] {
        try rows.pinFailures(host: host, after: after, limit: limit)
      }
      func devices(_ host: String? = nil) throws(StoreError) -> [String] { try kept(host).map(\.device) }
      let odd = failure("pa", 5, host: "Hß \n", keys: [])
      try add(odd)
      guard let first = try kept().first, try kept().count == 1 else { return ["a failure of a pin is kept"] }
      expect(first.failure == odd.failure && first.tier == .unattested, "a failure comes back as it was told")
      expect(first.receivedAt == 5 && first.position > 0, "with its date and a place")
      expect(try devices("Hß \n") == ["pa"], "failures of one host")
      expect(try devices("hß \n") == [], "of no other spelling")
      try add(failure("pb", 6))
      try add(failure("pa", 3, host: "Hß \n", keys: []))
      expect(try devices() == ["pa", "pb"], "what is told again is the newest")
      expect(
        try kept().first.map { [$0.failure.count, $0.failure.first, $0.failure.last, $0.receivedAt] } == [4, 3, 6, 3],
        "of the same kind numbers are added and times are the widest")
      for number in Int64(1)...4 { try add(failure("pb", number, keys: ["k\(number)"])) }
      expect(
        try kept().filter { $0.device == "pb" }.map(\.failure.seen) == [["k4"], ["k3"], ["k2"]],
        "of a device the newest kinds are kept")
      expect(try devices().contains("pa"), "and push out none of another device")
      try add(failure("pd", 1, tier: .attested))
      for name in ["pe", "pf", "pg", "ph"] { try add(failure(name, 9)) }
      expect(
        try devices() == ["ph", "pg", "pf", "pe", "pd"],
        "without attestation the oldest go, and push out none of an attested device")
      let place = try kept(limit: 2).last?.position
      expect(try kept(after: place, limit: 2).map(\.device) == ["pf", "pe"], "failures go on behind a place")
      expect(try kept("h", after: place, limit: 1).map(\.device) == ["pf"], "of one host, too")
      expect(try rows.prunePinFailures(receivedBy: 8, limit: 9) == 1, "failures are forgotten at their time")
      expect(try rows.prunePinFailures(receivedBy: 9, limit: 3) == 3, "as many as the limit says")
      expect(try rows.prunePinFailures(receivedBy: 9, limit: 9) == 1, "and all in the end")
      expect(try kept() == [], "of what is forgotten nothing is left")
      func note(_ number: Int64, _ device: String, now: Int64) throws(StoreError) -> Bool {
        try rows.notePinFailureBatch(number, of: device, now: now)
      }
      expect(try note(7, "pa", now: 1), "the first batch of a device is new")
      expect(try !note(7, "pa", now: 2), "the same one again is not")
      expect(try note(7, "pb", now: 3), "that of another device is")
      let turns = [try note(6, "pa", now: 3), try note(7, "pa", now: 4), try note(6, "pa", now: 4)]
      expect(turns == [true, false, false], "several of a device are told again in turn, and each counts once")
      expect(try rows.prunePinFailures(receivedBy: 3, limit: 9) == 1, "numbers are forgotten at their time")
      let later = [try note(7, "pb", now: 9), try note(7, "pa", now: 9)]
      expect(later == [true, false], "and no others")
      expect(try rows.prunePinFailures(receivedBy: 9, limit: 1) == 1, "as many as the limit says")
      expect(try rows.prunePinFailures(receivedBy: 9, limit: 9) == 2, "and all in the end")
      for number in 1...Int64(PinFailureRow.batches) + 1 { _ = try note(number, "pc", now: 10 + number) }
      let bound = [try note(1, "pc", now: 30), try note(3, "pc", now: 31)]
      expect(bound == [true, false], "of each device the newest numbers are remembered, as many as the bound says")
      expect(try rows.prunePinFailures(receivedBy: 31, limit: 99) == PinFailureRow.batches, "and no more")
      return broken
    }
  }
#endif
