/// The marks that masking leaves: `<email>`, `<masked:k3f5a6c2>`, and those of ``Sensitivity``.
extension MaskScanner {
  private static let words: [[UInt8]] =
    (MaskedKind.allCases.map(\.rawValue) + ["personal", "secret"]).map { Array($0.utf8) }

  /// The end of the mark that begins here; nil when there is none.
  func endOfMark(_ start: Int) -> Int? {
    guard start + 4 < count, at(start) == UInt8(ascii: "<") else { return nil }
    var end = start + 1
    while end < count, end - start <= 12, kind(end) & ByteClass.lower.rawValue != 0 { end += 1 }
    guard end < count, Self.isWord(bytes[(start + 1)..<end]) else { return nil }
    if at(end) == UInt8(ascii: ":") {
      let label = end + 1
      end = label
      while end < count, end - label <= ValueLabel.length, ValueLabel.isLetter(at(end)) { end += 1 }
      guard end - label == ValueLabel.length else { return nil }
    }
    guard end < count, at(end) == UInt8(ascii: ">") else { return nil }
    return end + 1
  }

  /// Whether a letter, a digit or a mark stands here: what ends here is a part of something longer. A mark counts because
  /// it may stand for a letter; otherwise a second masking would find more than the first.
  func isJoined(_ index: Int) -> Bool { isName(index) || endOfMark(index) != nil }

  static func isWord(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    words.contains { $0.count == text.count && $0.elementsEqual(text) }
  }
}

/// The part of a mark that tells equal values from others.
enum ValueLabel {
  /// Characters of base32: 40 bits.
  static let length = 8

  /// `a` to `z` and `2` to `7`: RFC 4648, section 6, in lower case.
  static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte) || (50...55).contains(byte) }
}
