/// What a part of a link may be. There is no kind for free text: what a stranger wrote is not to be shown or sent on.
public enum LinkValueKind: Sendable, Hashable {
  /// Decimal digits, with a sign where the range reaches below zero, without leading zeros.
  case integer(ClosedRange<Int64>)
  /// 36 characters, hexadecimal in either case. Source: RFC 9562, section 4.
  case uuid
  /// Lower-case letters, digits and single hyphens between them.
  case slug(longest: Int)
  /// Letters, digits, `-` and `_`: codes and tokens that the server made.
  case code(ClosedRange<Int>)
  /// One of these, exactly.
  case oneOf(Set<String>)
  /// As in `2026-03-29`.
  case day

  func read(_ text: String) -> LinkValue? {
    switch self {
    case .integer(let range):
      guard let number = Int64(text), String(number) == text, range.contains(number) else { return nil }
      return .integer(number)
    case .uuid: return Self.uuid(text).map(LinkValue.uuid)
    case .slug(let longest):
      let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      let isSlug = parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
      }
      return isSlug && text.utf8.count <= longest ? .text(text) : nil
    case .code(let lengths):
      return lengths.contains(text.utf8.count) && text.utf8.allSatisfy(Self.isCode) ? .text(text) : nil
    // By scalars: what only looks equal after normalisation is not the same.
    case .oneOf(let words):
      return words.contains { $0.unicodeScalars.elementsEqual(text.unicodeScalars) } ? .text(text) : nil
    case .day: return (try? CalendarDay(text)).map(LinkValue.day)
    }
  }

  private static func isCode(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (97...122).contains(byte | 0x20) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_")
  }

  private static func uuid(_ text: String) -> String? {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let isHex = parts.joined().allSatisfy { (48...57).contains($0) || (97...102).contains($0 | 0x20) }
    return parts.map(\.count) == [8, 4, 4, 4, 12] && isHex ? text.lowercased() : nil
  }
}
