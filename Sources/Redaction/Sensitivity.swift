import Logging

/// How much a value in a log line tells about a person. Written at the call:
/// `["count": "\(count, attributes: [Sensitivity.public])"]`.
///
/// A text without a mark counts as ``personal``: forgetting it hides, it never shows. A mark holds for the whole text that
/// it stands in, and of several the last one: write one value into each. Before a public one a value that is marked as secret
/// is shown, and beside it an unmarked one, both masked by the text rules alone.
public enum Sensitivity: Int64, Sendable, Hashable, CaseIterable, Logger.MetadataValueAttributes.Attribute {
  /// Says nothing about anybody. The text rules of ``MaskingRules`` still apply.
  case `public` = 1
  case personal = 2
  case secret = 3
}
