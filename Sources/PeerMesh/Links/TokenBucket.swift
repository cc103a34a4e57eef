/// So many at once, so many per second on the long run.
package struct TokenBucket: Sendable {
  private var tokens: Float
  private var last: MeshTime

  package init(_ rate: Rate, now: MeshTime) {
    tokens = Float(rate.burst)
    last = now
  }

  /// Whether `cost` is there now; nothing is taken.
  package func has(_ cost: Int, of rate: Rate, now: MeshTime) -> Bool {
    filled(rate, now) >= Float(min(cost, rate.burst))
  }

  /// Takes `cost`, or nothing if there is less.
  package mutating func take(_ cost: Int, of rate: Rate, now: MeshTime) -> Bool {
    let filled = filled(rate, now)
    guard filled >= Float(min(cost, rate.burst)) else {
      last = min(last, now)
      return false
    }
    tokens = filled - Float(min(cost, rate.burst))
    last = now
    return true
  }

  /// Takes `cost` also if there is less: the rest is a debt.
  mutating func charge(_ cost: Int, of rate: Rate, now: MeshTime) {
    (tokens, last) = (filled(rate, now) - Float(min(cost, rate.burst)), now)
  }

  /// When `cost` will be there.
  func time(for cost: Int, of rate: Rate, now: MeshTime) -> MeshTime {
    let missing = Float(min(cost, rate.burst)) - filled(rate, now)
    return missing <= 0 ? now : now + MeshTime((missing * 1000 / Float(max(rate.perSecond, 1))).rounded(.up)) + 1
  }

  /// After the clock was set back: what fills it goes on from there.
  mutating func shift(by step: MeshTime) { last += step }

  /// A clock that is set back fills nothing, and fills again from there.
  private func filled(_ rate: Rate, _ now: MeshTime) -> Float {
    min(Float(rate.burst), tokens + Float(max(0, now - last)) / 1000 * Float(rate.perSecond))
  }
}
