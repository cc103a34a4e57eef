/// How bad a finding is. Every severity makes the verdict fail; the word orders the work. The names are SARIF's.
public enum FindingSeverity: String, Sendable, Hashable, CaseIterable { case note, warning, error }
