/// Secrets as Swift and Foundation print values: the payload of a case, a pair, and an element with the labels `name` and
/// `value`.
extension MaskScanner {
  /// `pin("4938")`, `password(Optional("hunter2"))`, `credentials("alice", "hunter2")`: a text of four bytes or more that
  /// ends in its line, right before the bracket, and those beside it; `pin(4938)`: four digits or more, behind a name whose
  /// values are digits.
  mutating func payload(_ word: Range<Int>, _ bracket: Int, _ meaning: SecretNames.Meaning) -> Bool {
    guard meaning == .word || meaning == .line && !isCamelCase(word), !starts(word.lowerBound, with: "unexpected")
    else {
      return false
    }
    var place = bracket + 1
    if starts(place, with: "Optional(") { place += 9 }
    let escapes = self.escapes(at: place)
    place += escapes
    guard place < count else { return false }
    if isQuote(at(place)) { return texts(place, escapes) }
    guard isOfDigits(word) else { return false }
    var end = place
    while end < count, end - place < 64, isDigit(end) { end += 1 }
    guard end - place >= 4, end < count, at(end) == UInt8(ascii: ")") else { return false }
    return mask(place..<end)
  }

  /// Masks the texts of a payload that holds nothing else: four at most, or each name would look at all of a long list.
  private mutating func texts(_ first: Int, _ escapes: Int) -> Bool {
    let quote = at(first)
    var parts: [Range<Int>] = []
    var place = first
    while parts.count < 4, let end = endOfText(place + 1, quote, escapes) {
      parts.append((place + 1)..<end)
      place = end + escapes + 1
      if starts(place, with: ")") || isCut(place) {
        guard parts.contains(where: { $0.count >= 4 }) else { return false }
        return parts.reduce(false) { mask($1) || $0 }
      }
      guard starts(place, with: ",") else { return false }
      place += 1
      if starts(place, with: " ") { place += 1 }
      let next = place + self.escapes(at: place)
      guard isCut(next) || next == place + escapes && next < count && at(next) == quote else { return false }
      place = next
    }
    return false
  }

  /// Where the quote stands, or its first backslash, that closes a text in its line, or where the text was cut; nil where
  /// none does.
  private func endOfText(_ start: Int, _ quote: UInt8, _ escapes: Int) -> Int? {
    var end = start
    var run = 0
    while end < count, !isLineBreak(at(end)) {
      let byte = at(end)
      if byte == quote, run % (2 * (escapes + 1)) == escapes { return end - escapes }
      run = byte == UInt8(ascii: "\\") ? run + 1 : 0
      end += 1
    }
    return isCut(end) ? end : nil
  }

  /// `requestAuthorization` is the name of a question, not of a header.
  private func isCamelCase(_ word: Range<Int>) -> Bool {
    for place in word.dropFirst()
    where kind(place) & ByteClass.upper.rawValue != 0 && kind(place - 1) & ByteClass.lower.rawValue != 0 {
      return true
    }
    return false
  }

  /// Whether a name ends in `pin`, `otp`, `tan`, `puk` or `code`: `token(1024)` is a size.
  private func isOfDigits(_ word: Range<Int>) -> Bool {
    let end = endOfName(word)
    func ends(_ text: StaticString) -> Bool {
      let start = end - text.utf8CodeUnitCount
      guard start >= word.lowerBound else { return false }
      for offset in 0..<text.utf8CodeUnitCount where at(start + offset) | 32 != text.utf8Start[offset] { return false }
      return true
    }
    return ends("pin") || ends("otp") || ends("tan") || ends("puk") || ends("code")
  }

  /// Where the second text of a pair begins: `("X-Api-Key", "…")`; `log("pin", "…")` is a call. Behind a find it is a pair,
  /// as it is one behind its mark.
  ///
  /// - Parameters:
  ///   - next: stands behind the word, and behind `escapes` backslashes when it is a quote.
  func startOfTuple(_ word: Range<Int>, _ next: UInt8, _ escapes: Int) -> Int? {
    let bracket = word.lowerBound - 2 - escapes
    guard isQuote(next), bracket >= floor, isOpened(word, next, escapes), at(bracket) == UInt8(ascii: "("),
      bracket < 1 || bracket == seen.escapeEnd || bracket == floor || !isName(bracket - 1),
      starts(word.upperBound + escapes + 1, with: ",")
    else { return nil }
    var place = word.upperBound + escapes + 2
    skipBlanks(&place)
    let text = place + escapes
    return text < count && self.escapes(at: place) == escapes && at(text) == next ? place : nil
  }

  /// `{name = password, value = …}`, `HTTPField(name: X-Api-Key, value: …)`: to the closing bracket or the next label, as
  /// nothing else tells where a value with blanks ends.
  mutating func labelled(_ word: Range<Int>, _ meaning: SecretNames.Meaning) -> Bool {
    guard meaning == .word || meaning == .line, let label = startOfLabel(word.lowerBound) else { return false }
    var place = word.upperBound + 1
    skipBlanks(&place)
    guard place + 5 < count, isValueName(place), case let (start, _)? = startOfValue(after: place + 5) else {
      return false
    }
    let opening = label > 0 ? at(label - 1) : 0
    guard !isText(start), opening == UInt8(ascii: "{") || opening == UInt8(ascii: "(") else {
      return value(start, meaning == .line ? .line : .literal, .plain)
    }
    return mask(start..<endOfBracket(start, opening == UInt8(ascii: "{") ? UInt8(ascii: "}") : UInt8(ascii: ")")))
  }

  /// Where the label `name` begins whose value begins here.
  private func startOfLabel(_ end: Int) -> Int? {
    var place = end
    while place > floor, end - place < 8, at(place - 1) == 32 { place -= 1 }
    guard place > floor, at(place - 1) == UInt8(ascii: ":") || at(place - 1) == UInt8(ascii: "=") else { return nil }
    place -= 1
    while place > floor, end - place < 16, at(place - 1) == 32 { place -= 1 }
    guard place - 4 >= floor, place == 4 || !isName(place - 5) else { return nil }
    let name: StaticString = "name"
    for offset in 0..<4 where at(place - 4 + offset) | 32 != name.utf8Start[offset] { return nil }
    return place - 4
  }

  /// The bracket behind which something ends, the next label within round ones, or the end of the line.
  private func endOfBracket(_ start: Int, _ bracket: UInt8) -> Int {
    var end = start
    while end < count, !isLineBreak(at(end)) {
      if isBlock(end) {
        end = endOfBlock(end)
        continue
      }
      if at(end) == bracket, !isName(end + 1) { return end }
      if bracket == UInt8(ascii: ")"), at(end) == UInt8(ascii: ","), isLabel(end + 1) { return end }
      end += 1
    }
    return end
  }

  /// A blank, a name and its colon: ` required:`.
  private func isLabel(_ start: Int) -> Bool {
    guard start < count, at(start) == 32 else { return false }
    var end = start + 1
    while end - start < 32, isName(end) { end += 1 }
    return end > start + 1 && end < count && at(end) == UInt8(ascii: ":")
  }
}
