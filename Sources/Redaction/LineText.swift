/// Keeps a text from outside from forging log lines or steering a terminal.
enum LineText {
  /// Control, line-breaking and direction-changing characters become `\u{…}`; everything else stays.
  static func escape(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
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

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
