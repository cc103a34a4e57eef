/// Characters of base64 in a text, escaped or not, and over the breaks between full lines.
extension MaskScanner {
  /// A place in a run of base64.
  struct EncodedPlace {
    var index: Int
    /// How many characters of base64 stand before it in its line, as far as somebody looked.
    var column = 0

    init(_ index: Int) { self.index = index }
  }

  /// The next character of a run; nil where the run ends, which is then left as it is. Behind a full line the run goes on
  /// in the next one: 64 characters, as PEM writes them, or 76, as MIME and most tools do.
  /// Source: RFC 7468, section 2; RFC 2045, section 6.8.
  func nextEncoded(_ place: inout EncodedPlace) -> UInt8? {
    guard place.index < count else { return nil }
    let first = at(place.index)
    if let value = base64Value(first) {
      guard first != UInt8(ascii: "-") || !isBlock(place.index) else { return nil }
      place.index += 1
      place.column += 1
      return value
    }
    let (byte, length) = letter(place.index)
    if length > 1, let value = base64Value(byte) {
      place.index += length
      place.column += 1
      return value
    }
    guard place.column == 64 || place.column == 76 else { return nil }
    let start = place.index + lengthOfBreak(place.index)
    // A line that begins with a dash is the boundary of a part, or of a block.
    guard start > place.index, start < count, at(start) != UInt8(ascii: "-") else { return nil }
    let (begin, width) = letter(start)
    guard let value = base64Value(begin) else { return nil }
    place.index = start + width
    place.column = 1
    return value
  }

  /// Where a run ends, with its padding.
  func endOfRun(_ place: EncodedPlace) -> Int {
    var place = place
    while nextEncoded(&place) != nil {}
    var end = place.index
    while end < count {
      let (byte, length) = letter(end)
      guard byte == UInt8(ascii: "=") else { break }
      end += length
    }
    return end
  }

  /// How many characters stand before a place: a number that tells which place of a group of base64 it has. An escape is
  /// one character of several bytes, and a break of lines is none.
  mutating func ordinal(of index: Int) -> Int {
    while seen.countedUntil < index {
      let gap = lengthOfBreak(seen.countedUntil)
      let length = gap > 0 ? gap : letter(seen.countedUntil).length
      seen.surplus += gap > 0 ? gap : length - 1
      seen.countedUntil += length
    }
    return index - seen.surplus
  }

  /// The bytes of one break of lines: `\n` or `\r\n` as such, escaped as in JSON, or percent-encoded.
  func lengthOfBreak(_ index: Int) -> Int {
    let first = lineBreak(index)
    guard first.byte == 13, case let second = lineBreak(index + first.length), second.byte == 10 else {
      return first.length
    }
    return first.length + second.length
  }

  private func lineBreak(_ index: Int) -> (byte: UInt8, length: Int) {
    guard index < count else { return (0, 0) }
    switch at(index) {
    case 10, 13: return (at(index), 1)
    case UInt8(ascii: "\\"), UInt8(ascii: "%"):
      if starts(index, with: "\\n") { return (10, 2) }
      if starts(index, with: "\\r") { return (13, 2) }
      let (byte, length) = scalar(index)
      return isLineBreak(byte) ? (byte, length) : (0, 0)
    default: return (0, 0)
    }
  }

  /// Like ``scalar(_:)``, and a slash behind backslashes, as JSON writes it, also inside of JSON.
  func letter(_ index: Int) -> (byte: UInt8, length: Int) {
    var end = index
    while end < count, end - index < 7, at(end) == UInt8(ascii: "\\") { end += 1 }
    if end > index, end < count, at(end) == UInt8(ascii: "/") { return (UInt8(ascii: "/"), end + 1 - index) }
    return scalar(index)
  }

  @inline(__always)
  func base64Value(_ byte: UInt8) -> UInt8? {
    let value = values[Int(byte)]
    return value < 64 ? value : nil
  }

  /// The values of base64 and base64url, 255 for any other byte: 256 entries, made once, never changed and never freed.
  nonisolated(unsafe) static let base64Values: UnsafePointer<UInt8> = {
    let table = UnsafeMutablePointer<UInt8>.allocate(capacity: 256)
    for byte in UInt8.min...UInt8.max {
      table[Int(byte)] =
        switch byte {
        case 65...90: byte - 65
        case 97...122: byte - 71
        case 48...57: byte + 4
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: 255
        }
    }
    return UnsafePointer(table)
  }()
}
