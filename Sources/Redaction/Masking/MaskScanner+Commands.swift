/// User name and password in an option of curl: `-u alice:secret`, `-su …`, `--user=…`, `--proxy-user …`.
/// Source: curl(1), options `-u` and `-U`.
extension MaskScanner {
  /// How far behind the name of the command its options are looked for.
  private static let commandReach = 1024

  /// At a `-`: masks what follows such an option; false when it is none.
  mutating func login() -> Bool {
    guard seen.commandEnd >= 0, index - seen.commandEnd < Self.commandReach, isBlankOrQuote(index - 1),
      var place = endOfLoginOption(index + 1)
    else { return false }
    while place < count, isBlankOrQuote(place) || at(place) == UInt8(ascii: "\\") { place += 1 }
    guard endOfMark(place) == nil else {
      seen.loginMark = place
      return false
    }
    if let quote = openingQuote(place), let range = quotedLogin(place, quote) {
      take(.credentials, range)
      return true
    }
    var end = place
    var colon = -1
    while end < count, !isBlankOrQuote(end), !isLineBreak(at(end)), at(end) != UInt8(ascii: "\\"), !isBlock(end),
      endOfMark(end) == nil
    {
      if colon < 0, at(end) == UInt8(ascii: ":") { colon = end }
      end += 1
    }
    guard colon > place, colon + 1 < end else { return false }
    take(.credentials, place..<end)
    return true
  }

  /// The quote that opened the value, or the whole argument, and how many backslashes stand before it: eight at most. Behind
  /// more of them it is none, as no quote of the same kind would be seen to close it.
  private func openingQuote(_ place: Int) -> (quote: UInt8, escapes: Int)? {
    let open = isQuote(at(place - 1)) ? place - 1 : index - 1
    guard isQuote(at(open)) else { return nil }
    var escapes = 0
    while open - escapes > 0, escapes < 9, at(open - escapes - 1) == UInt8(ascii: "\\") { escapes += 1 }
    return escapes < 9 ? (at(open), escapes) : nil
  }

  /// A login in quotes, blanks included: to the closing quote, or to the end of the line; nil without a colon.
  private func quotedLogin(_ start: Int, _ opening: (quote: UInt8, escapes: Int)) -> Range<Int>? {
    var end = start
    var colon = -1
    var run = 0
    while end < count, !isLineBreak(at(end)) {
      if isBlock(end) {
        end = endOfBlock(end)
        continue
      }
      let byte = at(end)
      if byte == opening.quote, run % (2 * (opening.escapes + 1)) == opening.escapes {
        end -= opening.escapes
        break
      }
      if colon < 0, byte == UInt8(ascii: ":") { colon = end }
      run = byte == UInt8(ascii: "\\") ? run + 1 : 0
      end += 1
    }
    return colon > start && colon + 1 < end ? start..<end : nil
  }

  /// Where the value of the option begins whose name stands here.
  private func endOfLoginOption(_ start: Int) -> Int? {
    var place = start
    if place < count, at(place) == UInt8(ascii: "-") {
      if starts(place, with: "-proxy-user") {
        place += 11
      } else if starts(place, with: "-user") {
        place += 5
      } else {
        return nil
      }
      guard place < count, isBlankOrQuote(place) || at(place) == UInt8(ascii: "=") else { return nil }
      return place + 1
    }
    // Letters of other options may stand before it.
    while place < count, place - start < 8, kind(place) & 12 != 0 {
      place += 1
      if at(place - 1) | 32 == UInt8(ascii: "u") { return place }
    }
    return nil
  }

  private func isBlankOrQuote(_ index: Int) -> Bool {
    at(index) == 32 || at(index) == 9 || isQuote(at(index))
  }
}
