/// The name of an internet domain, read strictly; two spellings of one name are equal.
///
/// International names are accepted as letters (mapped to lower case and NFC first) and as `xn--` labels that decode to
/// letters and encode back to themselves. Refused are addresses in digits, a dot at the end, underscores, ideographic dots.
/// Does not know whether a name exists, and does not see that two names look alike: that is the work of a registry.
/// Source: RFC 1123, section 2.1; RFC 5890 to 5893 (IDNA2008); RFC 5895, section 2, steps 1 and 3; RFC 3696, section 2.
public struct DomainName: Sendable, Hashable, CustomStringConvertible {
  /// Most bytes of a name in its ASCII form. Source: RFC 1035, section 2.3.4.
  public static let longest = 253
  /// Most bytes of one label in its ASCII form.
  public static let longestLabel = 63

  /// In lower case with `xn--` labels: what resolvers, certificates and comparisons take.
  public let ascii: String
  /// In lower case and NFC with letters: what people read.
  public let unicode: String
  public let labelCount: Int

  /// - Parameter place: where the text begins in a longer one, for the place of a refusal.
  /// - Throws: reasons of domain names, `controlCharacter`, `invisibleCharacter`, `unknownCharacter`.
  public init(_ text: some StringProtocol, at place: Int = 1) throws(InputRefusal) {  // O.Source_1#860
    guard !text.isEmpty else { throw InputRefusal(.domainEmpty) }
    // A scalar of four bytes never encodes to less than one.
    guard text.utf8.count <= Self.longest * 4 else { throw InputRefusal(.domainTooLong, limit: Self.longest) }
    var place = place
    var labels: [(ascii: String, unicode: [Unicode.Scalar])] = []
    for part in text.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false) {
      guard !part.isEmpty else { throw InputRefusal(.labelEmpty, at: place) }
      labels.append(try DomainLabel.read(part, at: place))
      place += part.count + 1
    }
    if labels.contains(where: { $0.unicode.contains(where: LabelDirection.needsRule) }) {
      guard labels.allSatisfy({ LabelDirection.isReadable($0.unicode) }) else { throw InputRefusal(.mixedDirections) }
    }
    guard let last = labels.last, !Self.isNumber(last.ascii) else { throw InputRefusal(.numericEnding) }
    ascii = labels.map(\.ascii).joined(separator: ".")
    guard ascii.utf8.count <= Self.longest else { throw InputRefusal(.domainTooLong, limit: Self.longest) }
    unicode = labels.map { String(String.UnicodeScalarView($0.unicode)) }.joined(separator: ".")
    labelCount = labels.count
  }

  /// Digits, or hexadecimal digits behind `0x`: what browsers and resolvers take for the end of an IPv4 address, also in
  /// `127.0.0.0x1`. Source: WHATWG URL Standard, section 3.5 (ends in a number).
  private static func isNumber(_ label: String) -> Bool {
    let digits = label.utf8
    if digits.allSatisfy({ (48...57).contains($0) }) { return true }
    return label.hasPrefix("0x") && digits.dropFirst(2).allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
  }

  public var description: String { ascii }

  public static func == (one: DomainName, other: DomainName) -> Bool { one.ascii == other.ascii }
  public func hash(into hasher: inout Hasher) { hasher.combine(ascii) }
}
