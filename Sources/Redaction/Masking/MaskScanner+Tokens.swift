/// Compact JWS and JWE, and credentials after an authentication scheme.
extension MaskScanner {
  /// A run of base64url and dots in which `eyJ` (the start of a JSON header without blanks) is followed by a dot, whole or
  /// cut off, or one that begins with a header that has a blank behind its brace; the dots may be `%2E`.
  /// Source: RFC 7515, section 7.1; RFC 7516, section 7.1.
  mutating func token(_ word: Range<Int>) -> Bool {
    guard word.upperBound > seen.dotlessUntil else { return false }
    if !opensObject(word.lowerBound) {
      var start = word.lowerBound
      while start + 2 < word.upperBound, !starts(start, with: "eyJ") { start += 1 }
      guard start + 2 < word.upperBound else { return false }
    }
    // What is glued to it in front may be a part of another secret.
    let start = word.lowerBound
    var end = word.upperBound
    var line = start
    var last = -1
    var dots = 0
    while end < count {
      let (byte, length) = scalar(end)
      if byte == UInt8(ascii: ".") {
        last = last < 0 ? end : last
        dots += 1
      } else if length > 1 || !(isName(end) || byte == UInt8(ascii: "-")) || isBlock(end) {
        guard let next = softBreak(end, from: line) ?? partBehindBreak(end, dots) else { break }
        (end, line) = (next, next)
        continue
      }
      end += length
    }
    guard last >= 0 || isCut(end) else {
      seen.dotlessUntil = end
      return false
    }
    // The dot that ends a sentence, or a path in front of a suffix.
    while end > last + 1, at(end - 1) == UInt8(ascii: ".") { end -= 1 }
    take(.token, start..<end)
    return true
  }

  /// Whether a brace, a blank or a line break, and one more of these or a quote stand here in base64: `ewog`, `eyAi`.
  func opensObject(_ start: Int) -> Bool {
    guard start + 4 <= count, at(start) == UInt8(ascii: "e") else { return false }
    var bits: UInt32 = 0
    for offset in 0..<4 {
      guard let value = base64Value(at(start + offset)) else { return false }
      bits = bits << 6 | UInt32(value)
    }
    func isBlank(_ byte: UInt32) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }
    let (second, third) = (bits >> 8 & 0xFF, bits & 0xFF)
    return bits >> 16 == UInt32(UInt8(ascii: "{")) && isBlank(second) && (isBlank(third) || third == 34)
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
    guard start > end, start < count, at(start) != UInt8(ascii: "="), !starts(start, with: "->"), !isProse(start) else {
      return false
    }
    if isBasic, !holdsColon(start) { return false }
    var stop = start
    var line = start
    while stop < count, !isBlock(stop) {
      // An escape within it, as in a URL or in JSON, is a sign of the token, too.
      let (byte, length) = letter(stop)
      if length == 1 ? isToken68(stop) : byte == UInt8(ascii: "=") || base64Value(byte) != nil {
        stop += length
        continue
      }
      let sign = stop > line && at(stop - 1) == UInt8(ascii: "=") ? stop - 1 : stop
      guard stop > start, let next = softBreak(sign, from: line) else { break }
      (stop, line) = (next, next)
    }
    while stop > start + 1, at(stop - 1) == UInt8(ascii: ".") { stop -= 1 }
    guard stop > start else { return false }
    take(.token, start..<stop)
    return true
  }

  /// One of those words, alone or with the sign of a parameter or of a sentence behind it; or any parameter in quotes.
  private func isProse(_ start: Int) -> Bool {
    var end = start
    while end < count, end - start < 16, kind(end) & 12 != 0 { end += 1 }
    if end > start, isParameter(end) { return true }
    let word = bytes[start..<end]
    guard Self.prose.contains(where: { $0.elementsEqual(word.lazy.map { $0 | 32 }) }) else { return false }
    guard end < count, isToken68(end) else { return true }
    return at(end) == UInt8(ascii: "=") || at(end) == UInt8(ascii: ".") && (end + 1 >= count || !isToken68(end + 1))
  }

  /// Whether text in quotes, escaped or not, stands behind the sign: where the quote closes something, the sign pads base64.
  private func isParameter(_ sign: Int) -> Bool {
    guard sign < count, at(sign) == UInt8(ascii: "="), isText(sign + 1) else { return false }
    let place = sign + 2 + escapes(at: sign + 1)
    guard place < count else { return false }
    return switch at(place) {
    case 9, 10, 13, 32, UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ")"), UInt8(ascii: ";"),
      UInt8(ascii: ":"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"):
      false
    case UInt8(ascii: "/"): !starts(place, with: "/>")
    default: true
    }
  }

  /// Whether base64 holds the colon between a name and a password, before any control character. A slash or a plus sign of
  /// it may be escaped, as JSON and URLs have them.
  private mutating func holdsColon(_ start: Int) -> Bool {
    // Four by four from here on: who looked from the same one of four places saw the same.
    let lane = ordinal(of: start) & 3
    guard start >= seen.colonlessUntil[lane] else { return false }
    var place = start
    var bits: UInt32 = 0
    var held = 0
    while place < count, !isBlock(place) {
      let (byte, length) = letter(place)
      guard let value = base64Value(byte) else { break }
      place += length
      bits = bits << 6 | UInt32(value)
      held += 6
      guard held >= 8 else { continue }
      held -= 8
      let next = UInt8(truncatingIfNeeded: bits >> UInt32(held))
      if next == UInt8(ascii: ":") { return true }
      guard next >= 32 || (9...13).contains(next) else { break }
    }
    seen.colonlessUntil[lane] = place
    return false
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
