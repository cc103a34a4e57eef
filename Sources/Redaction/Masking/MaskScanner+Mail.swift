/// E-mail addresses in any script, with `@`, `%40`, `%2540` or `\u0040`; a quoted local part goes with its quotes.
/// Source: RFC 5322, section 3.4.1; RFC 6531, section 3.3.
extension MaskScanner {
  mutating func mail(signLength: Int) {
    let sign = index
    let domain = sign + signLength
    index = domain
    // Before the look back, which costs more.
    guard domain < count, isDomain(domain) || at(domain) == UInt8(ascii: "[") else { return }
    let isQuoted = sign > floor && at(sign - 1) == UInt8(ascii: "\"")
    let start = isQuoted ? startOfQuoted(sign) : startOfLocal(sign)
    guard start < sign else { return }
    var end = domain
    if at(domain) == UInt8(ascii: "[") {
      end = endOfLiteral(domain)
    } else {
      while isDomain(end), !isBlock(end) { end += max(1, unicodeLength(end)) }
      // `a@1.0@b.c` may be anything.
      let isFollowed = end < count && scalar(end).byte == UInt8(ascii: "@")
      while end > domain, at(end - 1) == UInt8(ascii: ".") || at(end - 1) == UInt8(ascii: "-") { end -= 1 }
      if !isFollowed, isVersionOrScale(domain..<end) {
        // A later address must not take half of it.
        floor = end
        index = end
        return
      }
    }
    if end > domain, !isQuoted || bytes[domain..<end].contains(UInt8(ascii: ".")) { take(.email, start..<end) }
  }

  /// Backwards to the quote that opens a quoted local part; the sign when none does. In JSON the quotes before an `@`
  /// belong to two strings: between them stands `:` or `,` first.
  private func startOfQuoted(_ sign: Int) -> Int {
    let limit = max(floor, sign - 66)
    var start = sign - 1
    while start > limit {
      start -= 1
      if isLineBreak(at(start)) { return sign }
      guard at(start) == UInt8(ascii: "\"") else { continue }
      // A quote right behind a find may close its value.
      guard start + 2 < sign, start == 0 || start > floor, start == 0 || !isName(start - 1) else { return sign }
      switch at(start + 1) {
      case UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "="),
        UInt8(ascii: "\\"), UInt8(ascii: "<"), 32:
        return sign
      default: return start
      }
    }
    return sign
  }

  /// Backwards over the local part, at most ``MaskScanner/reach`` bytes.
  private func startOfLocal(_ sign: Int) -> Int {
    let limit = max(floor, sign - Self.reach)
    var start = sign
    while start > limit {
      let byte = at(start - 1)
      if byte < 128 {
        if classes[Int(byte)] & ByteClass.local.rawValue == 0, !isInnerApostrophe(start - 1, limit) { break }
        start -= 1
      } else {
        var head = start - 1
        while head > limit, start - head < 4, at(head) & 0xC0 == 0x80 { head -= 1 }
        if at(head) & 0xC0 == 0x80 || isBlankOrPunctuation(head) { break }
        start = head
      }
    }
    // A percent sign and two digits may be a separator in front of the address: `to%3Dalice%40example.org`.
    return afterSeparators(start, sign)
  }

  private func isInnerApostrophe(_ index: Int, _ limit: Int) -> Bool {
    at(index) == UInt8(ascii: "'") && index > limit && kind(index - 1) & 12 != 0 && kind(index + 1) & 12 != 0
  }

  /// Behind the last percent-encoded delimiter; `%2B`, `%2E` and letters of other scripts belong to the address.
  private func afterSeparators(_ start: Int, _ sign: Int) -> Int {
    var begin = start
    var place = start
    while place < sign {
      let (byte, length) = scalar(place)
      place += length
      guard length > 1, place <= sign else { continue }
      switch byte {
      case 0...32, UInt8(ascii: "="), UInt8(ascii: "&"), UInt8(ascii: "?"), UInt8(ascii: "/"), UInt8(ascii: ":"),
        UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ","), UInt8(ascii: ";"),
        UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        begin = place
      default: break
      }
    }
    return begin
  }

  private func isDomain(_ index: Int) -> Bool {
    guard index < count else { return false }
    let byte = at(index)
    if byte >= 128 { return unicodeLength(index) > 0 && !isBlankOrPunctuation(index) }
    return byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || (byte != UInt8(ascii: "_") && classes[Int(byte)] & ByteClass.name.rawValue != 0)
  }

  /// The length of a character beyond ASCII; 0 when it is none.
  private func unicodeLength(_ index: Int) -> Int {
    let length =
      switch at(index) {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 0
      }
    return index + length <= count ? length : 0
  }

  /// Latin-1 signs, general punctuation, and the blanks and brackets of Chinese and Japanese.
  private func isBlankOrPunctuation(_ index: Int) -> Bool {
    guard index + 1 < count else { return false }
    let second = at(index + 1)
    return switch at(index) {
    case 0xC2: second < 0xC0
    case 0xE2: second == 0x80 || second == 0x81
    case 0xE3: second == 0x80
    default: false
    }
  }

  /// `[192.0.2.1]` and `[IPv6:2001:db8::1]`; the start when it does not close.
  private func endOfLiteral(_ start: Int) -> Int {
    var end = start + 1
    while end < count, end - start < 64,
      kind(end) & 3 != 0 || at(end) == UInt8(ascii: ".") || at(end) == UInt8(ascii: ":")
    {
      end += 1
    }
    return end < count && end > start + 1 && at(end) == UInt8(ascii: "]") ? end + 1 : start
  }

  /// `left-pad@1.3.0`, `checkout@v4`, `icon@2x.png`: no domain of the public DNS has a last label of digits only.
  private func isVersionOrScale(_ domain: Range<Int>) -> Bool {
    guard !domain.isEmpty else { return false }
    if domain.count <= 7, isDigit(domain.lowerBound), domain.count >= 2, at(domain.lowerBound + 1) == UInt8(ascii: "x"),
      domain.count == 2 || starts(domain.upperBound - 4, with: ".png") || starts(domain.upperBound - 4, with: ".jpg")
        || starts(domain.upperBound - 4, with: ".pdf")
    {
      return true
    }
    var start = domain.upperBound
    while start > domain.lowerBound, isDigit(start - 1) { start -= 1 }
    guard start < domain.upperBound else { return false }
    if start == domain.lowerBound + 1, at(domain.lowerBound) == UInt8(ascii: "v") { return true }
    guard start == domain.lowerBound || at(start - 1) == UInt8(ascii: ".") else { return false }
    // Four numbers may be an address of the network.
    var dots = 0
    for place in domain where at(place) == UInt8(ascii: ".") { dots += 1 }
    return dots != 3
  }
}
