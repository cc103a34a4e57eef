import Foundation

/// One walk over the characters of an address, without going back.
struct EmailScanner {
  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ scalars: [Unicode.Scalar]) { self.scalars = scalars }

  private var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }
  private var place: Int { index + 1 }

  /// Reads up to and over the `@`.
  mutating func readLocalPart() throws(InputRefusal) -> String {
    let isQuoted = next == "\""
    let raw = try isQuoted ? readQuoted() : readDotAtom()
    guard let mark = next else { throw InputRefusal(.missingAt) }
    guard mark == "@" else { throw InputRefusal(Self.reason(for: mark), at: place) }
    guard isQuoted || !raw.isEmpty else { throw InputRefusal(.localPartEmpty) }
    index += 1
    let local = String(raw).precomposedStringWithCanonicalMapping
    if let flaw = ScalarJudgement.flaw(in: local.unicodeScalars) { throw InputRefusal(flaw.reason) }
    // The marks and escapes count: they are sent.
    guard Self.written(local).utf8.count <= EmailAddress.longestLocalPart else {
      throw InputRefusal(.localPartTooLong, limit: EmailAddress.longestLocalPart)
    }
    return local
  }

  private mutating func readDotAtom() throws(InputRefusal) -> String.UnicodeScalarView {
    var atom = String.UnicodeScalarView()
    while let scalar = next, scalar != "@" {
      if scalar == "." {
        let following = index + 1 < scalars.count ? scalars[index + 1] : nil
        guard !atom.isEmpty, let following, following != ".", following != "@" else {
          throw InputRefusal(.misplacedDot, at: place)
        }
      } else if !Self.isAtomText(scalar) {
        throw InputRefusal(Self.reason(for: scalar), at: place)
      }
      atom.append(scalar)
      index += 1
    }
    return atom
  }

  private mutating func readQuoted() throws(InputRefusal) -> String.UnicodeScalarView {
    var text = String.UnicodeScalarView()
    let start = place
    index += 1
    while let scalar = next {
      index += 1
      switch scalar {
      case "\"": return text
      case "\\":
        guard let escaped = next, escaped.isASCII, (0x20...0x7E).contains(escaped.value) else {
          throw InputRefusal(.unfinishedQuote, at: start)
        }
        text.append(escaped)
        index += 1
      default:
        if let flaw = ScalarJudgement.flaw(of: scalar) { throw InputRefusal(flaw, at: place - 1) }
        if !scalar.isASCII && scalar.properties.isWhitespace { throw InputRefusal(.blank, at: place - 1) }
        text.append(scalar)
      }
    }
    throw InputRefusal(.unfinishedQuote, at: start)
  }

  mutating func readHost(allowing forms: EmailAddress.Forms) throws(InputRefusal) -> EmailAddress.Host {
    let start = place
    let text = String(String.UnicodeScalarView(scalars[index...]))
    guard text.unicodeScalars.first != "[" else {
      guard forms.contains(.addressLiteral) else { throw InputRefusal(.addressLiteral, at: start) }
      guard let literal = MailAddressLiteral(text) else { throw InputRefusal(.malformedAddressLiteral, at: start) }
      return .address(literal)
    }
    let domain = try DomainName(text, at: start)
    guard domain.labelCount > 1 || forms.contains(.singleLabel) else { throw InputRefusal(.singleLabel, at: start) }
    return .domain(domain)
  }

  /// The local part as it stands in an address: quoted only when it must be.
  static func written(_ local: String) -> String {
    let parts = local.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    if parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(isAtomText) }) { return local }
    var text = "\""
    for scalar in local.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }

  /// Source: RFC 5322, section 3.2.3; RFC 6532, section 3.2.
  private static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case ..<0x80: "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
    default: ScalarJudgement.flaw(of: scalar) == nil && !scalar.properties.isWhitespace
    }
  }

  /// Why this character ends a local part too early, in the words that help most.
  private static func reason(for scalar: Unicode.Scalar) -> InputRefusal.Reason {
    if let flaw = ScalarJudgement.flaw(of: scalar) { return flaw }
    switch scalar {
    case _ where scalar.properties.isWhitespace: return .blank
    case "(", ")": return .comment
    case "<", ">": return .displayName
    case "\"": return .unfinishedQuote
    default: return .localPartCharacter
    }
  }
}
