import HTTPTypes
import NetworkTrust
import SecurityPolicy
import SecurityTesting
import Testing

struct InMemoryTransportTests {
  @Test("The transport without a network does what every transport does")
  func conforms() async {
    let transport = InMemoryTransport { request, body in HTTPTransportConformance.answer(to: request, body: body) }
    for (claim, verdict) in await HTTPTransportConformance.check(transport) {
      #expect(verdict == .holds, "\(claim)")
    }
    #expect(transport.received.count == 5)
  }

  @Test("The suite sees a transport that follows redirects")
  func follows() async {
    let transport = InMemoryTransport { request, body in
      let answer = HTTPTransportConformance.answer(to: request, body: body)
      guard answer.response.status == .found else { return answer }
      return HTTPTransportConformance.answer(
        to: .init(method: .get, scheme: nil, authority: nil, path: "/echo"), body: [])
    }
    #expect(await HTTPTransportConformance.check(transport)["A redirect is an answer"] != .holds)
  }
}
