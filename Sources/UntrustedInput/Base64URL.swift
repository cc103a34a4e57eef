/// Base64url without padding, decoded strictly: one text for one sequence of bytes.
/// Source: RFC 4648, section 5; RFC 7515, section 2.
public enum Base64URL {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

  /// The text of these bytes, without padding.
  public static func encode(_ bytes: some Sequence<UInt8>) -> String {
    // Where they lie in one piece nothing is copied but into the text itself.
    if let text = bytes.withContiguousStorageIfAvailable({ Self.text($0) }) { return text }
    return Array(bytes).withUnsafeBufferPointer { Self.text($0) }
  }

  private static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    String(unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text in
      alphabet.withUnsafeBufferPointer { alphabet in
        var (place, count) = (0, 0)
        func put(_ bits: UInt32) {
          text.initializeElement(at: count, to: alphabet[Int(bits & 63)])
          count += 1
        }
        while place + 2 < bytes.count {
          let word = UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
          put(word >> 18)
          put(word >> 12)
          put(word >> 6)
          put(word)
          place += 3
        }
        if place < bytes.count {
          let first = UInt32(bytes[place])
          let second = place + 1 < bytes.count ? UInt32(bytes[place + 1]) : nil
          put(first >> 2)
          put(first << 4 | (second ?? 0) >> 4)
          if let second { put(second << 2) }
        }
        return count
      }
    }
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
