/// Where a key lives and who made the statement about it.
/// Source: Android Open Source Project, "Key and ID attestation", SecurityLevel.
public enum KeySecurityLevel: String, Sendable, Hashable, CaseIterable, Comparable {
  case software, trustedEnvironment, strongBox
  /// Apple's coprocessor, where App Attest keys live.
  case secureEnclave

  /// By how hard it is to take the key: the two that are chips of their own come last.
  public static func < (left: KeySecurityLevel, right: KeySecurityLevel) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .software: 0
    case .trustedEnvironment: 1
    case .strongBox, .secureEnclave: 2
    }
  }

  init?(number: Int64) {
    switch number {
    case 0: self = .software
    case 1: self = .trustedEnvironment
    case 2: self = .strongBox
    default: return nil
    }
  }
}
