import Foundation

/// An e-mail address as people type it: an addr-spec of RFC 5322, also with international letters on both sides.
///
/// Accepted: dot-atoms, quoted strings, letters beyond ASCII (NFC), international domains. Refused by decision: comments,
/// folded lines and the obsolete forms of RFC 5322 section 4.4, display names, a domain without a dot, and numeric
/// addresses; the last two may be asked for. Does not know whether the mailbox exists or is the person's own: only a
/// message with a code shows that.
/// Source: RFC 5322, section 3.4.1; RFC 5321, sections 4.1.2 and 4.5.3.1; RFC 6531, section 3.3; RFC 3696 with erratum
/// 1690 (254 bytes in all).
public struct EmailAddress: Sendable, Hashable, CustomStringConvertible {
  /// Most bytes of an address.
  public static let longest = 254
  /// Most bytes before the `@`.
  public static let longestLocalPart = 64

  /// What RFC 5321 knows and a sign-up rarely wants.
  public struct Forms: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// `someone@[192.0.2.1]`, `someone@[IPv6:2001:db8::1]`.
    public static let addressLiteral = Forms(rawValue: 1)
    /// `someone@localhost`.
    public static let singleLabel = Forms(rawValue: 2)
  }

  /// What stands behind the `@`.
  public enum Host: Sendable, Hashable {
    case domain(DomainName)
    case address(MailAddressLiteral)
  }

  /// Without quotation marks and escapes, in NFC. Capitals stay: whether they matter is the mail server's affair.
  public let localPart: String
  public let host: Host

  /// The one spelling to store, send and compare: quotes only where they are needed, domain in lower case with `xn--`.
  public var comparable: String { "\(EmailScanner.written(localPart))@\(hostText(\.ascii))" }
  /// The spelling for people: international domains in letters.
  public var description: String { "\(EmailScanner.written(localPart))@\(hostText(\.unicode))" }

  /// - Throws: reasons of any text, of e-mail addresses and of domain names.
  public init(_ text: some StringProtocol, allowing forms: Forms = []) throws(InputRefusal) {  // O.Source_1#861
    guard !text.isEmpty else { throw InputRefusal(.empty) }
    // International domains may be longer typed than sent; the limit proper follows.
    guard text.utf8.count <= Self.longest + DomainName.longest * 3 else {
      throw InputRefusal(.tooLong, limit: Self.longest)
    }
    var scanner = EmailScanner(Array(text.unicodeScalars))
    localPart = try scanner.readLocalPart()
    host = try scanner.readHost(allowing: forms)
    guard comparable.utf8.count <= Self.longest else { throw InputRefusal(.tooLong, limit: Self.longest) }
  }

  private func hostText(_ form: KeyPath<DomainName, String>) -> String {
    switch host {
    case .domain(let name): name[keyPath: form]
    case .address(let literal): literal.description
    }
  }
}
