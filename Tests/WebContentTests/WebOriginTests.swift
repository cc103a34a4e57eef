import Testing
import WebContent

@Suite("Origins of web content")
struct WebOriginTests {
  @Test(
    "An origin is https and a name, with a port or one wildcard",
    arguments: [
      ("https://app.example", "https://app.example"), ("https://app.example:443", "https://app.example"),
      ("https://app.example:8443", "https://app.example:8443"), ("https://*.app.example", "https://*.app.example"),
      ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"), ("https://co.uk", "https://co.uk"),
      ("https://*.shop.co.uk", "https://*.shop.co.uk"), ("https://*.co.example", "https://*.co.example"),
    ])
  func read(text: String, canonical: String) throws {
    #expect(try WebOrigin(text).description == canonical)
  }

  @Test(
    "Whatever could be read in two ways is no origin",
    arguments: [
      "", "http://app.example", "app.example", "https://", "https://app.example/", "https://app.example/path",
      "https://user@app.example", "https://app.example:", "https://app.example:0", "https://app.example:99999",
      "https://app.example:0443", "https://localhost", "https://127.0.0.1", "https://0x7f.1", "https://a.0x7f",
      "https://[::1]", "https://*.example", "https://*", "https://a.*.example", "https://**.app.example",
      "https://APP.example", "https://bücher.example", "https://app.example.", "https://-a.example",
      "https://app_1.example", "https://app.example?x", "https://app.example#x", "https://app.example\\@evil.example",
      "https:app.example", "https://*.co.uk", "https://*.com.au:8443", "file:///x", "https://a..example",
      " https://app.example",
    ])
  func refused(text: String) {
    #expect(throws: WebContentError.notAnOrigin) { try WebOrigin(text) }
  }
}
