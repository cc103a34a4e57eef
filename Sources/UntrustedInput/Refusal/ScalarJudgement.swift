/// Characters that no text from outside may hold in one line: what cannot be seen, or what each system sees differently.
enum ScalarJudgement {
  /// The first flaw of a text with its place from 0. Beside the flaws of each character: a selector that has nothing to
  /// select, or stands behind another one, is no picture but hidden data.
  static func flaw(in text: some Sequence<Unicode.Scalar>) -> (reason: InputRefusal.Reason, place: Int)? {
    var previous: Unicode.Scalar?
    for (place, scalar) in text.enumerated() {
      if let reason = flaw(of: scalar) { return (reason, place) }
      if isSelector(scalar), !(previous.map(isSelectable) ?? false) { return (.invisibleCharacter, place) }
      previous = scalar
    }
    return nil
  }

  /// Controls, format characters (bidirectional ones among them), separators of lines, private use, unassigned, and the
  /// pattern of Braille without a dot, which is blank.
  /// Source: Unicode Technical Standard 39, section 3; CWE-1007, CWE-176.
  static func flaw(of scalar: Unicode.Scalar) -> InputRefusal.Reason? {
    if scalar.value == 0x2800 { return .invisibleCharacter }
    if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F ? .controlCharacter : nil }
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return .controlCharacter
    case .format: return .invisibleCharacter
    case .privateUse, .unassigned, .surrogate: return .unknownCharacter
    default: return scalar.properties.isDefaultIgnorableCodePoint && !isSelector(scalar) ? .invisibleCharacter : nil
    }
  }

  /// Emoji, ideographs and signs come in several pictures. Source: Unicode, StandardizedVariants.txt and
  /// emoji-variation-sequences.txt.
  private static func isSelectable(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    if properties.isEmoji || properties.isIdeographic { return true }
    switch properties.generalCategory {
    case .mathSymbol, .otherSymbol, .modifierSymbol, .otherPunctuation: return !isSelector(scalar)
    default: return false
    }
  }

  /// Selectors of emoji pictures belong to the sign before them.
  private static func isSelector(_ scalar: Unicode.Scalar) -> Bool { (0xFE00...0xFE0F).contains(scalar.value) }
}
