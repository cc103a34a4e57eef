/// Sequences that colour text on a terminal, between a name and its value or glued to a name: `ESC [ 36 m`. The escape may
/// be written out as JSON, Swift, C or a shell write it. Source: ECMA-48, section 5.4.
extension MaskScanner {
  /// How long an escape character is here, as such or written out; 0 where there is none.
  private func lengthOfEscape(_ index: Int) -> Int {
    guard index >= 0, index < count else { return 0 }
    if at(index) == 27 { return 1 }
    guard at(index) == UInt8(ascii: "\\") else { return 0 }
    if starts(index, with: "\\e") { return 2 }
    if starts(index, with: "\\033") || starts(index, with: "\\x1b") || starts(index, with: "\\x1B") { return 4 }
    if starts(index, with: "\\u001b") || starts(index, with: "\\u001B") || starts(index, with: "\\u{1B}")
      || starts(index, with: "\\u{1b}")
    {
      return 6
    }
    return 0
  }

  /// Whether such a sequence begins here.
  func isColour(_ index: Int) -> Bool {
    let length = lengthOfEscape(index)
    return length > 0 && index + length < count && at(index + length) == UInt8(ascii: "[")
  }

  /// Steps over the sequences that begin here, four at most: their own last letters are words, too, from each of which
  /// this may begin. One that does not end is left.
  @inline(__always)
  func skipColour(_ place: inout Int) {
    if place < count, at(place) == 27 || at(place) == UInt8(ascii: "\\") { skipSequences(&place) }
  }

  private func skipSequences(_ place: inout Int) {
    var left = 4
    while left > 0, place < count, isColour(place) {
      left -= 1
      var end = place + lengthOfEscape(place) + 1
      let first = end
      while end < count, end - first < 24, isDigit(end) || at(end) == UInt8(ascii: ";") { end += 1 }
      guard end < count, kind(end) & Self.mixed != 0 else { return }
      place = end + 1
    }
  }

  /// The word without the end of a sequence that is glued to it: of `ESC [ 36 m pin` the scanner sees `36mpin`.
  @inline(__always)
  func behindColour(_ word: Range<Int>) -> Range<Int>? {
    guard word.lowerBound > 1 else { return nil }
    let before = at(word.lowerBound - 1)
    return before == UInt8(ascii: "[") || before == UInt8(ascii: ";") ? behindSequence(word) : nil
  }

  private func behindSequence(_ word: Range<Int>) -> Range<Int>? {
    let start = word.lowerBound
    var end = start
    while end < word.upperBound, isDigit(end) { end += 1 }
    guard end + 1 < word.upperBound, kind(end) & Self.mixed != 0 else { return nil }
    var bracket = start - 1
    while bracket > floor, start - bracket < 24, at(bracket) != UInt8(ascii: "[") {
      guard isDigit(bracket) || at(bracket) == UInt8(ascii: ";") else { return nil }
      bracket -= 1
    }
    guard at(bracket) == UInt8(ascii: "["), [1, 2, 4, 6].contains(where: { lengthOfEscape(bracket - $0) == $0 }) else {
      return nil
    }
    return (end + 1)..<word.upperBound
  }
}
