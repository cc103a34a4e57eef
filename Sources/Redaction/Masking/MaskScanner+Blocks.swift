/// PEM blocks and what stands before the host of a URL.
extension MaskScanner {
  /// From `-----BEGIN` to the end of the `-----END …-----` line; a block that is cut off goes to the end of the text.
  /// Line breaks may be real ones, `\n`, or encoded. Source: RFC 7468, section 3.
  mutating func block() {
    guard isBlock(index) else { return index += 1 }
    take(.pem, index..<endOfBlock(index))
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

  /// `user:password@` behind `://` (or `:\/\/`). Source: RFC 3986, section 3.2.1.
  mutating func authority() {
    let start: Int
    if starts(index, with: "://") {
      start = index + 3
    } else if starts(index, with: ":\\/\\/") {
      start = index + 5
    } else {
      index += 1
      return
    }
    var end = start
    var last = -1
    loop: while end < count, end - start < Self.reach {
      switch at(end) {
      case 0...32, UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "\""), UInt8(ascii: "<"),
        UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "'"), UInt8(ascii: ","), UInt8(ascii: ")"):
        break loop
      case UInt8(ascii: "@"): last = end
      default: break
      }
      end += 1
    }
    index = start
    if last > start { take(.credentials, start..<last) }
  }
}
