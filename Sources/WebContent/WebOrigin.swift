import SecurityPolicy

/// Where a page may come from: `https://host`, `https://host:8443`, or `https://*.host` for exactly one more label.
///
/// There is no other scheme, no address of numbers, no path, and no wildcard but the whole first label of a name that
/// has two labels below it and is not one below which anybody registers (`co.uk`, as far as that is customary: the
/// Public Suffix List is not looked at). Source: RFC 6454, section 4; MASVS-PLATFORM-2.
public struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
  /// The host in lower case, without the wildcard.
  public let host: String
  /// Whether one more label stands before ``host``.
  public let isWildcard: Bool
  public let port: Int

  /// - Throws: ``WebContentError/notAnOrigin``; the text itself is not repeated.
  public init(_ text: String) throws(WebContentError) {
    let prefix = "https://*."
    let isWildcard = text.hasPrefix(prefix)
    let exact = isWildcard ? "https://" + text.dropFirst(prefix.count) : text
    guard exact == exact.lowercased(), let address = WebAddress(exact), address.scheme == "https",
      let host = address.host, WebHost(host).map({ $0.labels.count >= 2 }) == true,
      exact == "https://" + host + (address.port.map { ":\($0)" } ?? "")
    else { throw .notAnOrigin }
    guard !isWildcard || !WebOriginText.isForEverybody(host) else { throw .notAnOrigin }
    self.host = host
    self.isWildcard = isWildcard
    port = address.port ?? 443
  }

  public var description: String {
    "https://" + (isWildcard ? "*." : "") + host + (port == 443 ? "" : ":\(port)")
  }

  /// Whether an address of scheme https belongs to this origin.
  func covers(_ address: WebAddress) -> Bool {
    guard address.scheme == "https", let name = address.host, (address.port ?? 443) == port else { return false }
    guard isWildcard else { return name == host }
    guard let dot = name.firstIndex(of: ".") else { return false }
    return name[name.index(after: dot)...] == host
  }
}
