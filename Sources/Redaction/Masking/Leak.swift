/// One place in a text that ``MaskingRules`` would mask. It holds no byte of what it found.
public struct Leak: Sendable, Hashable {
  public let kind: MaskedKind
  /// Offsets of bytes (UTF-8).
  public let range: Range<Int>

  init(_ kind: MaskedKind, _ range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
