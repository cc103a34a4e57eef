import PeerMesh

/// So many events at once and so many per second for one peer.
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

  /// A clock that goes back fills nothing.
  mutating func take(of rate: Rate, now: MeshTime) -> Bool {
    tokens = min(Double(rate.burst), tokens + Double(max(0, now - last)) / 1000 * Double(rate.perSecond))
    last = max(last, now)
    guard tokens >= 1 else { return false }
    tokens -= 1
    return true
  }
}
