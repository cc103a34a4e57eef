/// PEM blocks and what stands before the host of a URL.
extension MaskScanner {
  /// From `-----BEGIN` to the end of the `-----END …-----` line; a block that is cut off goes to the end of the text.
  /// Line breaks may be real ones, `\n`, or encoded. Source: RFC 7468, section 3.
  mutating func dash() {
    if isBlock(index) { return take(.pem, index..<endOfBlock(index)) }
    if commandEnd >= 0, login() { return }
    index += 1
  }

  /// Whatever else a find would swallow, it must not swallow the first line of a block and leave the others.
  @inline(__always)
  func isBlock(_ index: Int) -> Bool { at(index) == UInt8(ascii: "-") && starts(index, with: "-----BEGIN") }

  func endOfBlock(_ start: Int) -> Int {
    var end = start + 10
    while end < count, !(at(end) == UInt8(ascii: "-") && starts(end, with: "-----END")) { end += 1 }
    end = min(end + 8, count)
    while end < count, at(end) != UInt8(ascii: "-"), at(end) != 10, at(end) != 13 { end += 1 }
    var dashes = 0
    // A sixth dash may open the next block.
    while dashes < 5, end < count, at(end) == UInt8(ascii: "-") {
      end += 1
      dashes += 1
    }
    return end
  }

  /// `user:password@` behind `://` (or `:\/\/`). A password that is not encoded may hold signs that end the authority of a
  /// proper URL: they are passed when what stands behind the colon is no port. Source: RFC 3986, section 3.2.1.
  mutating func authority() {
    guard let start = endOfSlashes(index) else {
      index += 1
      return
    }
    // Where an earlier look went without a sign, it was one for a password.
    var end = max(start, signlessUntil)
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
    if last < 0 { signlessUntil = end }
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
