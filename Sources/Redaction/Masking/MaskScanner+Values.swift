/// Where the value of a named secret ends.
extension MaskScanner {
  /// How an escape was written, from the outermost to the innermost: not at all, as in JSON, HTML or by web servers,
  /// percent-encoded, and that twice. What an outer escape introduced is ended by nothing that is escaped deeper: there
  /// it is a part of the value.
  enum EscapeDepth: Int { case plain, marked, percent, twice }

  /// Of what ``scalar(_:)`` reads here.
  func escapeDepth(_ index: Int, _ length: Int) -> EscapeDepth {
    guard length > 1 else { return .plain }
    return at(index) == UInt8(ascii: "%") ? length == 3 ? .percent : .twice : .marked
  }

  /// Masks the value that begins here; false when it is empty or a mark already.
  ///
  /// - Parameter depth: of the quote or the sign before it.
  mutating func value(_ start: Int, _ extent: Extent, _ depth: EscapeDepth) -> Bool {
    if let (text, quote, escapes) = quoted(start, depth) {
      guard mask(text) else { return false }
      if let escapes { addends(quote, escapes) }
      return true
    }
    let first = at(start)
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
      || first == UInt8(ascii: "(") && start + 1 < count && isLineBreak(at(start + 1))
    {
      // Where a list or an object ends is not worth guessing.
      return mask(start..<count)
    }
    if extent == .line { return mask(start..<endOfField(start)) }
    if let range = curled(start) { return mask(range) }
    let payload = behindOptional(start, depth)
    if let payload, let (text, _, _) = quoted(payload, depth) {
      guard mask(text) else { return noText(start..<payload) }
      if let again = quotedAgain(depth) { _ = mask(again) }
      return true
    }
    var end = start
    skipWord(&end, extent, depth)
    // `Secret("hunter2")`; of any other word it may be a part: `hunter2("")`.
    if end < count, isQuote(scalar(end).byte), let bracket = behindBracket(end, from: start),
      let (text, _, _) = quoted(bracket, depth)
    {
      // With the backslashes of its closing quote: behind the mark they would be a part of the value.
      var close = text.upperBound
      while close < count, scalar(close).byte == UInt8(ascii: "\\") { close += scalar(close).length }
      return mask(start..<close)
    }
    if isScheme(start..<end) {
      skipBlanks(&end)
      skipWord(&end, extent, depth)
    }
    if skipHexadecimal(&end, from: start) { skipWord(&end, extent, depth) }
    guard mask(start..<end) else { return false }
    if payload != nil, let (again, escapes) = startOfSome(behind: end) {
      // A quote would have ended the first of the two: behind the second one it closes what holds both.
      let last = escapes > 0 ? endOfWrittenLine(again, escapes, isInText: true) : endOfField(again)
      _ = mask(again..<last)
    }
    return true
  }

  /// What stands in front of an empty text: it is stepped over whole, or each name within it would look for the same quote.
  private mutating func noText(_ range: Range<Int>) -> Bool {
    floor = range.upperBound
    index = range.upperBound
    return true
  }

  /// The text that `dump` repeats, when the quote and the bracket of an optional one close here.
  private func quotedAgain(_ depth: EscapeDepth) -> Range<Int>? {
    var place = index
    for _ in 0..<9 where place < count && scalar(place).byte == UInt8(ascii: "\\") { place += scalar(place).length }
    guard place < count, isQuote(scalar(place).byte) else { return nil }
    place += scalar(place).length
    guard place < count, scalar(place).byte == UInt8(ascii: ")") else { return nil }
    place += scalar(place).length
    return startOfSome(place).flatMap { quoted($0, depth)?.text }
  }

  /// The end of a header field, or of the line.
  func endOfField(_ start: Int) -> Int {
    var end = start
    while end < count, !isLineBreak(at(end)) || isFolded(end, from: start) {
      end = isBlock(end) ? endOfBlock(end) : end + 1
    }
    return end
  }

  /// `"abc" + "def"`: masks the other parts of a value that was put together.
  private mutating func addends(_ quote: UInt8, _ escapes: Int) {
    while true {
      // Behind the closing quote, and behind the next one that opens.
      var place = index + escapes + 1
      skipBlanks(&place)
      guard place < count, at(place) == UInt8(ascii: "+") else { return }
      place += 1
      skipBlanks(&place)
      for _ in 0..<escapes where place < count && at(place) == UInt8(ascii: "\\") { place += 1 }
      guard place < count, at(place) == quote else { return }
      place += 1
      guard mask(place..<endOfQuote(place, quote, escapes: escapes)) else { return }
    }
  }

  /// What stands between typographic quotes, to the closing one or to the end of the line.
  private func curled(_ start: Int) -> Range<Int>? {
    guard let opening = curl(start), [0x9C, 0x9E, 0x98, 0x9A].contains(opening) else { return nil }
    let isDouble = opening == 0x9C || opening == 0x9E
    var end = start + 3
    while end < count, !isLineBreak(at(end)) {
      if isBlock(end) {
        end = endOfBlock(end)
        continue
      }
      // The sign that opens in English closes in German; a single one may be an apostrophe.
      if let sign = curl(end) {
        if isDouble ? sign == 0x9D || sign == 0x9C && opening == 0x9E : sign == 0x99 && !isName(end + 3) { break }
        if opening == 0x9A, sign == 0x98 { break }
      }
      end += 1
    }
    return start + 3 < end ? (start + 3)..<end : nil
  }

