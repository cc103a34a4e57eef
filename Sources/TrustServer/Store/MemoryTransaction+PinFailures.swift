#if Server
  import TrustWire

  /// What devices saw instead of pinned keys.
  extension MemoryTransaction {
    func notePinFailureBatch(_ number: Int64, of device: String, now: Int64) -> Bool {
      let isNew = rows.pinFailureBatches[device]?.number != number
      rows.pinFailureBatches[device] = (number, now)
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
      let batches = rows.pinFailureBatches.filter { $0.value.receivedAt <= moment }.prefix(limit).map(\.key)
      for device in batches { rows.pinFailureBatches[device] = nil }
      return gone.count + batches.count
    }
  }
#endif
