/// What the server decided about a device, in the words that apps already handle (device security check SDKs).
///
/// The order is the order of precedence: of several codes the first in ``allCases`` is the primary one.
public enum DecisionCode: String, Sendable, Hashable, CaseIterable {
  case osRejected, versionBlacklisted, osVersionTooLow, osVersionTooHigh, osPatchTooLow, osPatchTooHigh
  case rejectedBecauseRooted, rejectedBecauseHooked, patchVersionBlacklisted
  /// The server does not know the protocol version, or could not tell what it was shown.
  case unknown

  /// A code as a policy may write it: its own name, or the Kotlin spelling that SDKs for Android print (`OS_REJECTED`,
  /// `OS_PATCH_BLACKLISTED`). Messages carry the own names only.
  public init?(policyWord word: String) {
    guard let code = Self(rawValue: word) ?? Self.allCases.first(where: { $0.kotlinSpelling == word }) else {
      return nil
    }
    self = code
  }

  /// The constant's name in SDKs for Android: `OS_VERSION_TOO_LOW`. One name differs by more than its spelling.
  public var kotlinSpelling: String {
    if self == .patchVersionBlacklisted { return "OS_PATCH_BLACKLISTED" }
    return rawValue.reduce(into: "") { text, letter in
      text += letter.isUppercase ? "_\(letter)" : letter.uppercased()
    }
  }
}

extension DecisionCode: Comparable {
  public static func < (left: DecisionCode, right: DecisionCode) -> Bool { left.rank < right.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? Self.allCases.count }
}
