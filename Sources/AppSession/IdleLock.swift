import SecurityPolicy

/// Says when a session without use must ask for the PIN again. Pure: the caller brings the time of a clock that the
/// user cannot set back (monotonic, counting sleep).
public struct IdleLock: Sendable, Hashable {
  private let limit: Duration
  private var lastUse: Duration

  /// Open from `now` on; `now` is a reading of the monotonic clock.
  public init(_ requirement: SessionRequirement, openedAt now: Duration) {
    limit = requirement.inactivity
    lastUse = now
  }

  /// `fails` when the time without use has reached the limit; a clock that went backwards is no sign of use.
  public func verdict(at now: Duration) -> Verdict {
    if now < lastUse { return .undetermined("the clock went backwards") }
    return now - lastUse >= limit ? .fails("no use for as long as the policy allows") : .holds
  }

  /// Notes a use; a lock that has closed stays closed until it is opened anew.
  public mutating func use(at now: Duration) {
    if verdict(at: now) == .holds { lastUse = now }
  }
}
