import HTTPTypes

/// Follows redirects within a fixed set of servers; without it a redirect is an answer.
///
/// Claim: a redirect never leaves HTTPS and never reaches a server that is not listed here with a transport of its own,
/// whose pins judge it. At another server only the fields that say nothing about the person go along; a body never does.
///
/// What is followed: GET and HEAD at 301, 302, 303, 307 and 308; every method at 303 (as GET, without its body) and, at
/// the same server, at 307 and 308. A 301 or 302 to anything but GET and HEAD is returned as the answer, since clients
/// disagree about its method.
///
/// Source: RFC 9110, section 15.4; MASVS-NETWORK-1.
public struct RedirectingTransport: HTTPTransport {
  private let transports: [Endpoint: any HTTPTransport]
  private let endpoint: Endpoint
  private let first: any HTTPTransport
  private let maximum: Int

  /// Fields that may go to another server.
  private static let harmless: Set<HTTPField.Name> = [.accept, .acceptLanguage, .userAgent]

  /// - Parameters:
  ///   - first: the transport of `endpoint`, to which requests go.
  ///   - others: further servers that a redirect may lead to.
  ///   - maximum: how many redirects one request may take.
  public init(
    _ first: any HTTPTransport, at endpoint: Endpoint, others: [Endpoint: any HTTPTransport] = [:], maximum: Int = 5
  ) {
    self.first = first
    self.endpoint = endpoint
    self.maximum = maximum
    transports = others
  }

  /// - Throws: ``NetworkError/notSecure`` for a redirect that leaves HTTPS, ``NetworkError/foreignEndpoint`` for one that
  ///   leaves the listed servers or would take a body to another one, ``NetworkError/tooManyRedirects(maximum:)``,
  ///   ``NetworkError/protocolViolation`` for one that cannot be read; and what the transports throw.
  public func send(_ request: HTTPRequest, body: [UInt8]) async throws(NetworkError) -> HTTPAnswer {
    var (request, body, place, followed) = (request, body, endpoint, 0)
    while true {
      let transport = place == endpoint ? first : transports[place]
      guard let transport else { throw .foreignEndpoint }
      let answer = try await transport.send(request, body: body)
      let locations = answer.response.headerFields[values: .location]
      guard let method = Self.method(after: answer.response.status.code, for: request.method), !locations.isEmpty
      else { return answer }
      guard locations.count == 1, let path = request.path else { throw .protocolViolation }
      guard followed < maximum else { throw .tooManyRedirects(maximum: maximum) }
      followed += 1
      let target = try RedirectTarget(locations[0], from: place, path: path)
      if method != request.method {
        body = []
        request.headerFields[.contentType] = nil
      }
      if target.endpoint != place {
        guard body.isEmpty else { throw .foreignEndpoint }
        request.headerFields = HTTPFields(request.headerFields.filter { Self.harmless.contains($0.name) })
      }
      (request.method, request.path, request.scheme, request.authority) = (method, target.path, nil, nil)
      place = target.endpoint
    }
  }

  /// The method of the next request; nil when this answer is not to be followed.
  private static func method(after status: Int, for method: HTTPRequest.Method) -> HTTPRequest.Method? {
    let isSafe = method == .get || method == .head
    return switch status {
    case 301, 302: isSafe ? method : nil
    case 303: isSafe ? method : .get
    case 307, 308: method
    default: nil
    }
  }
}
