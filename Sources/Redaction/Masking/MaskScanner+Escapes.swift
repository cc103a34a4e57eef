/// Quotes, breaks of lines and slashes behind the backslashes of JSON, also of JSON inside JSON.
extension MaskScanner {
  /// How many backslashes stand here: eight at most, more than three texts inside each other need.
  func escapes(at start: Int) -> Int {
    var end = start
    while end < count, end - start < 8, at(end) == UInt8(ascii: "\\") { end += 1 }
    return end - start
  }

  /// Whether a quote stands here, or behind backslashes.
  func isText(_ start: Int) -> Bool {
    let place = start + escapes(at: start)
    return place < count && isQuote(at(place))
  }

  /// Whether this quote stands before a word, with as many backslashes as behind it, and nothing of it was touched.
  func isOpened(_ word: Range<Int>, _ quote: UInt8, _ escapes: Int) -> Bool {
    let first = word.lowerBound - 1 - escapes
    guard first >= floor, at(word.lowerBound - 1) == quote else { return false }
    return self.escapes(at: first) >= escapes
  }

  /// A break of lines or a tab that is written out here, and how many backslashes stand before its letter; nil for
  /// anything else.
  func writtenBlank(_ start: Int) -> (byte: UInt8, escapes: Int)? {
    let number = escapes(at: start)
    guard number > 0, start + number < count else { return nil }
    return switch at(start + number) {
    case UInt8(ascii: "n"): (10, number)
    case UInt8(ascii: "r"): (13, number)
    case UInt8(ascii: "t"): (9, number)
    default: nil
    }
  }

  /// Blanks and breaks of lines, as such or written out.
  func skipWrittenBlanks(_ place: inout Int) {
    while place < count {
      if at(place) == 32 || at(place) == 9 || isLineBreak(at(place)) {
        place += 1
      } else if let blank = writtenBlank(place) {
        place += blank.escapes + 1
      } else {
        return
      }
    }
  }

  /// The break that ends a line, written out with just so many backslashes, or a real one: with more of them a backslash
  /// stands before a letter of the value. A block within goes to its end.
  ///
  /// - Parameter isInText: whether a text in double quotes holds the line, whose closing quote ends it, too: with one
  ///   backslash less than the break, and those of the value before it. Fewer close a text further out.
  func endOfWrittenLine(_ start: Int, _ escapes: Int, isInText: Bool) -> Int {
    var end = start
    var run = 0
    while end < count, !isLineBreak(at(end)) {
      if isBlock(end) {
        end = endOfBlock(end)
        run = 0
        continue
      }
      let byte = at(end)
      if run == escapes, byte == UInt8(ascii: "n") || byte == UInt8(ascii: "r") { return end - run }
      if isInText, byte == UInt8(ascii: "\""), run < escapes || run % (2 * escapes) == escapes - 1 {
        return end - min(run, escapes - 1)
      }
      run = byte == UInt8(ascii: "\\") ? run + 1 : 0
      end += 1
    }
    return end
  }

  /// Whether the end tag of an element begins here; JSON may escape its slash.
  func isEndTag(_ start: Int) -> Bool {
    guard start < count, at(start) == UInt8(ascii: "<") else { return false }
    let place = start + 1 + escapes(at: start + 1)
    return place < count ? at(place) == UInt8(ascii: "/") : isTorn
  }

  /// The text in quotes that begins here, to its closing quote or to the end of the text; nil where no quote opens one.
  ///
  /// - Parameter depth: of the quote or the sign before it.
  /// - Returns: the backslashes before the quote, too; nil of them where the quote is encoded.
  func quoted(_ start: Int, _ depth: EscapeDepth) -> (text: Range<Int>, quote: UInt8, escapes: Int?)? {
    var opening = start
    var escapes = 0
    var hasEscaped = false
    while opening < count, case let (byte, length) = scalar(opening), byte == UInt8(ascii: "\\") {
      hasEscaped = hasEscaped || length > 1
      opening += length
      escapes += 1
    }
    guard opening < count else { return nil }
    let quote = at(opening)
    if isQuote(quote), !hasEscaped {
      let first = opening + 1
      return (first..<endOfQuote(first, quote, escapes: escapes), quote, escapes)
    }
    let (byte, length) = scalar(opening)
    // `password=%22ab%22c&x=1`: behind a plain sign an encoded quote is a part of the value.
    let own = escapeDepth(opening, length)
    guard length > 1, isQuote(byte), own.rawValue <= max(depth.rawValue, EscapeDepth.marked.rawValue) else {
      return nil
    }
    let first = opening + length
    return (first..<endOfEscapedQuote(first, byte, own, escapes), byte, nil)
  }

  /// Behind `Optional(`, four times at most, with brackets as deep as what introduced them; nil where it is none.
  func behindOptional(_ start: Int, _ depth: EscapeDepth) -> Int? {
    var place = start
    for _ in 0..<4 {
      guard starts(place, with: "Optional"), place + 8 < count else { break }
      let (byte, length) = scalar(place + 8)
      guard byte == UInt8(ascii: "("), escapeDepth(place + 8, length).rawValue <= depth.rawValue else { break }
      place += 8 + length
    }
    return place > start ? place : nil
  }

  /// Behind the bracket that stands before a quote and its backslashes; nil where none does.
  func behindBracket(_ quote: Int, from start: Int) -> Int? {
    var place = quote
    for _ in 0..<9 {
      guard let length = [5, 3, 1].first(where: { place - $0 >= start && scalar(place - $0).length == $0 }) else {
        return nil
      }
      let byte = scalar(place - length).byte
      if byte == UInt8(ascii: "(") { return place }
      guard byte == UInt8(ascii: "\\") else { return nil }
      place -= length
    }
    return nil
  }

  /// Where Swift's `dump` says an optional value once more: in the next line, behind `- some: `.
  func startOfSome(_ end: Int) -> Int? {
    var place = end + lengthOfBreak(end)
    if place == end, let blank = writtenBlank(end), blank.byte == 10 { place += blank.escapes + 1 }
    return place > end ? startOfSomeValue(place) : nil
  }

  /// The same behind a value without quotes, of which a break that is written out is a part.
  ///
  /// - Returns: how many backslashes wrote the break, too; none of them a real or an encoded one.
  func startOfSome(behind end: Int) -> (start: Int, escapes: Int)? {
    if let start = startOfSome(end) { return (start, escapes(at: end)) }
    guard end > 1, at(end - 1) == UInt8(ascii: "n") else { return nil }
    var first = end - 1
    while first > 0, end - first < 9, at(first - 1) == UInt8(ascii: "\\") { first -= 1 }
    guard first < end - 1, let start = startOfSomeValue(end) else { return nil }
    return (start, end - 1 - first)
  }

  private func startOfSomeValue(_ start: Int) -> Int? {
    var place = start
    while place < count, place - start < Self.reach, case let (byte, length) = scalar(place), byte == 32 {
      place += length
    }
    let label: StaticString = "- some: "
    for offset in 0..<label.utf8CodeUnitCount {
      guard place < count, case let (byte, length) = scalar(place), byte == label.utf8Start[offset] else { return nil }
      place += length
    }
    return place < count ? place : nil
  }
}
