import SecurityPolicy

/// What a listed value is worth.
public enum ProbeClass: String, Sendable, Hashable, CaseIterable {
  case strong, medium, weak
  /// Of older systems or tools: rare today, and telling where it is found.
  case legacy
  /// Tells nothing (any more): stays listed with the reason, and nobody looks.
  case dead

  /// What a detection counts; nil for what is switched off.
  public var strength: Signal.Strength? {
    switch self {
    case .strong: .strong
    case .medium, .legacy: .medium
    case .weak: .weak
    case .dead: nil
    }
  }
}
