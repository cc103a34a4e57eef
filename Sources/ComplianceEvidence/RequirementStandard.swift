/// A published catalogue in one edition. Two editions reuse ids for different requirements, so an id alone is not
/// enough in a report.
public enum RequirementStandard: String, Sendable, Hashable, CaseIterable {
  /// BSI TR-03161-1 v3.0: mobile applications.
  case tr03161Part1
  /// BSI TR-03161-3 v2.0: backend systems.
  case tr03161Part3
  /// Ids of an older numbering that published source code uses; their official text is not public.
  case tr03161Older
  /// OWASP MASVS v2.1.0.
  case masvs
  /// OWASP MASWE, current numbering.
  case maswe
  /// OWASP MASWE, the numbering of the 2024 beta: many ids mean something else than today.
  case masweBeta
  /// Regulation (EU) 2016/679, Article 32.
  case gdpr

  /// Whether a report may still cite this edition.
  public var isInForce: Bool { self != .tr03161Older && self != .masweBeta }

  /// The name and version that a report prints.
  public var title: String {
    switch self {
    case .tr03161Part1: "BSI TR-03161-1 v3.0"
    case .tr03161Part3: "BSI TR-03161-3 v2.0"
    case .tr03161Older: "BSI TR-03161, older numbering"
    case .masvs: "OWASP MASVS v2.1.0"
    case .maswe: "OWASP MASWE"
    case .masweBeta: "OWASP MASWE 2024 beta"
    case .gdpr: "GDPR Article 32"
    }
  }
}
