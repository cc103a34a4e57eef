/// A QR code as PNG: one bit per pixel, stored without compression, which every reader takes.
/// Source: PNG (Third Edition) sections 5, 7 and 11; RFC 1950; RFC 1951 section 3.2.4.
struct QRPNG {
  /// Pixels of a square's edge.
  private static let scale = 8
  let code: QRModules

  var bytes: [UInt8] {
    let side = code.side * Self.scale
    var header = Self.number(side) + Self.number(side)
    // One bit, greyscale, the standard methods, not interlaced.
    header += [1, 0, 0, 0, 0]
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + Self.chunk("IHDR", header)
      + Self.chunk("IDAT", Self.stored(rows)) + Self.chunk("IEND", [])
  }

  /// Each row behind its filter type, 0.
  private var rows: [UInt8] {
    let width = code.side * Self.scale
    var rows: [UInt8] = []
    for row in 0..<code.side {
      var line: [UInt8] = [0] + [UInt8](repeating: 0, count: (width + 7) / 8)
      for pixel in 0..<width where !code.isDark(pixel / Self.scale, row) {
        line[1 + pixel / 8] |= 0x80 >> UInt8(pixel % 8)
      }
      for _ in 0..<Self.scale { rows += line }
    }
    return rows
  }

  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = [0x78, 0x01]
    var place = 0
    while place < bytes.count {
      let part = bytes[place..<min(place + 65_535, bytes.count)]
      place = part.endIndex
      let count = UInt16(part.count)
      out.append(place == bytes.count ? 1 : 0)
      for word in [count, ~count] { out += [UInt8(word & 0xFF), UInt8(word >> 8)] }
      out += part
    }
    return out + number(Int(adler(bytes)))
  }

  private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let covered = Array(name.utf8) + body
    return number(body.count) + covered + number(Int(crc(covered)))
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    var (low, high) = (UInt32(1), UInt32(0))
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
