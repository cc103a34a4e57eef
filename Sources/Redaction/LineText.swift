/// Keeps a text from outside from forging log lines or steering a terminal.
/// Source: UAX #9, section 2 (the twelve characters that change a direction).
enum LineText {
  /// Control, line-breaking and direction-changing characters become `\u{…}`; everything else stays.
  static func escape(_ text: String) -> String {
    guard mayBeUnsafe(text), text.unicodeScalars.contains(where: isUnsafe) else { return text }
    var output = ""
    for scalar in text.unicodeScalars {
      if isUnsafe(scalar) {
        output += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      } else {
        output.unicodeScalars.append(scalar)
      }
    }
    return output
  }

  /// False for printable ASCII, which most lines are.
  private static func mayBeUnsafe(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      // No way out of the loop: sixteen bytes are looked at in one step.
      var unsafe: UInt8 = 0
      for byte in bytes { unsafe |= byte < 0x20 || byte >= 0x7F ? 1 : 0 }
      return unsafe != 0
    }
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension MaskingRules {
  /// The masked text on one line: what would break it or steer a terminal is escaped.
  package func maskedLine(_ text: String) -> String { LineText.escape(mask(text)) }
}
