#if LinuxClient
  import HTTPTypes
  import NIOHTTP1
  import NetworkTrust

  /// Turns a request into the head that goes on the wire, or refuses it.
  enum RequestHead {
    private static let withBody: Set<HTTPRequest.Method> = [.post, .put, .patch]
    private static let idempotent: Set<HTTPRequest.Method> = [.get, .head, .options, .put, .delete]

    /// Source: RFC 9110, section 9.2.2.
    static func mayRepeat(_ request: HTTPRequest) -> Bool { idempotent.contains(request.method) }

    static func make(
      _ request: HTTPRequest, bodyCount: Int, endpoint: Endpoint
    ) throws(NetworkError) -> HTTPRequestHead {
      let target = try RequestTarget(request, at: endpoint)
      var headers = HTTPHeaders([("Host", endpoint.authority)])
      for field in request.headerFields { headers.add(name: field.name.rawName, value: field.value) }
      if bodyCount > 0 || withBody.contains(request.method) {
        headers.add(name: "Content-Length", value: String(bodyCount))
      }
      return HTTPRequestHead(
        version: .http1_1, method: .init(rawValue: request.method.rawValue), uri: target.path, headers: headers)
    }
  }
#endif
