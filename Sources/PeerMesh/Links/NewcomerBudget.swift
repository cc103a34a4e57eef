/// How many newcomers a transport hears, or hellos a node answers: in all, and of one host where hosts have names, so
/// that one that comes again and again keeps out nobody else. Bounded by the common budget: a host is known while its own
/// is not full. Who holds many addresses is many hosts.
package struct NewcomerBudget<Host: Hashable & Sendable>: Sendable {
  private let (rate, hostRate): (Rate, Rate)
  private var all: TokenBucket
  private var hosts: [Host: TokenBucket] = [:]

  package init(_ rate: Rate, ofOneHost hostRate: Rate, now: MeshTime) {
    (self.rate, self.hostRate) = (rate, hostRate)
    all = TokenBucket(rate, now: now)
  }

  /// Whether one more may come now. Who has used up his own takes nothing of the others'.
  ///
  /// - Parameter host: nil where the transport names none.
  package mutating func take(_ host: Host?, now: MeshTime) -> Bool {
    hosts = hosts.filter { !$0.value.has(hostRate.burst, of: hostRate, now: now) }
    guard let host else { return all.take(1, of: rate, now: now) }
    let before = hosts[host]
    var own = before ?? TokenBucket(hostRate, now: now)
    guard own.take(1, of: hostRate, now: now) else {
      // Nothing was taken, but a clock that was set back is noticed.
      hosts[host] = own
      return false
    }
    guard all.take(1, of: rate, now: now) else { return false }
    hosts[host] = own
    return true
  }
}
