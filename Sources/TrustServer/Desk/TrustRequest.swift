#if Server
  /// A request as the desk sees it: bounded bytes, no framework type.
  public struct TrustRequest: Sendable {
    public let method: String
    /// Without query.
    public let path: String
    /// What follows the question mark, as it came.
    public let query: String
    /// Lower-case names; a header that came twice has more than one value.
    public let headers: [String: [String]]
    public let body: [UInt8]
    /// The peer's address without port, for the per-peer cap.
    public let peer: String

    public init(
      method: String, path: String, query: String = "", headers: [String: [String]] = [:], body: [UInt8] = [],
      peer: String
    ) {
      self.method = method
      self.path = path
      self.query = query
      self.headers = headers
      self.body = body
      self.peer = peer
    }

    /// The header when it came exactly once. Source: RFC 9449, section 4.3 (one DPoP header).
    func header(_ name: String) -> String? {
      guard let values = headers[name.lowercased()], values.count == 1 else { return nil }
      return values.first
    }
  }
#endif
