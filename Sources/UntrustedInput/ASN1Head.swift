/// Tag and length at the start of an ASN.1 value, in their shortest form.
struct ASN1Head {
  let tag: ASN1Tag
  let isConstructed: Bool
  /// Nil for the indefinite length of BER.
  let length: Int?
  /// How many bytes tag and length take.
  let size: Int

  init(at bytes: ArraySlice<UInt8>) throws(InputError) {
    let start = bytes.startIndex
    var index = start
    func next() throws(InputError) -> UInt8 {
      guard index < bytes.endIndex else { throw .malformedBinary(expected: "tag and length", offset: start) }
      defer { index += 1 }
      return bytes[index]
    }
    let first = try next()
    guard let category = ASN1Tag.Class(rawValue: first >> 6) else {
      throw .malformedBinary(expected: "a tag", offset: start)
    }
    isConstructed = first & 0x20 != 0
    var number = UInt32(first & 31)
    if number == 31 {
      number = 0
      var byte: UInt8
      repeat {
        byte = try next()
        guard number != 0 || byte != 0x80, number < 1 << 21 else {
          throw .malformedBinary(expected: "the shortest tag", offset: start)
        }
        number = number << 7 | UInt32(byte & 0x7F)
      } while byte & 0x80 != 0
      guard number >= 31 else { throw .malformedBinary(expected: "the shortest tag", offset: start) }
    }
    tag = ASN1Tag(category, number)
    let short = try next()
    switch short {
    case 0..<0x80: length = Int(short)
    case 0x80: length = nil
    case 0x81...0x84:
      var long = 0
      for _ in 0..<Int(short & 0x7F) { long = long << 8 | Int(try next()) }
      // The shortest form: no leading zero, and nothing that fits the short form.
      guard long >= 0x80, long >= 1 << (8 * (Int(short & 0x7F) - 1)) else {
        throw .malformedBinary(expected: "the shortest length", offset: start)
      }
      length = long
    default: throw .malformedBinary(expected: "a length of at most four bytes", offset: start)
    }
    size = index - start
  }
}
