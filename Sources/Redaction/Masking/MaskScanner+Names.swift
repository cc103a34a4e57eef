/// Values beside a name that tells what they are: `password=…`, `"pin": "…"`, `Authorization: …`, `--token …`, and the
/// same percent-encoded.
extension MaskScanner {
  /// Handles what follows a word when the word names a secret or a scheme; false when nothing was masked.
  mutating func named(_ word: Range<Int>) -> Bool {
    // `\nBearer`: with and without the letter of the escape, which may also be one of the name (`C:\token=`).
    if word.lowerBound == seen.escapeEnd - 1, word.count > 2, named(seen.escapeEnd..<word.upperBound) { return true }
    if let plain = behindColour(word) { return named(plain) }
    if isCommand(word) { seen.commandEnd = word.upperBound }
    var next = word.upperBound
    skipColour(&next)
    guard next < count else { return false }
    var (byte, length) = scalar(next)
    if byte == UInt8(ascii: "-"), length == 1, next == word.upperBound, let end = endOfDashedName(next) {
      return named(word.lowerBound..<end)
    }
    if byte == 32 || byte == 9 || byte == UInt8(ascii: "+") {
      let isBasic = scheme(word)
      if let isBasic, credential(from: next, isBasic: isBasic) { return true }
      if byte == UInt8(ascii: "+") { return false }
      if isBasic == nil, word.lowerBound >= floor + 2, at(word.lowerBound - 1) == UInt8(ascii: "-"),
        SecretNames.meaning(of: bytes[word]) == .word
      {
        return option(word)
      }
      if let range = digits(after: word) {
        take(.value, range)
        return true
      }
      // Most words are followed by a blank and another word.
      while next < count, length == 1, at(next) == 32 || at(next) == 9 { next += 1 }
      skipColour(&next)
      guard next < count else { return false }
      if word.lowerBound > floor,
        at(word.lowerBound - 1) == UInt8(ascii: "<") || at(word.lowerBound - 1) == UInt8(ascii: ":"),
        SecretNames.meaning(of: bytes[word]) == .word
      {
        opensElement(word, 32)
      }
      (byte, length) = scalar(next)
      guard
        byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") || byte == 32 || byte == 0xEF
          || byte == UInt8(ascii: "-") && isArrow(next)
      else { return false }
    }
    guard let meaning = SecretNames.meaning(of: bytes[word]) else { return false }
    if meaning == .query { return queryValue(word) }
    if length == 1, byte == UInt8(ascii: "(") { return payload(word, next, meaning) }
    if length == 1, byte == UInt8(ascii: ",") { return labelled(word, meaning) }
    if meaning == .word || meaning == .line, length == 1, next == word.upperBound {
      let escapes = self.escapes(at: next)
      let sign = escapes > 0 && isText(next) ? at(next + escapes) : byte
      if meaning == .word { opensElement(word, sign, escapes) }
      if let start = startOfTuple(word, sign, escapes) {
        return value(start, meaning == .line ? .line : .literal, .plain)
      }
      if meaning == .word, let start = startOfPaired(word, sign, escapes) { return pairedValue(start) }
    }
    guard let (start, depth) = startOfValue(after: word.upperBound) else { return false }
    switch meaning {
    case .phone: return phoneValue(start)
    case .line: return value(start, .line, depth)
    case .query: return false
    case .word:
      let isJSON = word.lowerBound > 0 && isQuote(at(word.lowerBound - 1))
      return value(start, isJSON ? .literal : .word, depth)
    }
  }

