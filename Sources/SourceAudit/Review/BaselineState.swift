/// A finding against the baseline. The words are SARIF's.
/// Source: SARIF 2.1.0, section 3.27.24.
public enum BaselineState: String, Sendable, Hashable, CaseIterable {
  /// The baseline does not know it.
  case new
  /// The baseline knows it.
  case unchanged
  /// The baseline knows it and the audit did not find it again.
  case absent
}
