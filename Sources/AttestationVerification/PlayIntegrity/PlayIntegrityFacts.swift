import Foundation

/// What a verified Play Integrity token says. A word that this build does not know is left out, or kept as it is where
/// the member is a text.
/// Source: developer.android.com, "Integrity verdicts".
public struct PlayIntegrityFacts: Sendable, Hashable {
  /// When Google made the token.
  public let requestedAt: Date
  /// Empty: the device met none of them.
  public let deviceVerdicts: Set<PlayDeviceVerdict>
  /// Nil when the token has no such verdict, which is never as good as `recognized`.
  public let appRecognition: PlayAppRecognition?
  public let licensing: PlayLicensing?
  /// `NO_ISSUES`, `NO_DATA`, `POSSIBLE_RISK`, `MEDIUM_RISK`, `HIGH_RISK`, `UNEVALUATED`; opt-in.
  public let playProtect: String?
  /// `LEVEL_1` (few requests lately) to `LEVEL_4`; opt-in.
  public let recentActivity: String?
  /// `KNOWN_CAPTURING`, `UNKNOWN_CONTROLLING` and the like; opt-in.
  public let appAccessRisk: [String]
}
