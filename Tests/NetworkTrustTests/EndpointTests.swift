import NetworkTrust
import Testing

struct EndpointTests {
  @Test(
    "An endpoint is read into host and port",
    arguments: [
      ("https://API.Example.org", "api.example.org", 443, "https://api.example.org"),
      ("https://a.b:8443", "a.b", 8443, "https://a.b:8443"), ("HTTPS://a.b:443", "a.b", 443, "https://a.b"),
      ("https://127.0.0.1:1", "127.0.0.1", 1, "https://127.0.0.1:1"),
      ("https://[2001:DB8::0:1]:65535", "2001:db8::1", 65535, "https://[2001:db8::1]:65535"),
    ])
  func read(text: String, host: String, port: UInt16, printed: String) throws {
    let endpoint = try Endpoint(text)
    #expect(endpoint.host.description == host)
    #expect(endpoint.port == port)
    #expect(endpoint.description == printed)
  }

  @Test("Any scheme but https is refused as not secure", arguments: ["http://a.b", "ftp://a.b", "://a.b"])
  func notSecure(text: String) {
    #expect(throws: NetworkError.notSecure) { try Endpoint(text) }
  }

  @Test(
    "Anything beside host and port is refused",
    arguments: [
      "a.b", "https://a.b/", "https://a.b/x", "https://u@a.b", "https://a.b?x", "https://a.b#x", "https://a.b:",
      "https://a.b:0", "https://a.b:65536", "https://a.b:+1", "https://a.b:080", "https://[::1", "https://[::1]1",
      "https://a.b:1:2", "https://[a.b]",
    ])
  func malformed(text: String) {
    #expect(throws: NetworkError.malformedEndpoint) { try Endpoint(text) }
  }
}
