import Foundation

/// One label of a domain name, in both of its forms.
enum DomainLabel {
  static func read(_ text: some Sequence<Unicode.Scalar>, at place: Int) throws(InputRefusal) -> (
    ascii: String, unicode: [Unicode.Scalar]
  ) {
    let scalars = Array(text)
    return try scalars.allSatisfy(\.isASCII) ? plain(scalars, at: place) : international(scalars, at: place)
  }

  private static func plain(_ scalars: [Unicode.Scalar], at place: Int) throws(InputRefusal) -> (
    ascii: String, unicode: [Unicode.Scalar]
  ) {
    for (offset, scalar) in scalars.enumerated() where !isLetterDigitHyphen(scalar) {
      let reason: InputRefusal.Reason =
        switch scalar {
        case " ": .blank
        case "@": .secondAt
        case "(", ")": .comment
        default: ScalarJudgement.flaw(of: scalar) ?? .domainCharacter
        }
      throw InputRefusal(reason, at: place + offset)
    }
    let ascii = String(String.UnicodeScalarView(scalars)).lowercased()
    try checkLength(ascii, at: place)
    try checkHyphens(Array(ascii.unicodeScalars), at: place)
    guard ascii.hasPrefix("xn--") else { return (ascii, Array(ascii.unicodeScalars)) }
    // One name, one text: capitals, what NFC changes and what needs no coding come back different.
    guard let decoded = try? Punycode.decode(ascii.dropFirst(4)), !decoded.allSatisfy(\.isASCII),
      let again = try? international(decoded, at: place), again.ascii == ascii
    else { throw InputRefusal(.malformedPunycode, at: place) }
    return (ascii, again.unicode)
  }

  private static func international(_ typed: [Unicode.Scalar], at place: Int) throws(InputRefusal) -> (
    ascii: String, unicode: [Unicode.Scalar]
  ) {
    for (offset, scalar) in typed.enumerated() {
      guard scalar.value != 0x200C && scalar.value != 0x200D, let reason = ScalarJudgement.flaw(of: scalar) else {
        continue
      }
      throw InputRefusal(reason, at: place + offset)
    }
    let mapped = String(String.UnicodeScalarView(typed)).lowercased().precomposedStringWithCanonicalMapping
    let label = Array(mapped.unicodeScalars)
    guard label.count <= Punycode.longest else {
      throw InputRefusal(.labelTooLong, limit: DomainName.longestLabel, at: place)
    }
    // Signs such as the one for Kelvin are ASCII letters once they are mapped.
    if label.allSatisfy(\.isASCII) {
      guard !label.starts(with: "xn--".unicodeScalars) else { throw InputRefusal(.malformedPunycode, at: place) }
      return try plain(label, at: place)
    }
    try checkHyphens(label, at: place)
    for (offset, scalar) in label.enumerated() {
      if let fits = DomainScalars.isAllowed(label, at: offset) {
        guard fits else { throw InputRefusal(.misplacedDomainCharacter, at: place + offset) }
      } else if !DomainScalars.isAllowed(scalar) {
        throw InputRefusal(.domainCharacter, at: place + offset)
      }
    }
    switch label.first?.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: throw InputRefusal(.misplacedDomainCharacter, at: place)
    default: break
    }
    let ascii = "xn--" + (try Punycode.encode(label))
    try checkLength(ascii, at: place)
    return (ascii, label)
  }

  private static func checkLength(_ ascii: String, at place: Int) throws(InputRefusal) {
    guard ascii.utf8.count <= DomainName.longestLabel else {
      throw InputRefusal(.labelTooLong, limit: DomainName.longestLabel, at: place)
    }
  }

  /// None at the ends; in the third and fourth place only behind `xn`
  /// of an encoded label. Source: RFC 5891, section 4.2.3.1.
  private static func checkHyphens(_ label: [Unicode.Scalar], at place: Int) throws(InputRefusal) {
    let marked = label.count > 3 && label[2] == "-" && label[3] == "-"
    guard label.first != "-", label.last != "-",
      !marked || label.allSatisfy(\.isASCII) && label.starts(with: "xn--".unicodeScalars)
    else {
      throw InputRefusal(.misplacedHyphen, at: place)
    }
  }

  private static func isLetterDigitHyphen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x2D, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }
}
