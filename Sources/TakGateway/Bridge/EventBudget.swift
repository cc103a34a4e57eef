import PeerMesh

/// So many events at once and so many per second for one peer. An event may cost more than one.
struct EventBudget: Sendable {
  private var tokens: Double
  private var last: MeshTime

  init(_ rate: Rate, now: MeshTime) {
    tokens = Double(rate.burst)
    last = now
  }

  /// Whether nothing is missing: as good as a new one.
  func isFull(of rate: Rate, now: MeshTime) -> Bool {
    tokens + Double(max(0, now - last)) / 1000 * Double(rate.perSecond) >= Double(rate.burst)
  }

  /// A clock that goes back fills nothing, and fills again from there.
  mutating func take(_ cost: Double = 1, of rate: Rate, now: MeshTime) -> Bool {
    tokens = min(Double(rate.burst), tokens + Double(max(0, now - last)) / 1000 * Double(rate.perSecond))
    last = now
    guard tokens >= cost else { return false }
    tokens -= cost
    return true
  }
}
