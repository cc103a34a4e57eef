/// What the server decided about a device, in the words that apps already handle (device security check SDKs).
public enum DecisionCode: String, Sendable, Hashable, CaseIterable {
  case osRejected, versionBlacklisted, osVersionTooLow, osVersionTooHigh, osPatchTooLow, osPatchTooHigh
  case rejectedBecauseRooted, rejectedBecauseHooked, patchVersionBlacklisted
  /// The server does not know the protocol version, or could not tell what it was shown.
  case unknown
}
