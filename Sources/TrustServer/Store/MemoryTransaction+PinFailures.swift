#if Server
  import TrustWire

  /// What devices saw instead of pinned keys.
  extension MemoryTransaction {
    func notePinFailureBatch(_ number: Int64, of device: String, now: Int64) -> Bool {
      var known = rows.pinFailureBatches[device] ?? [:]
      let isNew = known.updateValue(now, forKey: number) == nil
      let gone = known.sorted { ($0.value, $0.key) > ($1.value, $1.key) }.dropFirst(PinFailureRow.batches)
      for entry in gone { known[entry.key] = nil }
      rows.pinFailureBatches[device] = known
      return isNew
    }

    func addPinFailure(_ row: PinFailureRow, keeping: Int, unattested: Int) {
      let kind = row.kind
      func isSame(_ other: PinFailureRow) -> Bool { other.device == row.device && other.kind == kind }
      rows.lastPinFailure += 1
      let sum = row.following(rows.pinFailures.first(where: isSame), at: rows.lastPinFailure)
      rows.pinFailures.removeAll(where: isSame)
      rows.pinFailures.append(sum)
      forgetPinFailures(beyond: keeping) { $0.device == row.device }
      forgetPinFailures(beyond: unattested) { $0.tier != .attested }
    }

    private func forgetPinFailures(beyond most: Int, _ isMeant: (PinFailureRow) -> Bool) {
      let gone = Set(rows.pinFailures.filter(isMeant).dropLast(most).map(\.position))
      rows.pinFailures.removeAll { gone.contains($0.position) }
    }

    func pinFailures(host: String?, after: Int64?, limit: Int) -> [PinFailureRow] {
      let wanted = rows.pinFailures.filter { row in
        (host.map { row.failure.host.utf8.elementsEqual($0.utf8) } ?? true) && row.position < after ?? .max
      }
      return Array(wanted.reversed().prefix(limit))
    }

    func prunePinFailures(receivedBy moment: Int64, limit: Int) -> Int {
      let gone = Set(rows.pinFailures.filter { $0.receivedAt <= moment }.prefix(limit).map(\.position))
      rows.pinFailures.removeAll { gone.contains($0.position) }
      let batches = rows.pinFailureBatches
        .flatMap { device, known in known.filter { $0.value <= moment }.map { (device, $0.key) } }.prefix(limit)
      for (device, number) in batches { rows.pinFailureBatches[device]?[number] = nil }
      rows.pinFailureBatches = rows.pinFailureBatches.filter { !$0.value.isEmpty }
      return gone.count + batches.count
    }
  }
#endif
