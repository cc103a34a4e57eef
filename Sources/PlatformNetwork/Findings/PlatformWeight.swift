import SecurityPolicy

/// How much a ``PlatformFinding`` matters.
public enum PlatformWeight: Int, Sendable, Hashable, CaseIterable, Comparable, CustomStringConvertible {
  /// Worth knowing; nothing is broken.
  case low
  /// The app is weaker than it should be, or will break one day.
  case medium
  /// The protection is off, or the platform refuses or ignores the file.
  case high

  public static func < (left: PlatformWeight, right: PlatformWeight) -> Bool { left.rawValue < right.rawValue }

  public var description: String {
    switch self {
    case .low: "low"
    case .medium: "medium"
    case .high: "high"
    }
  }
}

extension [PlatformFinding] {
  /// Fails for anything but `low`.
  public var verdict: Verdict {
    guard let worst = self.max(by: { $0.weight < $1.weight }), worst.weight > .low else { return .holds }
    return .fails(Verdict.Reason(worst.message))
  }
}
