/// Reads big-endian numbers and counted bytes; never beyond the end.
struct ByteReader {
  struct Malformed: Error {}

  private let bytes: ArraySlice<UInt8>
  private var position: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes[...]
    position = 0
  }

  var isAtEnd: Bool { position == bytes.endIndex }

  mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_ type: Number.Type)
    throws(Malformed) -> Number
  {
    let end = position + Number.bitWidth / 8
    guard end <= bytes.endIndex else { throw Malformed() }
    var number: Number = 0
    while position < end {
      number = number << 8 | Number(bytes[position])
      position += 1
    }
    return number
  }

  mutating func take(_ count: Int) throws(Malformed) -> ArraySlice<UInt8> {
    guard count >= 0, count <= bytes.endIndex - position else { throw Malformed() }
    defer { position += count }
    return bytes[position..<(position + count)]
  }

  mutating func tag() throws(Malformed) -> SealTag {
    SealTag(high: try number(UInt64.self), low: try number(UInt64.self))
  }
}

extension [UInt8] {
  mutating func append<Number: FixedWidthInteger & UnsignedInteger>(number: Number) {
    Swift.withUnsafeBytes(of: number.bigEndian) { self.append(contentsOf: $0) }
  }

  mutating func append(tag: SealTag) {
    append(number: tag.high)
    append(number: tag.low)
  }
}
