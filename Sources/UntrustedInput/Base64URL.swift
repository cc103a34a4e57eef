/// Base64url without padding, decoded strictly: one text for one sequence of bytes.
/// Source: RFC 4648, section 5; RFC 7515, section 2.
public enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The text of these bytes, without padding.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.underestimatedCount * 4 / 3 + 2)
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
    guard let bytes = text.withUTF8({ Self.bytes($0) }) else { throw .notBase64URL }
    return bytes
  }

  /// What each byte of a text stands for; 255 for a foreign one.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// As ``decode(_:)``, from text that is at hand as bytes.
  package static func decode(_ text: UnsafeBufferPointer<UInt8>) throws(InputError) -> [UInt8] {
    guard let bytes = bytes(text) else { throw .notBase64URL }
    return bytes
  }

  private static func bytes(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    let whole = text.count & ~3
    guard text.count - whole != 1 else { return nil }
    // Of all values read; a foreign byte leaves its high bits here, and so do stray bits at the end.
    var seen: UInt8 = 0
    let bytes = values.withUnsafeBufferPointer { values in
      [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4) { bytes, count in
        func value(_ place: Int) -> UInt8 {
          let value = values[Int(text[place])]
          seen |= value
          return value
        }
        var place = 0
        while place < whole {
          let (a, b, c, d) = (value(place), value(place + 1), value(place + 2), value(place + 3))
          bytes.initializeElement(at: count, to: a << 2 | b >> 4)
          bytes.initializeElement(at: count + 1, to: b << 4 | c >> 2)
          bytes.initializeElement(at: count + 2, to: c << 6 | d)
          count += 3
          place += 4
        }
        guard place < text.count else { return }
        let (a, b) = (value(place), value(place + 1))
        bytes.initializeElement(at: count, to: a << 2 | b >> 4)
        count += 1
        guard place + 2 < text.count else {
          seen |= b << 4 == 0 ? 0 : 255
          return
        }
        let c = value(place + 2)
        bytes.initializeElement(at: count, to: b << 4 | c >> 2)
        count += 1
        seen |= c << 6 == 0 ? 0 : 255
      }
    }
    return seen < 64 ? bytes : nil
  }
}
