import TrustWire

/// What a session gives out as long as nothing happens to it, as a value that can be looked at outside its actor.
struct TokenWindow: Sendable {
  let app: TokenPair?
  let user: TokenPair?
  /// The times in which it holds; nil when time changes nothing, because nobody is signed in.
  let span: SessionSpan?
  /// Seconds to add to the wall clock.
  let skew: Int64

  /// The pair of a kind, when it may be given out at this reading of the device's own clocks.
  func pair(_ kind: TokenKind, at now: ClockReading) -> (pair: TokenPair, wall: Int64)? {
    guard let pair = kind == .app ? app : user else { return nil }
    var now = now
    now.wall += skew
    if let span, !span.contains(now) { return nil }
    return (pair, now.wall)
  }
}
