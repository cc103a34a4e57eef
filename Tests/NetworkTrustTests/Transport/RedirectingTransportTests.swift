import HTTPTypes
import NetworkTrust
import SecurityTesting
import Testing

struct RedirectingTransportTests {
  func endpoint(_ name: String) throws -> Endpoint { try Endpoint("https://\(name).example") }

  /// Redirects from `/` as told; every other path is the end.
  func redirecting(_ status: Int, to location: String) -> InMemoryTransport {
    InMemoryTransport { request, _ in
      var response = HTTPResponse(status: request.path == "/" ? .init(code: status) : .ok)
      if request.path == "/" { response.headerFields[.location] = location }
      return HTTPAnswer(response: response)
    }
  }

  func request(_ method: HTTPRequest.Method = .get) -> HTTPRequest {
    var request = HTTPRequest(method: method, scheme: "https", authority: nil, path: "/")
    request.headerFields[.authorization] = "Bearer secret"
    request.headerFields[.accept] = "application/json"
    return request
  }

  @Test(
    "A target is read against the place that it came from",
    arguments: [
      ("/b", "/b"), ("b", "/b"), ("./b?c", "/b?c"), ("../b", "/b"), ("?q=1", "/?q=1"), ("https://a.example/b#c", "/b"),
      ("//a.example/b", "/b"), ("https://A.example:443?x", "/?x"), ("/a/./b/../c/", "/a/c/"),
    ])
  func targets(location: String, path: String) async throws {
    let inner = InMemoryTransport { request, _ in
      var response = HTTPResponse(status: .ok)
      if request.headerFields[.range] != nil {
        response.status = .found
        response.headerFields[.location] = location
      }
      return HTTPAnswer(response: response)
    }
    var first = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
    first.headerFields[.range] = "first"
    // The mark that makes the server redirect is gone after the first answer.
    let marked = InMemoryTransport { request, body throws(NetworkError) in
      var request = request
      if request.path != "/" || inner.received.count > 0 { request.headerFields[.range] = nil }
      return try await inner.send(request, body: body)
    }
    _ = try await RedirectingTransport(marked, at: endpoint("a")).send(first, body: [])
    #expect(inner.received.map(\.request.path) == ["/", path])
  }

  @Test(
    "What leaves HTTPS or the listed servers is refused by name",
    arguments: [
      ("http://a.example/", NetworkError.notSecure), ("ftp://a.example/", .notSecure), ("javascript:x", .notSecure),
      ("https://evil.example/", .foreignEndpoint), ("//evil.example/", .foreignEndpoint),
      ("https://a.example:444/", .foreignEndpoint), ("https://a.example@evil.example/", .protocolViolation),
      ("https:/x", .protocolViolation), ("/a b", .protocolViolation), ("https://", .protocolViolation),
    ])
  func refused(location: String, reason: NetworkError) async throws {
    let transport = redirecting(302, to: location)
    let following = RedirectingTransport(transport, at: try endpoint("a"))
    await #expect(throws: reason) { try await following.send(request(), body: []) }
    #expect(transport.received.count == 1)
  }

  @Test("At another server the token does not go along, and a body goes to none")
  func credentials() async throws {
    let other = InMemoryTransport { _, _ in HTTPAnswer(response: HTTPResponse(status: .ok)) }
    let (a, b) = (try endpoint("a"), try endpoint("b"))
    let first = redirecting(307, to: "https://b.example/there")
    let following = RedirectingTransport(first, at: a, others: [b: other])
    _ = try await following.send(request(), body: [])
    let received = try #require(other.received.first)
    #expect(received.request.headerFields[.authorization] == nil)
    #expect(received.request.headerFields[.accept] == "application/json")
    await #expect(throws: NetworkError.foreignEndpoint) { try await following.send(request(.post), body: [1]) }
    #expect(other.received.count == 1)
  }

  @Test("At the same server 307 keeps method, body and token; 303 makes a GET; a POST at 302 is not followed")
  func methods() async throws {
    for (status, methods) in [(307, [.post, .post]), (303, [.post, .get]), (302, [HTTPRequest.Method.post])] {
      let transport = redirecting(status, to: "/there")
      let answer = try await RedirectingTransport(transport, at: endpoint("a")).send(request(.post), body: [1])
      #expect(transport.received.map(\.request.method) == methods)
      #expect(transport.received.last?.body == (status == 303 ? [] : [1]))
      #expect(transport.received.last?.request.headerFields[.authorization] == "Bearer secret")
      #expect(answer.response.status.code == (status == 302 ? 302 : 200))
    }
  }

  @Test("A circle ends at the limit, and two targets are none")
  func endless() async throws {
    let circle = InMemoryTransport { _, _ in
      HTTPAnswer(response: HTTPResponse(status: .found, headerFields: [.location: "/"]))
    }
    let following = RedirectingTransport(circle, at: try endpoint("a"), maximum: 3)
    await #expect(throws: NetworkError.tooManyRedirects(maximum: 3)) { try await following.send(request(), body: []) }
    #expect(circle.received.count == 4)
    let torn = InMemoryTransport { _, _ in
      var fields = HTTPFields()
      fields.append(HTTPField(name: .location, value: "/a"))
      fields.append(HTTPField(name: .location, value: "/b"))
      return HTTPAnswer(response: HTTPResponse(status: .found, headerFields: fields))
    }
    let unclear = RedirectingTransport(torn, at: try endpoint("a"))
    await #expect(throws: NetworkError.protocolViolation) { try await unclear.send(request(), body: []) }
  }
}
