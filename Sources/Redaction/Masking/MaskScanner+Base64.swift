/// base64 and base64url, padded or not, whose text holds something to mask. Each run is opened once, and again at most
/// as often as ``MaskScanner/depth`` says: the work stays proportional to the run.
///
/// A run counts as text when its first six bytes are printable and UTF-8, and as far as no control character comes: keys,
/// hashes and pictures are left alone, as is text in another encoding. In a short text only a named value counts, as many
/// words hold an `@` between letters by chance. Source: RFC 4648, sections 4 and 5.
extension MaskScanner {
  /// Six bytes: the shortest that hold a name and a value.
  static let shortestEncoded = 8
  /// In bytes of text.
  private static let longEnough = 9

  mutating func encoded(_ word: Range<Int>) -> Bool {
    guard depth > 0, word.lowerBound >= openedUntil, let isASCII = looksLikeText(word.lowerBound) else { return false }
    var end = word.upperBound
    var isPadded = false
    while end < count {
      let (byte, length) = scalar(end)
      guard byte == UInt8(ascii: "=") || (!isPadded && Self.base64Value(byte) != nil && !isBlock(end)) else { break }
      isPadded = byte == UInt8(ascii: "=")
      end += length
    }
    openedUntil = end
    let text = decoded(word.lowerBound..<end)
    guard holdsSecret(isASCII ? text[...] : Self.valid(text)) else { return false }
    take(.encoded, word.lowerBound..<end)
    return true
  }

  /// Whether a run that may be text begins with ASCII alone; nil when it begins with no text.
  private func looksLikeText(_ start: Int) -> Bool? {
    guard start + 8 <= count else { return nil }
    var bits: UInt64 = 0
    for offset in 0..<8 {
      guard let value = Self.base64Value(at(start + offset)) else { return nil }
      bits = bits << 6 | UInt64(value)
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
      switch byte {
      case 9, 10, 13, 32..<127: continue
      case 0xC2...0xDF: open = 1
      case 0xE0...0xEF: open = 2
      case 0xF0...0xF4: open = 3
      default: return nil
      }
      isASCII = false
    }
    return isASCII
  }

  /// As far as it is UTF-8: noise may begin like it.
  private static func valid(_ text: [UInt8]) -> ArraySlice<UInt8> {
    var rest = text[...]
    while let first = rest.first {
      let length =
        switch first {
        case 0..<0x80: 1
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 0
        }
      guard length > 0, rest.dropFirst().prefix(length - 1).allSatisfy({ $0 & 0xC0 == 0x80 }) else { break }
      rest = rest.dropFirst(length)
    }
    return text[..<rest.startIndex]
  }

  /// The text in a run, up to the first control character.
  func decoded(_ run: Range<Int>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(run.count * 3 / 4)
    var bits: UInt32 = 0
    var held = 0
    var place = run.lowerBound
    while place < run.upperBound {
      let (byte, length) = scalar(place)
      place += length
      guard let value = Self.base64Value(byte) else { continue }
      bits = bits << 6 | UInt32(value)
      held += 6
      guard held >= 8 else { continue }
      held -= 8
      let next = UInt8(truncatingIfNeeded: bits >> UInt32(held))
      guard next >= 32 || (9...13).contains(next) else { break }
      text.append(next)
    }
    return text
  }

  private func holdsSecret(_ text: ArraySlice<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { buffer in
      var scanner = MaskScanner(buffer, depth: depth - 1, stopsAtFirst: true, meter: meter)
      scanner.run()
      return scanner.found.contains { text.count >= Self.longEnough || $0.kind == .value }
    }
  }

  static func base64Value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 65...90: byte - 65
    case 97...122: byte - 71
    case 48...57: byte + 4
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
