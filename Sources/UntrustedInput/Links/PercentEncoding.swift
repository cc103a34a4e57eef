/// Percent-encoding, undone exactly once. Source: RFC 3986, section 2.1; CWE-174, CWE-176.
enum PercentEncoding {
  /// Hexadecimal digits of either case; the bytes must be UTF-8 in its shortest form, and the text must not look encoded
  /// once more, nor hold anything invisible.
  static func decode(_ text: ArraySlice<Unicode.Scalar>, at place: Int) throws(InputRefusal) -> String {
    var bytes: [UInt8] = []
    var index = text.startIndex
    while index < text.endIndex {
      guard text[index] == "%" else {
        bytes.append(contentsOf: UTF8.encode(text[index]) ?? .init())
        index += 1
        continue
      }
      guard index + 2 < text.endIndex, let high = digit(text[index + 1]), let low = digit(text[index + 2]) else {
        throw InputRefusal(.percentEncoding, at: place + index - text.startIndex)
      }
      bytes.append(high << 4 | low)
      index += 3
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else {
      throw InputRefusal(.percentEncoding, at: place)
    }
    let scalars = Array(decoded.unicodeScalars)
    if let flaw = ScalarJudgement.flaw(in: scalars) { throw InputRefusal(flaw.reason, at: place) }
    for (offset, scalar) in scalars.enumerated() {
      guard scalar == "%", offset + 2 < scalars.count else { continue }
      if digit(scalars[offset + 1]) != nil, digit(scalars[offset + 2]) != nil {
        throw InputRefusal(.doubleEncoding, at: place)
      }
    }
    return decoded
  }

  static func encode(_ text: String) -> String {
    var output: [UInt8] = []
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in text.utf8 {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: output.append(byte)
      default: output += [0x25, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
    switch scalar.value {
    case 0x30...0x39: UInt8(scalar.value - 0x30)
    case 0x41...0x46: UInt8(scalar.value - 0x37)
    case 0x61...0x66: UInt8(scalar.value - 0x57)
    default: nil
    }
  }
}
