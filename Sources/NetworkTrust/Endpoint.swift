/// Where a server listens. There is no form without TLS.
public struct Endpoint: Sendable, Hashable, CustomStringConvertible {
  public let host: ServerHost
  public let port: UInt16

  public init(host: ServerHost, port: UInt16 = 443) {
    self.host = host
    self.port = port
  }

  /// Reads `https://host[:port]` as it stands in a policy; an IPv6 address in brackets.
  /// - Throws: ``NetworkError/notSecure`` for `http:` and every other scheme, ``NetworkError/malformedEndpoint`` for
  ///   a user, path, query or fragment, or a port outside 1...65535, ``NetworkError/malformedHost``.
  public init(_ text: String) throws(NetworkError) {
    let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { throw .malformedEndpoint }
    // O.Ntwk_7#1
    guard parts[0].lowercased() == "https" else { throw .notSecure }
    let rest = parts[1]
    let hostText: Substring
    let portText: Substring
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else { throw .malformedEndpoint }
      hostText = rest[rest.index(after: rest.startIndex)..<end]
      portText = rest[rest.index(after: end)...]
      guard hostText.contains(":") else { throw .malformedEndpoint }
    } else {
      let end = rest.firstIndex(of: ":") ?? rest.endIndex
      hostText = rest[..<end]
      portText = rest[end...]
    }
    if hostText.contains(where: { "/?#@".contains($0) }) { throw .malformedEndpoint }
    host = try ServerHost(String(hostText))
    if portText.isEmpty {
      port = 443
    } else {
      let digits = portText.dropFirst()
      guard portText.first == ":", digits.first != "0", digits.allSatisfy({ "0123456789".contains($0) }),
        let number = UInt16(digits)
      else { throw .malformedEndpoint }
      port = number
    }
  }

  /// The value of the `Host` field: the port stands only where it is not 443.
  public var authority: String { port == 443 ? host.authority : "\(host.authority):\(port)" }

  public var description: String { "https://\(authority)" }
}
