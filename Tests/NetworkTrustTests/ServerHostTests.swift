import NetworkTrust
import Testing

struct ServerHostTests {
  @Test(
    "Names and addresses are told apart",
    arguments: [
      ("localhost", ServerHost.Kind.name), ("xn--mller-kva.example", .name), ("1.example", .name),
      ("10.0.0.1", .ipv4), ("::1", .ipv6), ("fe80::1", .ipv6),
    ])
  func kinds(text: String, kind: ServerHost.Kind) throws {
    #expect(try ServerHost(text).kind == kind)
  }

  @Test(
    "What resolvers read in different ways is refused",
    arguments: [
      "", ".", "a.", ".a", "a..b", "-a.b", "a-.b", "a_b.c", "a b", "müller.example", "1.2.3", "127.1", "0x7f.1",
      "256.1.1.1", "010.0.0.1.", "a\u{0}b", "*.a.b", "fe80::1%eth0", String(repeating: "a", count: 64),
      String(repeating: "a.", count: 127) + "a",
    ])
  func malformed(text: String) {
    #expect(throws: NetworkError.malformedHost) { try ServerHost(text) }
  }
}
