/// How bad a finding is; the word orders the work. The names are SARIF's.
public enum FindingSeverity: String, Sendable, Hashable, CaseIterable { case note, warning, error }

extension FindingSeverity: Comparable {
  public static func < (left: FindingSeverity, right: FindingSeverity) -> Bool { left.weight < right.weight }

  private var weight: Int {
    switch self {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }
}
