import TrustWire

/// The server's clock, as its answers tell it. Nobody signs them: they set the clock of our proofs and end no session.
extension Session {
  /// How long an answer may be on its way and still tell the time.
  static let promptness = Duration.seconds(60)

  /// The device's steady clock now, for ``hear(_:sentAt:)``.
  public nonisolated var uptime: Duration { surroundings.clock().uptime }

  /// Keeps the nonce that came with an answer to a request of the app's own, and what the answer says of the time: that
  /// counts when the request's proof was refused, and not otherwise.
  ///
  /// For answers over the connection that the token routes take, whose server is judged by the same pins. Of any other
  /// server ``hear(_:)`` keeps the nonce alone: what it says of the time would be anybody's word.
  ///
  /// - Parameter sent: ``uptime`` when the request was sent. What was on its way for more than a minute tells no time.
  public func hear(_ hints: AnswerHints, sentAt sent: Duration) {
    hear(hints)
    if let told = offset(by: hints, sentAt: sent) { toldSkew = (told, reading.uptime) }
  }

  /// Takes over what an answer said of the time that came since a request was sent whose proof was refused.
  ///
  /// - Parameter sent: when that was, and the skew under which its proof was made.
  /// - Returns: whether the next proof has another time. Another caller may have seen to it.
  func heedTime(since sent: (skew: Int64, uptime: Duration)) -> Bool {
    if let toldSkew, toldSkew.at >= sent.uptime { skew = toldSkew.value }
    return skew != sent.skew
  }

  /// Sets our idea of the server's clock by an answer of a token route. One that was long on its way, for instance while
  /// the device slept, says nothing about now.
  func learn(_ hints: AnswerHints, sentAt sent: Duration) {
    if let told = offset(by: hints, sentAt: sent) { skew = told }
  }

  private func offset(by hints: AnswerHints, sentAt sent: Duration) -> Int64? {
    guard let time = hints.serverTime, reading.uptime - sent <= Self.promptness else { return nil }
    return Self.skew(of: time, from: surroundings.clock().wall) ?? 0
  }

  /// What to add to the wall clock; nil for times that no clock has. A minute is the way of the answer.
  static func skew(of time: Int64, from wall: Int64) -> Int64? {
    guard ServerTime.range.contains(time) else { return nil }
    let (ahead, overflow) = time.subtractingReportingOverflow(wall)
    guard !overflow, ahead.magnitude <= ServerTime.range.upperBound else { return nil }
    return ahead.magnitude <= 60 ? 0 : ahead
  }
}