  /// The last byte of a sign from U+2000 to U+203F.
  private func curl(_ index: Int) -> UInt8? {
    guard index + 2 < count, at(index) == 0xE2, at(index + 1) == 0x80 else { return nil }
    return at(index + 2)
  }

  mutating func mask(_ range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return false }
    if endOfMark(range.lowerBound) == range.upperBound {
      floor = range.upperBound
      index = range.upperBound
    } else {
      take(.value, range)
    }
    return true
  }

  /// The closing quote, or the end of the text. JSON inside JSON doubles the backslashes: with `escapes` of them before
  /// the opening quote, a run before a quote closes only when it leaves this remainder. Source: RFC 8259, section 7.
  func endOfQuote(_ start: Int, _ quote: UInt8, escapes: Int) -> Int {
    var end = start
    var run = 0
    while end < count {
      let byte = at(end)
      if byte == quote, run % (2 * (escapes + 1)) == escapes { return end - escapes }
      run = byte == UInt8(ascii: "\\") ? run + 1 : 0
      end += 1
    }
    return count
  }

  /// The same for a quote that is escaped itself: one that is escaped deeper is a part of the value, and so is one behind
  /// a backslash, which may be escaped, too. In JSON a backslash before `\u0022` is two.
  ///
  /// - Parameters:
  ///   - depth: of the opening quote.
  ///   - escapes: how many backslashes stood before it.
  func endOfEscapedQuote(_ start: Int, _ quote: UInt8, _ depth: EscapeDepth, _ escapes: Int) -> Int {
    // No blank stands in a URL.
    let isURL = depth.rawValue >= EscapeDepth.percent.rawValue
    let isDoubled = depth == .marked && starts(start - 6, with: "\\u")
    let escapes = isDoubled ? (escapes + 1) / 2 : escapes
    var end = start
    var run = 0
    var runStart = start
    while end < count {
      let (byte, length) = scalar(end)
      if byte == UInt8(ascii: "-"), length == 1 ? isBlock(end) : isEscapedBlock(end) {
        end = endOfBlock(end)
        run = 0
        continue
      }
      let own = escapeDepth(end, length)
      guard own.rawValue <= depth.rawValue else {
        run = 0
        end += length
        continue
      }
      if byte == quote, own == depth {
        let inner = isDoubled ? (run + 1) / 2 : run
        if inner % (2 * (escapes + 1)) == escapes { return escapes > 0 ? runStart : end }
      } else if byte == quote, quote == UInt8(ascii: "\"") {
        // That of an outer text ends it, whatever stands before it.
        return run > 0 ? runStart : end
      }
      if isLineBreak(byte) || isURL && length == 1 && byte <= 32 { return end }
      if byte == UInt8(ascii: "\\") {
        if run == 0 { runStart = end }
        run += 1
      } else {
        run = 0
      }
      end += length
    }
    return count
  }

  /// Steps over a value without quotes, to the first sign that ends it and is not escaped deeper than what introduced it.
  func skipWord(_ place: inout Int, _ extent: Extent, _ depth: EscapeDepth) {
    let start = place
    // Where the value began, or goes on, in this line.
    var line = place
    while place < count {
      if isBlock(place) {
        place = endOfBlock(place)
        continue
      }
      let (byte, length) = scalar(place)
      if length > 1, byte == UInt8(ascii: "-"), isEscapedBlock(place) {
        place = endOfBlock(place)
        continue
      }
      if length > 1, escapeDepth(place, length).rawValue > depth.rawValue {
        place += length
        continue
      }
      switch byte {
      case 10, 13:
        // A mark is whole, whatever its column is now.
        guard length == 1, place > start, endOfMark(start) != place,
          let next = softBreak(place - 1, from: line) ?? softBreak(place, from: line)
        else { return }
        place = next
        line = next
        continue
      case 32, 9, UInt8(ascii: "&"), UInt8(ascii: "\""): return
      case UInt8(ascii: ","), UInt8(ascii: "}"):
        if extent == .literal { return }
      default: break
      }
      place += length
    }
  }

  private func isScheme(_ range: Range<Int>) -> Bool {
    func matches(_ text: StaticString) -> Bool {
      guard text.utf8CodeUnitCount == range.count else { return false }
      for offset in 0..<range.count where at(range.lowerBound + offset) | 32 != text.utf8Start[offset] { return false }
      return true
    }
    return matches("bearer") || matches("dpop") || matches("basic")
  }

  /// A value of six digits or more, with the signs of telephone numbers between them.
  mutating func phoneValue(_ start: Int) -> Bool {
    var place = start
    while place < count, isQuote(at(place)) || at(place) == UInt8(ascii: "\\") { place += 1 }
    let first = place
    var digits = 0
    var end = place
    while place < count, place - first < 64 {
      let (byte, length) = unbroken(place) ?? scalar(place)
      if length == 1, isDigit(place) {
        digits += 1
        end = place + 1
      } else {
        switch byte {
        case 32, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "/"),
          UInt8(ascii: "."):
          break
        default:
          guard digits >= 6 else { return false }
          take(.phone, first..<end)
          return true
        }
      }
      place += length
    }
    guard digits >= 6 else { return false }
    take(.phone, first..<end)
    return true
  }
}
