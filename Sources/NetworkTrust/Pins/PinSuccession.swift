import TrustWire

/// What devices forget when one pin update takes the place of another.
///
/// Only the newest update counts. Nothing of the one before it is kept, neither pins nor withdrawals: a withdrawn key
/// may be trusted again unless the newer update withdraws it for the same host once more, and a host that the newer one
/// does not name is back at its built-in pins. Devices obey that without a word, so whoever signs has to look.
///
/// Both are taken as they stand: whether they are signed, and in this order, is not asked.
package struct PinSuccession: Sendable, Hashable {
  /// A key that was withdrawn for a host.
  package struct Withdrawal: Sendable, Hashable {
    package let host: ServerHost
    package let pin: ServerPin

    package init(host: ServerHost, pin: ServerPin) { (self.host, self.pin) = (host, pin) }
  }

  /// Withdrawals of the older update that the newer one does not repeat, each once and in the older one's order.
  package let reinstated: [Withdrawal]
  /// Hosts that only the older update names, in its order.
  package let dropped: [ServerHost]

  /// - Throws: ``NetworkError/malformedHost`` and ``NetworkError/malformedPin``, for what no device obeys.
  package init(from older: PinUpdate, to newer: PinUpdate) throws(NetworkError) {
    var named: Set<ServerHost> = []
    var withdrawn: Set<Withdrawal> = []
    for entry in newer.hosts {
      named.insert(try ServerHost(entry.host))
      withdrawn.formUnion(try Self.withdrawals(of: entry))
    }
    var reinstated: [Withdrawal] = []
    var dropped: [ServerHost] = []
    for entry in older.hosts {
      let host = try ServerHost(entry.host)
      if !named.contains(host) { dropped.append(host) }
      for withdrawal in try Self.withdrawals(of: entry)
      where !withdrawn.contains(withdrawal) && !reinstated.contains(withdrawal) {
        reinstated.append(withdrawal)
      }
    }
    (self.reinstated, self.dropped) = (reinstated, dropped)
  }

  private static func withdrawals(of entry: PinUpdate.Host) throws(NetworkError) -> [Withdrawal] {
    let host = try ServerHost(entry.host)
    var withdrawals: [Withdrawal] = []
    for text in entry.withdrawn { withdrawals.append(Withdrawal(host: host, pin: try ServerPin(base64: text))) }
    return withdrawals
  }
}
