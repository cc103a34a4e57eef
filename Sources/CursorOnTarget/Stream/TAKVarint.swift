/// Unsigned numbers of one to ten bytes, seven bits each, the lowest first. Source: Protocol Buffers, Encoding.
enum TAKVarint {
  static func bytes(_ number: UInt64) -> [UInt8] {
    var rest = number
    var bytes: [UInt8] = []
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  /// The number and its length; nil when more bytes are needed.
  ///
  /// - Throws: ``CoTError/malformed(expected:offset:)`` for more than 64 bits.
  static func read(_ bytes: ArraySlice<UInt8>) throws(CoTError) -> (number: UInt64, length: Int)? {
    var number: UInt64 = 0
    for (place, byte) in bytes.prefix(10).enumerated() {
      guard place < 9 || byte <= 1 else { throw .malformed(expected: "a number of 64 bits", offset: place) }
      number |= UInt64(byte & 0x7F) << (7 * UInt64(place))
      if byte < 0x80 { return (number, place + 1) }
    }
    return nil
  }
}
