import HTTPTypes

/// A request that may go to one endpoint, checked once so that every transport refuses the same.
///
/// Claim: `https` or nothing as scheme, this endpoint or nothing as authority, a path that stands on one line and ends
/// where the sender meant, and no field that says where a message ends or what the connection is for: two readers that
/// disagree about those are how requests are smuggled.
/// Source: RFC 9110, sections 4.2, 7.2, 7.6.1 and 9.3.8; RFC 9112, section 11.2.
public struct RequestTarget: Sendable, Hashable {
  private static let owned: Set<String> = [
    "host", "content-length", "transfer-encoding", "connection", "keep-alive", "proxy-connection", "te", "trailer",
    "upgrade", "expect",
  ]

  /// Starts with `/`; with the query.
  public let path: String

  /// - Throws: ``NetworkError/notSecure``, ``NetworkError/foreignEndpoint``, ``NetworkError/invalidRequest``.
  public init(_ request: HTTPRequest, at endpoint: Endpoint) throws(NetworkError) {
    if let scheme = request.scheme, scheme.lowercased() != "https" { throw .notSecure }
    if let authority = request.authority?.lowercased(), authority != endpoint.authority,
      authority != "\(endpoint.host.authority):\(endpoint.port)"
    {
      throw .foreignEndpoint
    }
    // Whoever traces may send no content, and an encoder that says no length for it makes of a body another request.
    guard request.method != .connect, request.method != .trace,
      let path = request.path, path.utf8.first == UInt8(ascii: "/"),
      path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }),
      !request.headerFields.contains(where: { Self.owned.contains($0.name.canonicalName) })
    else { throw .invalidRequest }
    self.path = path
  }
}
