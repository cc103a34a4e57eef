/// Which characters may stand in an international label, and where.
///
/// Derived from the properties of the running Unicode tables as RFC 5892 section 3 says, so a new script needs no new
/// list. Left out, hence refused: a joiner that only the joining types of its neighbours would allow (Persian and Indic
/// names with ZWNJ after a letter that is no virama).
/// Source: RFC 5892, sections 2, 3 and appendix A.
enum DomainScalars {
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0xDF, 0x3C2, 0x6FD, 0x6FE, 0xF0B, 0x3007: return true
    case 0x640, 0x7FA, 0x302E, 0x302F, 0x3031...0x3035, 0x303B: return false
    case 0x2D, 0x30...0x39, 0x61...0x7A: return true
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: return false
    case 0x20D0...0x20FF, 0x1D100...0x1D1FF, 0x1D200...0x1D24F: return false
    default: break
    }
    let properties = scalar.properties
    if properties.changesWhenNFKCCaseFolded || properties.isDefaultIgnorableCodePoint || properties.isWhitespace {
      return false
    }
    switch properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: return true
    default: return false
    }
  }

  /// Whether the scalar is one that only its neighbours allow, and whether they do; nil for all others.
  static func isAllowed(_ label: [Unicode.Scalar], at place: Int) -> Bool? {
    let before = place > 0 ? label[place - 1] : nil
    let after = place + 1 < label.count ? label[place + 1] : nil
    switch label[place].value {
    case 0x200C, 0x200D: return before?.properties.canonicalCombiningClass == .virama
    case 0xB7: return before == "l" && after == "l"
    case 0x375: return after.map { isGreek($0.value) } ?? false
    case 0x5F3, 0x5F4: return before.map { (0x591...0x5F4).contains($0.value) } ?? false
    case 0x30FB: return label.contains { isJapanese($0.value) }
    case 0x660...0x669: return !label.contains { (0x6F0...0x6F9).contains($0.value) }
    case 0x6F0...0x6F9: return !label.contains { (0x660...0x669).contains($0.value) }
    default: return nil
    }
  }

  private static func isGreek(_ value: UInt32) -> Bool {
    (0x370...0x3FF).contains(value) || (0x1F00...0x1FFF).contains(value)
  }

  private static func isJapanese(_ value: UInt32) -> Bool {
    switch value {
    case 0x30FB: false
    case 0x3005, 0x3007, 0x3041...0x30FF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF: true
    case 0x20000...0x323AF: true
    default: false
    }
  }
}
