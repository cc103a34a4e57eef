/// Whether the first eight characters of a run of base64 hold text.
extension MaskScanner {
  enum TextForm {
    case ascii, utf8
    /// Without a mark of the byte order.
    case utf16(isBigEndian: Bool)
  }

  /// What a run that may be text begins with; nil when it begins with no text.
  mutating func textForm(_ start: Int) -> TextForm? {
    guard start + Self.shortestEncoded <= count else { return nil }
    var bits: UInt64 = 0
    var place = start
    for taken in 0..<Self.shortestEncoded {
      // Most words are no text after three bytes already.
      guard place < count, taken != 4 || mayGoOn(bits) else { return nil }
      var value = values[Int(at(place))]
      var length = 1
      if value > 63 {
        let escaped = letter(place)
        (value, length) = (values[Int(escaped.byte)], escaped.length)
        guard length > 1, value < 64 else { return nil }
      }
      bits = bits << 6 | UInt64(value)
      place += length
    }
    if bits & 0x00FF_00FF_00FF == 0 {
      return arePrintable(bits >> 8) ? .utf16(isBigEndian: false) : nil
    }
    if bits & 0xFF00_FF00_FF00 == 0 {
      return arePrintable(bits) ? .utf16(isBigEndian: true) : nil
    }
    var isASCII = true
    // Bytes of a character that are still to come; it may end behind the sixth.
    var open = 0
    for shift in stride(from: 40, through: 0, by: -8) {
      let byte = UInt8(truncatingIfNeeded: bits >> UInt64(shift))
      if open > 0 {
        guard byte & 0xC0 == 0x80 else { return nil }
        open -= 1
        continue
      }
      if isPrintable(byte) { continue }
      guard byte > 127, let more = Self.continuations(byte) else { return nil }
      open = more
      isASCII = false
    }
    return isASCII ? .ascii : .utf8
  }

  /// Whether three bytes may begin a text in one of the forms.
  private func mayGoOn(_ bits: UInt64) -> Bool {
    let (first, second) = (UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8))
    if first == 0 { return true }
    // Of UTF-16, or the first of two or more.
    if first > 127 { return second == 0 || first > 0xC1 && first < 0xF5 && second & 0xC0 == 0x80 }
    return isPrintable(first) && (second == 0 || isPrintable(second) || second > 0xC1)
  }

  private func isPrintable(_ byte: UInt8) -> Bool {
    byte == 9 || byte == 10 || byte == 13 || (32..<127).contains(byte)
  }

  /// Every second byte of six, from the last one on: printable, or of Latin-1's upper half.
  private func arePrintable(_ bits: UInt64) -> Bool {
    for shift in [UInt64(32), 16, 0] {
      let byte = UInt8(truncatingIfNeeded: bits >> shift)
      guard isPrintable(byte) || byte >= 160 else { return false }
    }
    return true
  }

  /// How many bytes of a character follow its first one; nil for what is none.
  static func continuations(_ first: UInt8) -> Int? {
    switch first {
    case 0..<0x80: 0
    case 0xC2...0xDF: 1
    case 0xE0...0xEF: 2
    case 0xF0...0xF4: 3
    default: nil
    }
  }
}