  /// Where the dashes end that end a name; nil where nothing follows that gives a name its value: `password-=`,
  /// `"password-":`, `pin-(4938)`.
  private func endOfDashedName(_ start: Int) -> Int? {
    var end = start
    while end < count, at(end) == UInt8(ascii: "-") { end += 1 }
    guard end < count else { return nil }
    let byte = scalar(end).byte
    let isSign = byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "(")
    return isSign || isQuote(byte) || isText(end) ? end : nil
  }

  /// Where a name ends without the separators behind it.
  func endOfName(_ word: Range<Int>) -> Int {
    var end = word.upperBound
    while end > word.lowerBound, SecretNames.isSeparator(at(end - 1)) { end -= 1 }
    return end
  }

  /// How far a value without quotes goes: to a blank or `&`, to the next JSON punctuation, or to the end of the line.
  enum Extent { case word, literal, line }

  private func isCommand(_ word: Range<Int>) -> Bool { word.count == 4 && starts(word.lowerBound, with: "curl") }

  /// Whether a word is `Basic`, `Bearer` or `DPoP`: true for the first, nil for any other word.
  private func scheme(_ word: Range<Int>) -> Bool? {
    guard (4...6).contains(word.count) else { return nil }
    func matches(_ text: StaticString) -> Bool {
      guard text.utf8CodeUnitCount == word.count else { return false }
      for offset in 0..<word.count where at(word.lowerBound + offset) | 32 != text.utf8Start[offset] { return false }
      return true
    }
    if matches("bearer") || matches("dpop") { return false }
    return matches("basic") ? true : nil
  }

  /// `PIN 1234`, `PIN-Code 1234`, `PIN is 1234`, `PIN lautet 1234`: four to eight digits behind the bare word.
  private func digits(after word: Range<Int>) -> Range<Int>? {
    let end = endOfName(word)
    let length = end - word.lowerBound
    guard length == 3 || (7...8).contains(length) && bytes[word.lowerBound] | 32 == UInt8(ascii: "p") else {
      return nil
    }
    var start = word.upperBound + 1
    // `is` or `ist`
    if start + 3 < count, at(start) | 32 == UInt8(ascii: "i"), at(start + 1) | 32 == UInt8(ascii: "s") {
      start += at(start + 2) | 32 == UInt8(ascii: "t") ? 3 : 2
      guard start < count, at(start) == 32 else { return nil }
      start += 1
    } else if starts(start, with: "lautet ") {
      start += 7
    }
    guard isDigit(start), SecretNames.meaning(of: bytes[word]) == .word,
      length == 3 || at(end - 1) | 32 == UInt8(ascii: "e")
    else { return nil }
    var stop = start
    while stop < count, stop - start < 9, isDigit(stop) { stop += 1 }
    guard (4...8).contains(stop - start) else { return nil }
    guard stop < count else { return start..<stop }
    switch at(stop) {
    case 9, 10, 13, 32, UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ")"), UInt8(ascii: "\""),
      UInt8(ascii: "'"), UInt8(ascii: "!"), UInt8(ascii: "?"):
      return start..<stop
    default: return nil
    }
  }

  /// `--password hunter2`.
  private mutating func option(_ word: Range<Int>) -> Bool {
    guard at(word.lowerBound - 2) == UInt8(ascii: "-") else { return false }
    var start = word.upperBound
    while start < count, at(start) == 32 || at(start) == 9 { start += 1 }
    guard start < count, at(start) != UInt8(ascii: "-") || isBlock(start), !isLineBreak(at(start)),
      endOfMark(start) == nil
    else { return false }
    if at(start) == UInt8(ascii: "=") || at(start) == UInt8(ascii: ":") {
      guard let (start, depth) = startOfValue(after: word.upperBound) else { return false }
      return value(start, .word, depth)
    }
    return value(start, .word, .plain)
  }

  /// Behind the closing quote of the name, `)`, `]` or an index in brackets, then `=`, `:` or `->`, and blanks; nil when no value
  /// follows. Line breaks are passed where JSON allows them: between a quoted name and what can only be its value.
  ///
  /// - Returns: the deepest escape of the sign and of the name's quote, too.
  func startOfValue(after end: Int) -> (start: Int, depth: EscapeDepth)? {
    var place = end
    var deepest = EscapeDepth.plain
    var isQuoted = false
    skipColour(&place)
    while place < count, case let (byte, length) = scalar(place), byte == UInt8(ascii: "\\"), !isColour(place) {
      place += length
    }
    if place < count, case let (byte, length) = scalar(place), isQuote(byte) {
      deepest = escapeDepth(place, length)
      isQuoted = length == 1
      place += length
    }
    skipColour(&place)
    guard skipBrackets(&place) else { return nil }
    skipBlanks(&place)
    guard place < count else { return nil }
    let (byte, length) = scalar(place)
    if isArrow(place) {
      place += 2
      skipBlanks(&place)
      guard isArrowValue(place) else { return nil }
    } else if starts(place, with: "\u{FF1A}") {
      place += 3
    } else {
      guard byte == UInt8(ascii: "=") || byte == UInt8(ascii: ":") else { return nil }
      let own = escapeDepth(place, length)
      if own.rawValue > deepest.rawValue { deepest = own }
      place += length
      // `=>`, `==`, `:=`
      if length == 1, place < count, at(place) == UInt8(ascii: "=") || at(place) == UInt8(ascii: ">") { place += 1 }
    }
    skipBlanks(&place)
    guard place < count else { return nil }
    let isOver = isQuoted && byte == UInt8(ascii: ":")
    guard isLineBreak(at(place)) else {
      return (writtenBlank(place).flatMap { _ in startBehindBlanks(place, isOver: isOver) } ?? place, deepest)
    }
    return isOver ? startBehindBlanks(place, isOver: true).map { ($0, deepest) } : nil
  }

  /// Behind tabs that are written out, and `isOver` lines: what can only be a value; nil for anything else.
  private func startBehindBlanks(_ start: Int, isOver: Bool) -> Int? {
    var place = start
    skipWrittenBlanks(&place)
    guard place < count else { return nil }
    guard isOver else { return isText(place) && writtenBlank(start)?.byte == 9 ? place : nil }
    switch at(place) {
    case UInt8(ascii: "["), UInt8(ascii: "{"), 48...57: return place
    default:
      let quote = place + escapes(at: place)
      return quote < count && at(quote) == UInt8(ascii: "\"") ? place : nil
    }
  }

  /// `->`, in front of ``isArrowValue(_:)``: elsewhere it is one of a signature.
  private func isArrow(_ index: Int) -> Bool { starts(index, with: "->") }

  /// A text in quotes, or what begins with a digit and is no number of less than four: `gpio pin -> 13`.
  private func isArrowValue(_ start: Int) -> Bool {
    guard start < count else { return false }
    if isText(start) { return true }
    var end = start
    while end - start < 4, isDigit(end) { end += 1 }
    return end - start == 4 || end > start && isName(end)
  }

  /// `)`, `]`, `[]`, `[0]`, also percent-encoded; false when a bracket is left open.
  private func skipBrackets(_ place: inout Int) -> Bool {
    var closed = 0
    while closed < 3, place < count {
      var (byte, length) = scalar(place)
      if byte == UInt8(ascii: "[") {
        let start = place
        place += length
        while place < count, place - start < 32, isName(place) { place += 1 }
        guard place < count else { return false }
        (byte, length) = scalar(place)
        guard byte == UInt8(ascii: "]") else { return false }
      }
      guard byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") else { return true }
      place += length
      closed += 1
    }
    return true
  }

  /// Blanks, and what only colours the text, in four places at most.
  func skipBlanks(_ place: inout Int) {
    var left = 4
    while place < count {
      let (byte, length) = scalar(place)
      if byte == 32 || byte == 9 {
        place += length
      } else if left > 0, isColour(place) {
        left -= 1
        let start = place
        skipColour(&place)
        guard place > start else { return }
      } else {
        return
      }
    }
  }

  func isLineBreak(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }
  func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
}
