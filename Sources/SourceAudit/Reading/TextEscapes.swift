/// What the backslashes of a text of Kotlin or Java stand for.
enum TextEscapes {
  static func resolved(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
    var units: [UInt16] = []
    var plain = bytes.startIndex
    var index = bytes.startIndex
    func flush(_ end: Int, _ units: inout [UInt16]) {
      units += String(decoding: bytes[plain..<end], as: UTF8.self).utf16
    }
    while index < bytes.endIndex {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex else {
        index += 1
        continue
      }
      flush(index, &units)
      index = escape(bytes, index + 1, &units)
      plain = index
    }
    flush(bytes.endIndex, &units)
    return String(decoding: units, as: UTF16.self)
  }

  /// Reads what follows the backslash and tells the place behind it.
  private static func escape(_ bytes: ArraySlice<UInt8>, _ start: Int, _ units: inout [UInt16]) -> Int {
    let letter = bytes[start]
    switch letter {
    case UInt8(ascii: "n"): units.append(10)
    case UInt8(ascii: "t"): units.append(9)
    case UInt8(ascii: "r"): units.append(13)
    case UInt8(ascii: "b"): units.append(8)
    case UInt8(ascii: "f"): units.append(12)
    case UInt8(ascii: "s"): units.append(32)
    // Joins two lines of a text block.
    case 10: break
    case UInt8(ascii: "u"):
      var index = start
      while index < bytes.endIndex, bytes[index] == UInt8(ascii: "u") { index += 1 }
      let end = min(index + 4, bytes.endIndex)
      guard let unit = UInt16(String(decoding: bytes[index..<end], as: UTF8.self), radix: 16) else { return start + 1 }
      units.append(unit)
      return end
    case UInt8(ascii: "0")...UInt8(ascii: "7"):
      var index = start
      var value: UInt16 = 0
      while index < min(start + 3, bytes.endIndex), bytes[index] >= 0x30, bytes[index] <= 0x37, value < 32 {
        value = value * 8 + UInt16(bytes[index] - 0x30)
        index += 1
      }
      units.append(value)
      return index
    default:
      // A letter beyond ASCII stays whole: its other bytes follow.
      guard letter < 0x80 else { return start }
      units.append(UInt16(letter))
    }
    return start + 1
  }
}
