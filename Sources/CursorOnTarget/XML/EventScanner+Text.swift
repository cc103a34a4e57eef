/// What stands in values and between tags.
extension EventScanner {
  /// The value of an attribute, with its quotes.
  mutating func value() throws(CoTError) -> ScannedMarkup.Text {
    guard index < bytes.count, bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "'") else {
      throw .malformed(expected: "a value in quotes", offset: index)
    }
    let quote = bytes[index]
    index += 1
    let start = index
    // Most values are plain: no reference, no blank but the space, all ASCII.
    index = plainEnd(from: start, before: quote)
    if index < bytes.count, bytes[index] == quote {
      index += 1
      return try plain(start..<index - 1)
    }
    var written = Array(bytes[start..<index])
    while index < bytes.count, bytes[index] != quote {
      switch bytes[index] {
      case UInt8(ascii: "<"): throw .malformed(expected: "&lt; inside a value", offset: index)
      case UInt8(ascii: "&"): try reference(into: &written)
      case 13:
        index += index + 1 < bytes.count && bytes[index + 1] == 10 ? 2 : 1
        written.append(0x20)
      case 9, 10:
        index += 1
        written.append(0x20)
      default:
        written.append(bytes[index])
        index += 1
      }
    }
    guard index < bytes.count else { throw .malformed(expected: "the end of a value", offset: start) }
    index += 1
    return try judged(written, from: start)
  }

  /// Up to the next `<`.
  mutating func text() throws(CoTError) -> ScannedMarkup.Text {
    let start = index
    index = plainEnd(from: start, before: UInt8(ascii: "]"))
    if index < bytes.count, bytes[index] == UInt8(ascii: "<") {
      return try plain(start..<index)
    }
    var written = Array(bytes[start..<index])
    while index < bytes.count, bytes[index] != UInt8(ascii: "<") {
      switch bytes[index] {
      case UInt8(ascii: "&"): try reference(into: &written)
      case UInt8(ascii: "]") where isAt("]]>"): throw .malformed(expected: "]]&gt; in text", offset: index)
      case 13:
        index += index + 1 < bytes.count && bytes[index + 1] == 10 ? 2 : 1
        written.append(10)
      default:
        written.append(bytes[index])
        index += 1
      }
    }
    return try judged(written, from: start)
  }

  private func plain(_ part: Range<Int>) throws(CoTError) -> ScannedMarkup.Text {
    guard part.count <= CoTText.maximumBytes else { throw .tooLarge(limit: CoTText.maximumBytes) }
    return .plain(part)
  }

  /// Where the printable ASCII without `<`, `&` and that mark ends.
  private func plainEnd(from start: Int, before mark: UInt8) -> Int {
    bytes.withUnsafeBufferPointer { bytes in
      var place = start
      while place < bytes.count, Self.isPlain(bytes[place]), bytes[place] != mark { place += 1 }
      return place
    }
  }

  private mutating func judged(_ bytes: [UInt8], from start: Int) throws(CoTError) -> ScannedMarkup.Text {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8 }
    guard CoTText.isSafe(text) else { throw .unsafeCharacter(offset: start) }
    guard bytes.count <= CoTText.maximumBytes else { throw .tooLarge(limit: CoTText.maximumBytes) }
    written.append(CoTText(judged: text))
    return .written(written.count - 1)
  }

  /// One of the five entities or a character reference.
  private mutating func reference(into written: inout [UInt8]) throws(CoTError) {
    let start = index
    guard let end = bytes[start...].prefix(11).firstIndex(of: UInt8(ascii: ";")) else {
      throw .malformed(expected: "a reference that ends with ';'", offset: start)
    }
    let name = bytes[start + 1..<end]
    index = end + 1
    guard name.first == UInt8(ascii: "#") else {
      switch String(decoding: name, as: UTF8.self) {
      case "lt": written.append(UInt8(ascii: "<"))
      case "gt": written.append(UInt8(ascii: ">"))
      case "amp": written.append(UInt8(ascii: "&"))
      case "apos": written.append(UInt8(ascii: "'"))
      case "quot": written.append(UInt8(ascii: "\""))
      default: throw .forbidden(.entity, offset: start)
      }
      return
    }
    let isHexadecimal = name.dropFirst().first == UInt8(ascii: "x")
    let digits = String(decoding: name.dropFirst(isHexadecimal ? 2 : 1), as: UTF8.self)
    guard digits.utf8.first.map({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }) == true,
      let number = UInt32(digits, radix: isHexadecimal ? 16 : 10), let scalar = Unicode.Scalar(number)
    else { throw .malformed(expected: "a character reference", offset: start) }
    guard CoTText.isSafe(scalar) else { throw .unsafeCharacter(offset: start) }
    written += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
  }

  /// Printable ASCII without `<` and `&`.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte &- 0x20 < 0x5F && byte != UInt8(ascii: "<") && byte != UInt8(ascii: "&")
  }
}
