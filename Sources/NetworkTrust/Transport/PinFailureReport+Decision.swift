import Foundation

extension PinFailureReport {
  /// What a decision leaves to report: nil when the server's keys were as expected, or nothing was judged about them.
  ///
  /// - Parameter presented: the certificates as the server sent them, DER; looked at only where no path was valid.
  public init?(
    _ decision: TrustDecision, presented: [[UInt8]], host: ServerHost, pinning: PinPolicy, now: Date
  ) {
    let outcome: Outcome
    switch decision.refusal {
    case nil:
      guard decision.notes.contains(.reportOnlyMismatch) else { return nil }
      outcome = .reportedOnly
    case .noPinnedKey: outcome = .refused
    case .hostNotPinned, .pinsExpired, .anchorsUnavailable, .nameNeeded: return nil
    default: outcome = .notValidated
    }
    let seen =
      outcome == .notValidated
      ? presented.prefix(Self.maximumSeen).compactMap { try? ServerPin(certificateDER: $0) } : decision.pinsSeen
    self.init(
      host: host, expected: pinning.expectedPins(for: host, now: now), seen: seen, date: now, outcome: outcome)
  }
}
