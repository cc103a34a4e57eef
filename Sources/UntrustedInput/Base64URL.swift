/// Base64url without padding, decoded strictly: one text for one sequence of bytes.
/// Source: RFC 4648, section 5; RFC 7515, section 2.
public enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The text of these bytes, without padding.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for byte in bytes {
      buffer = buffer << 8 | UInt32(byte)
      bits += 8
      while bits >= 6 {
        bits -= 6
        text.append(alphabet[Int(buffer >> UInt32(bits)) & 63])
      }
      buffer &= (1 << UInt32(bits)) - 1
    }
    if bits > 0 { text.append(alphabet[Int(buffer << UInt32(6 - bits)) & 63]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// - Throws: ``InputError/notBase64URL`` for padding, foreign characters, an impossible length or stray bits.
  public static func decode(_ text: some StringProtocol) throws(InputError) -> [UInt8] {
    // As plain bytes: walking any string through generic code costs ten times the decoding.
    var text = String(text)
    guard let bytes = text.withUTF8(Self.bytes) else { throw .notBase64URL }
    return bytes
  }

  private static func bytes(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var buffer: UInt32 = 0
    var bits = 0
    for character in text {
      guard let value = value(of: character) else { return nil }
      buffer = buffer << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
        buffer &= (1 << UInt32(bits)) - 1
      }
    }
    guard bits < 6, buffer == 0 else { return nil }
    return bytes
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case 65...90: UInt32(character - 65)
    case 97...122: UInt32(character - 71)
    case 48...57: UInt32(character + 4)
    case 45: 62
    case 95: 63
    default: nil
    }
  }
}
