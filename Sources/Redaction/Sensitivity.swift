import Logging

/// How much a value in a log line tells about a person. Written at the call:
/// `["count": "\(count, attributes: [Sensitivity.public])"]`.
///
/// A value without a mark counts as ``personal``: forgetting the mark hides, it never shows.
public enum Sensitivity: Int64, Sendable, Hashable, CaseIterable, Logger.MetadataValueAttributes.Attribute {
  /// Says nothing about anybody. The text rules of ``MaskingRules`` still apply.
  case `public` = 1
  case personal = 2
  case secret = 3
}
