/// Secrets as Swift and Foundation print values: the payload of a case, a pair, and an element with the labels `name` and
/// `value`.
extension MaskScanner {
  /// `pin("4938")`, `password(Optional("hunter2"))`, `pin(4938)`: a text, or four digits or more.
  mutating func payload(_ bracket: Int, _ meaning: SecretNames.Meaning) -> Bool {
    guard meaning == .word || meaning == .line else { return false }
    var place = bracket + 1
    if starts(place, with: "Optional(") { place += 9 }
    var escapes = 0
    while place < count, escapes < 8, at(place) == UInt8(ascii: "\\") {
      escapes += 1
      place += 1
    }
    guard place < count else { return false }
    if isQuote(at(place)) { return mask((place + 1)..<endOfQuote(place + 1, at(place), escapes: escapes)) }
    var end = place
    while end < count, end - place < 64, isDigit(end) { end += 1 }
    guard end - place >= 4, end < count, at(end) == UInt8(ascii: ")") else { return false }
    return mask(place..<end)
  }

  /// Where the second text of a pair begins: `("X-Api-Key", "…")`.
  func startOfTuple(_ word: Range<Int>, _ next: UInt8) -> Int? {
    guard isQuote(next), word.lowerBound >= floor + 2, at(word.lowerBound - 1) == next,
      at(word.lowerBound - 2) == UInt8(ascii: "("), starts(word.upperBound + 1, with: ",")
    else { return nil }
    var place = word.upperBound + 2
    skipBlanks(&place)
    return place < count && at(place) == next ? place : nil
  }

  /// `{name = password, value = …}`, `HTTPField(name: X-Api-Key, value: …)`: to the closing bracket, as nothing else tells
  /// where a value with blanks ends.
  mutating func labelled(_ word: Range<Int>, _ meaning: SecretNames.Meaning) -> Bool {
    guard meaning == .word || meaning == .line, let label = startOfLabel(word.lowerBound) else { return false }
    var place = word.upperBound + 1
    skipBlanks(&place)
    guard place + 5 < count, isValueName(place), case let (start, _)? = startOfValue(after: place + 5) else {
      return false
    }
    let opening = label > 0 ? at(label - 1) : 0
    guard !isQuote(at(start)), opening == UInt8(ascii: "{") || opening == UInt8(ascii: "(") else {
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

  /// The bracket behind which something ends, or the end of the line.
  private func endOfBracket(_ start: Int, _ bracket: UInt8) -> Int {
    var end = start
    while end < count, !isLineBreak(at(end)) {
      if isBlock(end) {
        end = endOfBlock(end)
        continue
      }
      if at(end) == bracket, !isName(end + 1) { return end }
      end += 1
    }
    return end
  }
}
