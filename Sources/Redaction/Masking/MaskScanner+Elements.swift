/// Secrets in markup and forms: `<pin>…</pin>` with prefix and attributes, `<string name="pin">…`, the value behind
/// `<key>pin</key>`, `name="pin" value="…"`, and the part of a form that is called so.
extension MaskScanner {
  /// Remembers where the text of an element begins, when the word is its name or the name in its last attribute.
  ///
  /// - Parameters:
  ///   - next: stands behind the word, and behind `escapes` backslashes when it is a quote.
  mutating func opensElement(_ word: Range<Int>, _ next: UInt8, _ escapes: Int = 0) {
    if isQuote(next) {
      // `name="pin">`
      let end = word.upperBound + escapes + 1
      guard isOpened(word, next, escapes), end < count, at(end) == UInt8(ascii: ">") else { return }
      seen.elementAt = end
      return
    }
    guard next == UInt8(ascii: ">") || next == 32 || next == 9, isOpened(word.lowerBound) else { return }
    var end = word.upperBound
    while end < count, at(end) != UInt8(ascii: ">") {
      guard at(end) != UInt8(ascii: "<"), !isLineBreak(at(end)) else { return }
      end += 1
    }
    if end < count, at(end - 1) != UInt8(ascii: "/") { seen.elementAt = end }
  }

  /// Whether `<`, or `<` and a prefix with its colon, stands before the name.
  private func isOpened(_ start: Int) -> Bool {
    guard start > floor else { return false }
    if at(start - 1) == UInt8(ascii: "<") { return true }
    guard at(start - 1) == UInt8(ascii: ":") else { return false }
    var place = start - 1
    while place > floor, start - place < 32, isName(place - 1) { place -= 1 }
    return place < start - 1 && place > floor && at(place - 1) == UInt8(ascii: "<")
  }

  /// `<token>abc`: a mark and an element look alike. Behind a token's mark that masking left stands no letter and no
  /// digit, because it would have been masked, too; behind that of credentials stands `@`.
  mutating func namesElement(_ end: Int) -> Bool {
    guard isName(end) || end < count && at(end) != UInt8(ascii: "@") && at(end - 2) != UInt8(ascii: "n"),
      SecretNames.meaning(of: bytes[(index + 1)..<(end - 1)]) == .word
    else { return false }
    seen.elementAt = end - 1
    return true
  }

  /// At the `>` of an element: masks its text up to the next tag, on one line.
  mutating func element() {
    let isSecret = index == seen.elementAt
    index += 1
    guard isSecret else { return }
    if starts(index, with: "<![CDATA[") {
      let start = index + 9
      var end = start
      while end < count, !starts(end, with: "]]>") { end += 1 }
      _ = mask(start..<end)
      return
    }
    _ = text(index)
  }

  private mutating func text(_ place: Int) -> Bool {
    guard place >= seen.textlessUntil else { return false }
    var start = place
    while start < count, at(start) == 32 || at(start) == 9 || isLineBreak(at(start)) { start += 1 }
    var end = start
    while end < count, at(end) != UInt8(ascii: "<"), !isLineBreak(at(end)) { end += 1 }
    var close = end
    while close < count, at(close) == 32 || at(close) == 9 || isLineBreak(at(close)) { close += 1 }
    guard end > start, isEndTag(close) || isCut(close) else {
      seen.textlessUntil = end
      return false
    }
    return mask(start..<end)
  }

  /// Where the value stands whose name is another one's value: `<key>pin</key><string>`, `"name":"pin","value":`, the next
  /// line of what Swift's `dump` writes, or the part of a form, two line breaks behind `name="pin"`.
  /// Source: RFC 7578, section 4.2; HAR 1.2.
  ///
  /// - Parameters:
  ///   - next: stands behind the word, and behind `escapes` backslashes when it is a quote.
  func startOfPaired(_ word: Range<Int>, _ next: UInt8, _ escapes: Int) -> Paired? {
    if next == UInt8(ascii: "<") {
      let end = word.upperBound + 2 + self.escapes(at: word.upperBound + 1)
      guard isEndTag(word.upperBound), starts(end, with: "key>") else { return nil }
      var place = end + 4
      skipWrittenBlanks(&place)
      guard place < count, at(place) == UInt8(ascii: "<") else { return nil }
      place += 1
      while place < count, isName(place) { place += 1 }
      return place < count && at(place) == UInt8(ascii: ">") ? .element(place + 1) : nil
    }
    guard isQuote(next), isOpened(word, next, escapes) else { return nil }
    var place = word.upperBound + escapes + 1
    var breaks = 0
    var line = -1
    var breakEscapes = 0
    while place < count, place - word.upperBound < 64 {
      let blank = writtenBlank(place)
      switch blank?.byte ?? at(place) {
      case 10:
        breaks += 1
        breakEscapes = blank?.escapes ?? 0
        line = place + breakEscapes + 1
      case 9, 13, 32, UInt8(ascii: ","), UInt8(ascii: ";"): break
      case UInt8(ascii: "-") where breaks == 1: break
      default:
        if breaks == 2, line == place {
          let isInText = next == UInt8(ascii: "\"") && escapes == 2 * breakEscapes - 1
          return .part(place, escapes: breakEscapes, isInText: isInText)
        }
        if isText(place) { place += self.escapes(at: place) + 1 }
        guard place + 5 < count, isValueName(place), case let (start, _)? = startOfValue(after: place + 5) else {
          return nil
        }
        return .value(start)
      }
      place += 1 + (blank?.escapes ?? 0)
    }
    return nil
  }

  /// Where a value begins whose name is another one's value, and what ends it.
  enum Paired {
    case element(Int), value(Int)
    /// A line of a form, behind a break that was written out with backslashes, or behind a real one; in a text in double
    /// quotes, when those of its name have as many backslashes as JSON gives a quote where it gives a break its own.
    case part(Int, escapes: Int, isInText: Bool)
  }

  func isValueName(_ start: Int) -> Bool {
    let name: StaticString = "value"
    for offset in 0..<5 where at(start + offset) | 32 != name.utf8Start[offset] { return false }
    return true
  }

  /// Masks what ``startOfPaired(_:_:)`` found.
  mutating func pairedValue(_ start: Paired) -> Bool {
    switch start {
    case .element(let place): text(place)
    case .value(let place): value(place, .literal, .plain)
    case .part(let place, let escapes, let isInText):
      escapes > 0 && !opensValue(place, escapes, isInText)
        ? mask(place..<endOfWrittenLine(place, escapes, isInText: isInText)) : value(place, .line, .plain)
    }
  }

  /// Whether a list, an object or a text in quotes begins here: a quote with fewer backslashes than the break before it
  /// closes the text that holds both.
  private func opensValue(_ start: Int, _ escapes: Int, _ isInText: Bool) -> Bool {
    if at(start) == UInt8(ascii: "[") || at(start) == UInt8(ascii: "{") { return true }
    return isText(start) && (!isInText || self.escapes(at: start) >= escapes)
  }
}
