#if LinuxClient
  import HTTPTypes
  import NIOHTTP1
  import NetworkTrust

  /// Turns a request into the head that goes on the wire, or refuses it.
  enum RequestHead {
    /// Fields that say where a message ends or what the connection is for: only the transport may set them, since two
    /// readers that disagree about them are how requests are smuggled.
    private static let owned: Set<String> = [
      "host", "content-length", "transfer-encoding", "connection", "keep-alive", "proxy-connection", "te", "trailer",
      "upgrade", "expect",
    ]
    private static let withBody: Set<HTTPRequest.Method> = [.post, .put, .patch]
    private static let idempotent: Set<HTTPRequest.Method> = [.get, .head, .options, .put, .delete]

    /// Source: RFC 9110, section 9.2.2.
    static func mayRepeat(_ request: HTTPRequest) -> Bool { idempotent.contains(request.method) }

    static func make(
      _ request: HTTPRequest, bodyCount: Int, endpoint: Endpoint
    ) throws(NetworkError) -> HTTPRequestHead {
      if let scheme = request.scheme, scheme.lowercased() != "https" { throw .notSecure }
      if let authority = request.authority?.lowercased(), authority != endpoint.authority,
        authority != "\(endpoint.host.authority):\(endpoint.port)"
      {
        throw .foreignEndpoint
      }
      guard request.method != .connect, let path = request.path, path.utf8.first == UInt8(ascii: "/"),
        path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") }),
        !request.headerFields.contains(where: { owned.contains($0.name.canonicalName) })
      else { throw .invalidRequest }

      var headers = HTTPHeaders([("Host", endpoint.authority)])
      for field in request.headerFields { headers.add(name: field.name.rawName, value: field.value) }
      if bodyCount > 0 || withBody.contains(request.method) {
        headers.add(name: "Content-Length", value: String(bodyCount))
      }
      return HTTPRequestHead(
        version: .http1_1, method: .init(rawValue: request.method.rawValue), uri: path, headers: headers)
    }
  }
#endif
