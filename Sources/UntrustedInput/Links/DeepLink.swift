/// A link that the system handed to the app, taken apart once, strictly: `scheme://host/segment/…?name=value&…`.
///
/// One link has one reading: no credentials, no port, no backslash, no dot or empty segments, no encoded separators, no
/// second encoding, no repeated names, no invisible characters, no `+` in the query (a plus to some, a blank to others),
/// and no other link inside (what begins like one: two slashes, or a word and a colon with no digit behind it). It says nothing about whether the app should follow it: that is ``LinkRules``. A link is a
/// request by a stranger even when it fits.
///
/// Source: RFC 3986, sections 2 and 3; O.Source_1, O.Arch_5; CWE-20, CWE-174, CWE-601, CWE-939.
public struct DeepLink: Sendable, Hashable, CustomStringConvertible {
  /// Most bytes of a link.
  public static let longest = 2048
  /// Most segments of a path, and most parameters.
  public static let mostParts = 16

  /// What a link may have beside scheme, host, path and parameters.
  public struct Forms: OptionSet, Sendable, Hashable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// `…#place`
    public static let fragment = Forms(rawValue: 1)
  }

  /// One name with its value, both decoded.
  public struct Parameter: Sendable, Hashable {
    public let name: String
    public let value: String
  }

  /// In lower case.
  public let scheme: String
  /// In lower case.
  public let host: String
  /// Decoded; none for `/` and for no path at all, which are the same.
  public let segments: [String]
  /// In the order of the link; no name stands twice.
  public let parameters: [Parameter]
  /// Decoded; nil without.
  public let fragment: String?

  /// - Throws: reasons of any text and of links.
  public init(_ text: some StringProtocol, allowing forms: Forms = []) throws(InputRefusal) {  // O.Source_1#865
    guard !text.isEmpty else { throw InputRefusal(.empty) }
    guard text.utf8.count <= Self.longest else { throw InputRefusal(.tooLong, limit: Self.longest) }
    var scanner = LinkScanner(Array(text.unicodeScalars))
    try scanner.checkCharacters()
    scheme = try scanner.readScheme()
    host = try scanner.readHost()
    segments = try scanner.readSegments(most: Self.mostParts)
    parameters = try scanner.readParameters(most: Self.mostParts)
    fragment = try scanner.readFragment()
    guard fragment == nil || forms.contains(.fragment) else { throw InputRefusal(.linkFragment) }
  }

  /// The value under this name.
  public subscript(name: String) -> String? { parameters.first { $0.name == name }?.value }

  /// The same link in the one spelling: unreserved characters as they are, all others encoded.
  public var description: String {
    var text = "\(scheme)://\(host)"
    for segment in segments { text += "/" + PercentEncoding.encode(segment) }
    for (number, parameter) in parameters.enumerated() {
      text += number == 0 ? "?" : "&"
      text += "\(PercentEncoding.encode(parameter.name))=\(PercentEncoding.encode(parameter.value))"
    }
    if let fragment { text += "#" + PercentEncoding.encode(fragment) }
    return text
  }
}
