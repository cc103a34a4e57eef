/// User name and password in an option of curl: `-u alice:secret`, `-su …`, `--user=…`, `--proxy-user …`.
/// Source: curl(1), options `-u` and `-U`.
extension MaskScanner {
  /// How far behind the name of the command its options are looked for.
  private static let commandReach = 1024

  /// At a `-`: masks what follows such an option; false when it is none.
  mutating func login() -> Bool {
    guard commandEnd >= 0, index - commandEnd < Self.commandReach, isBlankOrQuote(index - 1),
      var place = endOfLoginOption(index + 1)
    else { return false }
    while place < count, isBlankOrQuote(place) || at(place) == UInt8(ascii: "\\") { place += 1 }
    guard endOfMark(place) == nil else {
      loginMark = place
      return false
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
