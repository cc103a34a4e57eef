/// The rule that keeps names with right-to-left letters readable in one way.
///
/// By blocks, as the standard library knows no bidirectional classes: letters of the right-to-left blocks count as such,
/// all other letters as left-to-right. Source: RFC 5893, section 2.
enum LabelDirection {
  static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x660...0x669, 0x6F0...0x6F9: false
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFC, 0x10800...0x10FFF, 0x1E800...0x1EFFF: !isMark(scalar)
    default: false
    }
  }

  /// Whether a name with this letter or digit needs the rule.
  static func needsRule(_ scalar: Unicode.Scalar) -> Bool { isRightToLeft(scalar) || isArabicDigit(scalar) }

  private static func isArabicDigit(_ scalar: Unicode.Scalar) -> Bool { (0x660...0x669).contains(scalar.value) }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .nonspacingMark }

  /// Whether this label may stand in a name that has right-to-left letters somewhere.
  static func isReadable(_ label: [Unicode.Scalar]) -> Bool {
    guard let first = label.first else { return false }
    let arabic = label.contains(where: isArabicDigit)
    guard label.contains(where: isRightToLeft) else {
      return first.properties.isAlphabetic && !isMark(first) && !arabic
    }
    let european = label.contains {
      $0.isASCII && $0.properties.numericType != nil || (0x6F0...0x6F9).contains($0.value)
    }
    let foreign = label.contains { $0.properties.isAlphabetic && !isRightToLeft($0) && !isMark($0) }
    guard isRightToLeft(first), !foreign, !(arabic && european) else { return false }
    let last = label.last { !isMark($0) } ?? first
    return isRightToLeft(last) || last.properties.numericType != nil
  }
}
