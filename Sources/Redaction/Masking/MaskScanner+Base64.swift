/// base64 and base64url, padded or not, whose text holds something to mask. Each run is opened once, and again at most
/// as often as ``MaskScanner/depth`` says: the work stays proportional to the run.
///
/// A run counts as text when its first six bytes are printable ASCII, and as far as no control character comes: keys,
/// hashes and pictures are left alone, as is text in another encoding than UTF-8. Source: RFC 4648, sections 4 and 5.
extension MaskScanner {
  mutating func encoded(_ word: Range<Int>) -> Bool {
    guard depth > 0, word.lowerBound >= openedUntil, looksLikeText(word.lowerBound) else { return false }
    var end = word.upperBound
    var isPadded = false
    while end < count {
      let (byte, length) = scalar(end)
      guard byte == UInt8(ascii: "=") || (!isPadded && Self.value(byte) != nil && !isBlock(end)) else { break }
      isPadded = byte == UInt8(ascii: "=")
      end += length
    }
    openedUntil = end
    guard holdsSecret(decoded(word.lowerBound..<end)) else { return false }
    take(.encoded, word.lowerBound..<end)
    return true
  }

  private func looksLikeText(_ start: Int) -> Bool {
    guard start + 8 <= count else { return false }
    var bits: UInt64 = 0
    for offset in 0..<8 {
      guard let value = Self.value(at(start + offset)) else { return false }
      bits = bits << 6 | UInt64(value)
    }
    for shift in stride(from: 40, through: 0, by: -8) {
      let byte = UInt8(truncatingIfNeeded: bits >> UInt64(shift))
      guard (32..<127).contains(byte) || byte == 10 || byte == 13 || byte == 9 else { return false }
    }
    return true
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
      guard let value = Self.value(byte) else { continue }
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

  private func holdsSecret(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { buffer in
      var scanner = MaskScanner(buffer, depth: depth - 1, stopsAtFirst: true, meter: meter)
      scanner.run()
      return !scanner.found.isEmpty
    }
  }

  private static func value(_ byte: UInt8) -> UInt8? {
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
