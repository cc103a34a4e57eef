/// Compact JWS and JWE, credentials after an authentication scheme, and base64 around any secret.
extension MaskScanner {
  /// A run of base64url and dots in which `eyJ` (the start of every JSON header) is followed by a dot, whole or cut off;
  /// the dots may be `%2E`. Source: RFC 7515, section 7.1; RFC 7516, section 7.1.
  mutating func token(_ word: Range<Int>) -> Bool {
    guard word.upperBound > dotlessUntil else { return false }
    var start = word.lowerBound
    while start + 2 < word.upperBound, !starts(start, with: "eyJ") { start += 1 }
    guard start + 2 < word.upperBound else { return false }
    // What is glued to it in front may be a part of another secret.
    start = word.lowerBound
    var end = word.upperBound
    var last = -1
    while end < count {
      let (byte, length) = scalar(end)
      if byte == UInt8(ascii: ".") {
        last = last < 0 ? end : last
      } else if length > 1 || !(isName(end) || byte == UInt8(ascii: "-")) || isBlock(end) {
        break
      }
      end += length
    }
    guard last >= 0 else {
      dotlessUntil = end
      return false
    }
    // The dot that ends a sentence, or a path in front of a suffix.
    while end > last + 1, at(end - 1) == UInt8(ascii: ".") { end -= 1 }
    take(.token, start..<end)
    return true
  }

  /// Words that follow `Bearer` in prose and in challenges.
  private static let prose = [
    "token", "tokens", "auth", "authentication", "authorization", "scheme", "realm", "error", "of", "and", "or", "is",
    "was", "not", "credentials", "header", "missing", "required", "invalid", "expired", "for", "in", "the", "only",
  ].map { Array($0.utf8) }

  /// After `Bearer`, `DPoP` or `Basic`: blanks, then one token68. Source: RFC 9110, section 11.2; RFC 6750; RFC 7617.
  mutating func credential(from end: Int, isBasic: Bool) -> Bool {
    var start = end
    while start < count, start - end < 16 {
      let (byte, length) = scalar(start)
      guard byte == 32 || byte == 9 || (byte == UInt8(ascii: "+") && length == 1) else { break }
      start += length
    }
    guard start > end else { return false }
    var stop = start
    while stop < count, isToken68(stop), !isBlock(stop) { stop += 1 }
    while stop > start + 1, at(stop - 1) == UInt8(ascii: ".") { stop -= 1 }
    guard stop > start else { return false }
    if stop - start <= 16 {
      var length = 0
      while length < stop - start, kind(start + length) & 12 != 0 { length += 1 }
      let word = bytes[start..<(start + length)]
      if Self.prose.contains(where: { $0.elementsEqual(word.lazy.map { $0 | 32 }) }) {
        return false
      }
    }
    if isBasic {
      guard stop - start >= 4, decoded(start..<stop).contains(UInt8(ascii: ":")) else { return false }
    }
    take(.token, start..<stop)
    return true
  }

  private func isToken68(_ index: Int) -> Bool {
    if kind(index) & ByteClass.name.rawValue != 0 { return true }
    return switch at(index) {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "="):
      true
    default: false
    }
  }
}
