/// Where the value of a named secret ends.
extension MaskScanner {
  /// Masks the value that begins here; false when it is empty or a mark already.
  mutating func value(_ start: Int, _ extent: Extent, _ isEscaped: Bool) -> Bool {
    var opening = 0
    while start + opening < count, at(start + opening) == UInt8(ascii: "\\"), scalar(start + opening).length == 1 {
      opening += 1
    }
    if start + opening < count {
      let quote = at(start + opening)
      if isQuote(quote) {
        let first = start + opening + 1
        return mask(first..<endOfQuote(first, quote, escapes: opening))
      }
      let (byte, length) = scalar(start + opening)
      if length > 1, isQuote(byte) {
        let first = start + opening + length
        return mask(first..<endOfEscapedQuote(first, byte))
      }
    }
    let first = at(start)
    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{")
      || first == UInt8(ascii: "(") && start + 1 < count && isLineBreak(at(start + 1))
    {
      // Where a list or an object ends is not worth guessing.
      return mask(start..<count)
    }
    var end = start
    if extent == .line {
      while end < count, !isLineBreak(at(end)) || isFolded(end, from: start) {
        end = isBlock(end) ? endOfBlock(end) : end + 1
      }
      return mask(start..<end)
    }
    skipWord(&end, extent, isEscaped)
    // `Optional("hunter2")`
    if end < count, end > start, isQuote(at(end)), at(end - 1) == UInt8(ascii: "(") {
      return mask((end + 1)..<endOfQuote(end + 1, at(end), escapes: 0))
    }
    if isScheme(start..<end) {
      skipBlanks(&end)
      skipWord(&end, extent, isEscaped)
    }
    if skipHexadecimal(&end, from: start) { skipWord(&end, extent, isEscaped) }
    return mask(start..<end)
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
  private func endOfQuote(_ start: Int, _ quote: UInt8, escapes: Int) -> Int {
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

  private func endOfEscapedQuote(_ start: Int, _ quote: UInt8) -> Int {
    // No blank stands in a URL.
    let isURL = at(start - 1) != UInt8(ascii: ";") && !starts(start - 4, with: "\\x") && !starts(start - 6, with: "\\u")
    var end = start
    while end < count {
      let (byte, length) = scalar(end)
      if byte == quote || isLineBreak(byte) || (isURL && length == 1 && byte <= 32) { return end }
      end += length
    }
    return count
  }

  func skipWord(_ place: inout Int, _ extent: Extent, _ isEscaped: Bool) {
    let start = place
    // Where the value began, or goes on, in this line.
    var line = place
    while place < count {
      if isBlock(place) {
        place = endOfBlock(place)
        continue
      }
      let (byte, length) = scalar(place)
      if length > 1, !isEscaped {
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
