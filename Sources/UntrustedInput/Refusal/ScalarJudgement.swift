/// Characters that no text from outside may hold in one line: what cannot be seen, or what each system sees differently.
enum ScalarJudgement {
  /// Controls, format characters (bidirectional ones among them), separators of lines, private use, unassigned.
  /// Source: Unicode Technical Standard 39, section 3; CWE-1007, CWE-176.
  static func flaw(of scalar: Unicode.Scalar) -> InputRefusal.Reason? {
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F ? .controlCharacter : nil }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return .controlCharacter
    case .format: return .invisibleCharacter
    case .privateUse, .unassigned, .surrogate: return .unknownCharacter
    default: return scalar.properties.isDefaultIgnorableCodePoint && !isSelector(scalar) ? .invisibleCharacter : nil
    }
  }

  /// Selectors of emoji pictures belong to the sign before them.
  private static func isSelector(_ scalar: Unicode.Scalar) -> Bool { (0xFE00...0xFE0F).contains(scalar.value) }
}
