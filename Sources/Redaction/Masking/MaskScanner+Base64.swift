/// base64 and base64url, padded or not, whose text holds something to mask. A run is opened once for each of the four
/// places where a group of it may begin, and its text again at most as often as ``MaskScanner/depth`` says: the work stays
/// proportional to the run.
///
/// A run counts as text when its first six bytes are printable and UTF-8, or three characters of UTF-16 from Latin-1, and
/// as far as no control character comes: keys, hashes and pictures are left alone but for the few that begin so by chance,
/// as is text in another encoding. In a short text only a named value counts, as many words hold an `@` between letters by
/// chance. Source: RFC 4648, sections 4 and 5; RFC 2781 (UTF-16).
extension MaskScanner {
  /// Six bytes: the shortest that hold a name and a value.
  static let shortestEncoded = 8
  /// In bytes of text.
  private static let longEnough = 9

  /// Text in base64, up to its first control character.
  private struct OpenedText {
    var text: [UInt8] = []
    /// Where in the run the text ends.
    var end: EncodedPlace
    /// Up to where a word is another look at the same: the group that ended the text may begin a text of its own.
    var seen: Int
  }

  /// A word of at least ``shortestEncoded`` bytes.
  mutating func encoded(_ word: Range<Int>) -> Bool {
    guard depth > 0, let form = textForm(word.lowerBound) else { return false }
    return open(word.lowerBound, form)
  }

  /// A shorter word, when a sign that base64 has beside letters and digits stands behind it, escaped or not.
  @inline(__always)
  mutating func encodedShort(_ word: Range<Int>) -> Bool {
    guard word.upperBound < count else { return false }
    switch at(word.upperBound) {
    case UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: "\\"), UInt8(ascii: "%"): return encodedOnward(word)
    default: return false
    }
  }

  @inline(never)
  private mutating func encodedOnward(_ word: Range<Int>) -> Bool {
    let start = word.lowerBound == seen.escapeEnd - 1 ? seen.escapeEnd : word.lowerBound
    guard depth > 0, start < word.upperBound, let form = textForm(start) else { return false }
    // Paths have letters of one size more often than base64 has.
    var all: UInt8 = 0
    for place in start..<(start + 2 * Self.shortestEncoded) { all |= kind(place) }
    guard all & Self.mixed == Self.mixed else { return false }
    return open(start, form)
  }

  private mutating func open(_ start: Int, _ form: TextForm) -> Bool {
    // Group by group from here on: who looked from the same place of a group saw the same, from another one something else.
    let number = ordinal(of: start)
    let opened: OpenedText
    switch form {
    case .utf16(let isBigEndian):
      // Eight characters hold three units. What is Latin-1 in one order of bytes is not in the other: both share the places.
      guard start >= seen.wideUntil[number & 7] else { return false }
      opened = openedWide(start, isBigEndian)
      seen.wideUntil[number & 7] = opened.seen
    case .ascii:
      // A look that goes past what is no UTF-8 sees all that one sees which ends there.
      let lane = number & 3
      guard start >= seen.openedUntil[lane] else { return false }
      opened = openedBytes(start, isASCII: true)
      seen.openedUntil[lane] = opened.seen
    case .utf8:
      let lane = number & 3
      guard start >= max(seen.openedUntil[lane], seen.openedUntil[lane + 4]) else { return false }
      opened = openedBytes(start, isASCII: false)
      seen.openedUntil[lane + 4] = opened.seen
    }
    let end = opened.end.index
    guard holdsSecret(opened.text, isTorn: isCut(end + lengthOfBreak(end))) else { return false }
    take(.encoded, start..<endOfRun(opened.end))
    return true
  }

  /// Behind a character that is not ASCII, text goes only as far as it is UTF-8: noise may begin like it.
  private mutating func openedBytes(_ start: Int, isASCII: Bool) -> OpenedText {
    var opened = OpenedText(end: EncodedPlace(start), seen: start)
    opened.text.reserveCapacity(64)
    var bits: UInt32 = 0
    var held = 0
    // Bytes of a character that are still to come, and where the last whole one ends.
    var open = 0
    var whole = 0
    while true {
      guard let value = nextEncoded(&opened.end) else {
        opened.seen = opened.end.index
        break
      }
      bits = bits << 6 | UInt32(value)
      held += 6
      guard held >= 8 else { continue }
      held -= 8
      let byte = UInt8(truncatingIfNeeded: bits >> UInt32(held))
      guard byte >= 32 || (9...13).contains(byte) else { break }
      if !isASCII {
        if open > 0 {
          guard byte & 0xC0 == 0x80 else { break }
          open -= 1
        } else {
          guard let more = Self.continuations(byte) else { break }
          open = more
        }
      }
      opened.text.append(byte)
      if open == 0 { whole = opened.text.count }
      if held == 0 { opened.seen = opened.end.index }
    }
    opened.text.removeLast(opened.text.count - whole)
    return opened
  }

  /// Characters of Latin-1 in UTF-16, in UTF-8.
  private mutating func openedWide(_ start: Int, _ isBigEndian: Bool) -> OpenedText {
    var opened = OpenedText(end: EncodedPlace(start), seen: start)
    opened.text.reserveCapacity(64)
    var bits: UInt32 = 0
    var held = 0
    while let value = nextEncoded(&opened.end) {
      bits = bits << 6 | UInt32(value)
      held += 6
      guard held >= 16 else { continue }
      held -= 16
      let unit = UInt16(truncatingIfNeeded: bits >> UInt32(held))
      let character = isBigEndian ? unit : unit.byteSwapped
      guard character < 256, character >= 32 || (9...13).contains(character) else { return opened }
      if character < 128 {
        opened.text.append(UInt8(character))
      } else {
        opened.text.append(0xC0 | UInt8(character >> 6))
        opened.text.append(0x80 | UInt8(character & 0x3F))
      }
      if held == 0 { opened.seen = opened.end.index }
    }
    opened.seen = opened.end.index
    return opened
  }

  private mutating func holdsSecret(_ text: [UInt8], isTorn: Bool) -> Bool {
    text.withUnsafeBufferPointer { buffer in
      var scanner = MaskScanner(buffer, depth: depth - 1, stopsAtFirst: true, isTorn: isTorn, meter: meter)
      scanner.run()
      return scanner.seen.found.contains { text.count >= Self.longEnough || $0.kind == .value }
    }
  }
}
