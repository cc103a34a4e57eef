/// PEM blocks and what stands before the host of a URL.
extension MaskScanner {
  /// From `-----BEGIN` to the end of the `-----END …-----` line. A block whose last line is missing or cut goes to the end
  /// of the text: where it ends nobody knows. Line breaks may be real ones, `\n`, or encoded; so may the dashes be.
  /// Source: RFC 7468, section 3; RFC 4716, section 3.2 (`---- BEGIN SSH2`).
  mutating func dash() {
    if isBlock(index) { return take(.pem, index..<endOfBlock(index)) }
    if seen.commandEnd >= 0, login() { return }
    index += 1
  }

  /// Whatever else a find would swallow, it must not swallow the first line of a block and leave the others.
  @inline(__always)
  func isBlock(_ index: Int) -> Bool { at(index) == UInt8(ascii: "-") && isPlainBlock(index) }

  private func isPlainBlock(_ index: Int) -> Bool {
    starts(index, with: "----")
      && (starts(index + 4, with: "-BEGIN") || starts(index + 4, with: " BEGIN SSH2 "))
  }

  /// The same with dashes that are escaped: `%2D%2D%2D%2D%2DBEGIN`.
  func isEscapedBlock(_ index: Int) -> Bool {
    guard let end = endOfDashes(index, 5) else { return false }
    return starts(end, with: "BEGIN")
  }

  func endOfBlock(_ start: Int) -> Int {
    var place = start + 10
    while place < count {
      switch at(place) {
      case UInt8(ascii: "-"), UInt8(ascii: "%"), UInt8(ascii: "\\"):
        if let end = endOfLastLine(place) { return end }
      default: break
      }
      place += 1
    }
    return count
  }

  /// The end of a whole `-----END …-----`. The label has letters, digits, blanks and single dashes, and no line break.
  private func endOfLastLine(_ start: Int) -> Int? {
    let (end, dashes): (Int, Int)
    if let five = endOfDashes(start, 5), starts(five, with: "END") {
      (end, dashes) = (five + 3, 5)
    } else if starts(start, with: "---- END ") {
      (end, dashes) = (start + 9, 4)
    } else {
      return nil
    }
    var place = end
    while place < count, place - end < 96 {
      // A sixth dash may open the next block.
      if let close = endOfDashes(place, dashes) { return close }
      let (byte, length) = scalar(place)
      switch byte {
      case 32, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "#"): break
      default: guard classes[Int(byte)] & ByteClass.name.rawValue != 0 else { return nil }
      }
      place += length
    }
    return nil
  }

  /// Behind so many dashes, plain or escaped.
  private func endOfDashes(_ start: Int, _ number: Int) -> Int? {
    var place = start
    for _ in 0..<number {
      guard place < count, case let (byte, length) = scalar(place), byte == UInt8(ascii: "-") else { return nil }
      place += length
    }
    return place
  }

  /// `user:password@` behind `://` (or `:\/\/`). A password that is not encoded may hold signs that end the authority of a
  /// proper URL: they are passed when what stands behind the colon is no port. Source: RFC 3986, section 3.2.1.
  mutating func authority() {
    guard let start = endOfSlashes(index) else {
      index += 1
      return
    }
    // Where an earlier look went without a sign, it was one for a password.
    var end = max(start, seen.signlessUntil)
    var last = -1
    var hasPassword = end > start
    var hasColon = hasPassword || start < count && at(start) == UInt8(ascii: "[")
    loop: while end < count, end - start < Self.reach {
      let byte = at(end)
      switch byte {
      case 0...32, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"): break loop
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "'"), UInt8(ascii: ","),
        UInt8(ascii: ")"):
        if last >= 0 || !hasPassword { break loop }
      case UInt8(ascii: "@"): last = end
      case UInt8(ascii: ":"):
        // The first one; in brackets stand addresses.
        if !hasColon {
          hasColon = true
          hasPassword = end + 1 < count && !isPort(end + 1)
        }
      default: break
      }
      end += 1
    }
    index = start
    if last < 0 { seen.signlessUntil = end }
    if last > start { take(.credentials, start..<last) }
  }

  /// Behind a colon and two slashes, each of which may be escaped.
  private func endOfSlashes(_ colon: Int) -> Int? {
    var place = colon + 1
    for _ in 0..<2 {
      let first = place
      while place < count, place - first < 8, at(place) == UInt8(ascii: "\\") { place += 1 }
      guard place < count, at(place) == UInt8(ascii: "/") else { return nil }
      place += 1
    }
    return place
  }

  /// At most five digits, and then no more of a password.
  private func isPort(_ start: Int) -> Bool {
    var end = start
    while end < count, end - start <= 5, isDigit(end) { end += 1 }
    guard end - start <= 5 else { return false }
    return end >= count || !isName(end) && at(end) != UInt8(ascii: "@") && at(end) != UInt8(ascii: "-")
  }
}
