/// Secrets that a break of lines cuts, and values of more than one word.
extension MaskScanner {
  /// Where a token or a value goes on whose line was broken for its length: behind `=` or a backslash at the end of the
  /// line, as quoted-printable and shells write it, or behind a full line; nil where it ends.
  ///
  /// An equals sign that fills a group of base64 is taken for its padding, unless the line has the length at which mail is
  /// broken. Source: RFC 2045, section 6.7 (5); RFC 7468, section 2.
  ///
  /// - Parameters:
  ///   - place: of the sign, or of the break itself.
  ///   - start: of what stands on this line.
  func softBreak(_ place: Int, from start: Int) -> Int? {
    guard place < count, place > start else { return nil }
    var next = place
    let sign = at(place)
    let isSign =
      sign == UInt8(ascii: "=") || sign == UInt8(ascii: "\\") && place + 1 < count && isLineBreak(at(place + 1))
    if isSign { next += 1 }
    let length = lengthOfBreak(next)
    guard length > 0, goesOn(next + length) else { return nil }
    if !isSign {
      guard isFull(place - start) || isFull(column(of: place)) else { return nil }
    } else if sign == UInt8(ascii: "="), next - start >= 8, (next - start) % 4 == 0, !starts(start, with: "3D") {
      guard (70...76).contains(column(of: next)) else { return nil }
    }
    return next + length
  }

  /// Whether a line may be the rest of a token; two dashes open a boundary or a block.
  private func goesOn(_ start: Int) -> Bool {
    guard start < count else { return false }
    return switch at(start) {
    case UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"): isName(start + 1)
    default: isName(start)
    }
  }

  private func isFull(_ column: Int) -> Bool { column == 64 || column == 76 }

  /// How many bytes stand before a place in its line; more than 76 are as good as any.
  private func column(of place: Int) -> Int {
    var start = place
    while start > 0, place - start <= 76, !isLineBreak(at(start - 1)) { start -= 1 }
    return place - start
  }

  /// Where a compact token with two of its dots still to come, or one, goes on in the next line: behind its dot, or where
  /// the rest of a part ends in a dot. Less than eight characters, or a word without capitals, is no such rest.
  func partBehindBreak(_ place: Int, _ dots: Int) -> Int? {
    let isBehindDot = at(place - 1) == UInt8(ascii: ".")
    guard isBehindDot ? dots == 1 || dots == 2 : dots == 1 else { return nil }
    let length = lengthOfBreak(place)
    guard length > 0 else { return nil }
    let next = place + length
    var end = next
    var all: UInt8 = 0
    while end < count, isName(end) || at(end) == UInt8(ascii: "-"), !isBlock(end), !isBehindDot || end - next < 8 {
      all |= kind(end)
      end += 1
    }
    guard end - next >= 8, isBehindDot || all & Self.mixed == Self.mixed else { return nil }
    let isWhole = isCut(end) || end < count && at(end) == UInt8(ascii: ".") && (isName(end + 1) || isCut(end + 1))
    return isBehindDot || isWhole ? next : nil
  }

  /// Whether a header field goes on in the next line, which is indented deeper than its first one.
  /// Source: RFC 9112, section 5.2.
  func isFolded(_ end: Int, from start: Int) -> Bool {
    let next = end + lengthOfBreak(end)
    guard next < count, at(next) == 32 || at(next) == 9 else { return false }
    var line = start
    while line > 0, start - line < Self.reach, !isLineBreak(at(line - 1)) { line -= 1 }
    let depth = indentation(next)
    return depth > indentation(line) && next + depth < count && !isLineBreak(at(next + depth))
  }

  private func indentation(_ start: Int) -> Int {
    var end = start
    while end < count, end - start < 64, at(end) == 32 || at(end) == 9 { end += 1 }
    return end - start
  }

  /// `740f4707 bebcf74f`, `74 0f 47`, `<740f4707 bebcf74f>`, `0x74, 0x0f`: steps over the other groups of a value in
  /// hexadecimal whose first one ends here. Groups are of one length, the last may be shorter.
  func skipHexadecimal(_ end: inout Int, from start: Int) -> Bool {
    guard end < count, at(end) == 32, let first = group(start), first.end == end else { return false }
    var place = end
    var number = 1
    while place < count, at(place) == 32, let next = group(place + 1), next.digits <= first.digits {
      place = next.end
      number += 1
      if next.digits < first.digits { break }
    }
    guard number >= 3 || number == 2 && first.digits >= 4 else { return false }
    end = place
    return true
  }

  /// A group of hexadecimal digits of even number, with the signs of a list around it.
  private func group(_ start: Int) -> (digits: Int, end: Int)? {
    var place = start
    if place < count, at(place) == UInt8(ascii: "<") { place += 1 }
    if starts(place, with: "0x") { place += 2 }
    let first = place
    while place < count, place - first <= 64, isHexadecimal(at(place)) { place += 1 }
    let digits = place - first
    guard digits > 0, digits.isMultiple(of: 2), digits <= 64 else { return nil }
    if place < count, at(place) == UInt8(ascii: ",") || at(place) == UInt8(ascii: ">") { place += 1 }
    guard place < count else { return (digits, place) }
    return switch at(place) {
    case 9, 10, 13, 32, UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "}"):
      (digits, place)
    default: nil
    }
  }

  private func isHexadecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...70, 97...102: true
    default: false
    }
  }

  /// `?code=…`, `&sig=…`, `#key=…`, also percent-encoded and `&amp;`: six bytes or more.
  mutating func queryValue(_ word: Range<Int>) -> Bool {
    let start = word.lowerBound
    guard start > 0, isQuerySign(start) else { return false }
    let (byte, length) = scalar(word.upperBound)
    guard byte == UInt8(ascii: "="), word.upperBound + length < count else { return false }
    let first = word.upperBound + length
    var end = first
    let depth = escapeDepth(word.upperBound, length)
    skipWord(&end, .word, depth)
    return end - first >= 6 && value(first, .word, depth)
  }

  private func isQuerySign(_ start: Int) -> Bool {
    switch at(start - 1) {
    case UInt8(ascii: "?"), UInt8(ascii: "&"), UInt8(ascii: "#"): true
    case UInt8(ascii: ";"): starts(start - 5, with: "&amp;")
    default: starts(start - 3, with: "%3F") || starts(start - 3, with: "%3f") || starts(start - 3, with: "%26")
    }
  }

  /// The value in `<NSHTTPCookie …>`, as Foundation prints a cookie: to the end of its line, or to what follows it there.
  func valueOfCookie(_ start: Int) -> Range<Int>? {
    var place = start
    // Behind the `>` it is another one's value.
    while place < count, place - start < Self.reach {
      let byte = at(place)
      if byte == UInt8(ascii: ">") || byte == UInt8(ascii: "v") && starts(place, with: "value:") { break }
      place += 1
    }
    guard starts(place, with: "value:") else { return nil }
    place += 6
    let first = place
    while place < count, !isLineBreak(at(place)), !starts(place, with: " expiresDate:") { place += 1 }
    return first < place && endOfMark(first) != place ? first..<place : nil
  }
}
