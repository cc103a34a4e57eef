#if APPLE_EMULATION
  import AppleTransport
  import Foundation
  import HTTPTypes
  import NetworkTrust
  import Security
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing

  @Suite(.ownNetwork, .timeLimit(.minutes(15))) struct URLSessionTransportTests {
    private let place: Surroundings
    private let get = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/status?a=%20b")

    init() throws { place = try Surroundings() }

    private func error(_ transport: URLSessionTransport) async -> NetworkError? {
      do throws(NetworkError) {
        _ = try await transport.send(get, body: [])
        return nil
      } catch { return error }
    }

    @Test("What every transport must do, it does")
    func conformance() async throws {
      place.serve { _, request in
        var asked = HTTPRequest(
          method: .init(request.method) ?? .get, scheme: nil, authority: nil, path: request.target)
        for (name, value) in request.fields { asked.headerFields[HTTPField.Name(name) ?? .accept] = value }
        let answer = HTTPTransportConformance.answer(to: asked, body: [UInt8](request.body))
        var fields: [String: String] = [:]
        for field in answer.response.headerFields { fields[field.name.rawName] = field.value }
        return .answer(status: answer.response.status.code, fields: fields, body: Data(answer.body))
      }
      for (claim, verdict) in await HTTPTransportConformance.check(try place.transport()) {
        #expect(verdict == .holds, "\(claim)")
      }
    }

    @Test("A server that holds gets the request as it was written, over one connection; nothing is fetched")
    func holds() async throws {
      let server = place.serve()
      let transport = try place.transport()
      let answer = try await transport.send(get, body: [])
      #expect(answer.body == Array("ok".utf8))
      #expect(server.seen.requests.map(\.target) == ["/status?a=%20b"])
      #expect(server.seen.requests.first?.fields["Accept-Encoding"] == "identity")
      _ = try await transport.send(get, body: [])
      #expect(server.seen.connections == 1)
      #expect(EmulatedDevice.current.fetchingEvaluations == 0)
    }

    @Test("Whatever is wrong with the server, it gets no byte and no certificate, and the reason has its name")
    func refused() async throws {
      let other = try TestAuthority(name: "other", notBefore: Surroundings.start, notAfter: Surroundings.end)
      var leaf = TestAuthority.Leaf(notBefore: Surroundings.start, notAfter: Surroundings.end)
      leaf.names = ["other.example"]
      let wrongName = try place.issuer.issue(leaf)
      let root = place.root.certificateDER
      let cases: [([Data]?, [UInt8], Date, NetworkError)] = [
        (nil, other.certificateDER, Surroundings.now, .pinMismatch),
        (nil, root, Surroundings.end.addingTimeInterval(1), .expired),
        (nil, root, Surroundings.start.addingTimeInterval(-1), .notYetValid),
        ([Data(wrongName.certificateDER), place.chain[1]], root, Surroundings.now, .hostMismatch),
        ([place.chain[0]], root, Surroundings.now, .untrusted(.unknownIssuer)),
      ]
      for (chain, pinned, now, expected) in cases {
        let server = place.serve(chain, admits: { _ in true })
        #expect(await error(try place.transport(pinning: pinned, now: now)) == expected)
        #expect(server.seen.connections == 1)
        #expect(server.seen.handshakes == 0)
        #expect(server.seen.applicationBytes == 0)
        #expect(server.seen.clients.isEmpty)
      }
    }

    @Test("The system's anchors count only where the policy names them, alone or beside its own")
    func anchors() async throws {
      place.serve()
      let root = place.root.certificateDER
      let other = try TestAuthority(name: "other", notBefore: Surroundings.start, notAfter: Surroundings.end)
      #expect(await error(try place.transport(anchors: .system)) == .untrusted(.unknownIssuer))
      EmulatedDevice.current.trust([Data(root)])
      #expect(await error(try place.transport(anchors: .system)) == nil)
      #expect(await error(try place.transport(anchors: .systemAnd([other.certificateDER]))) == nil)
      #expect(
        await error(try place.transport(anchors: .certificates([other.certificateDER]))) == .untrusted(.unknownIssuer))
      EmulatedDevice.current.trust([])
      #expect(await error(try place.transport(anchors: .systemAnd([root]))) == nil)
    }

    @Test("An authority that the system believes and nobody pinned is refused, and reported")
    func interceptor() async throws {
      let interceptor = try TestAuthority(name: "proxy", notBefore: Surroundings.start, notAfter: Surroundings.end)
      let leaf = try interceptor.issue(.init(notBefore: Surroundings.start, notAfter: Surroundings.end))
      EmulatedDevice.current.trust([Data(interceptor.certificateDER)])
      let server = place.serve([Data(leaf.certificateDER)])
      let sink = FirstReport()
      #expect(await error(try place.transport(anchors: .system, failures: sink)) == .pinMismatch)
      #expect(server.seen.applicationBytes == 0)
      let report = await sink.value()
      #expect(report.outcome == .refused)
      #expect(report.seen.first == (try ServerPin(certificateDER: leaf.certificateDER)))
      #expect(report.expected.contains(try ServerPin(certificateDER: place.root.certificateDER)))
    }

    @Test("An answer of a server that nobody was asked about, since the system resumed a session, is none")
    func resumed() async throws {
      let server = place.serve(isResumed: true)
      #expect(await error(try place.transport()) == .pinMismatch)
      // That it was sent is the system's doing.
      #expect(server.seen.requests.count == 1)
    }

    @Test("A server without TLS 1.2 is refused, and one without TLS 1.3 where the policy wants it")
    func versions() async throws {
      let old = place.serve(versions: 769...770)
      #expect(await error(try place.transport()) == .secureChannelRefused)
      #expect(old.seen.handshakes == 0)
      place.serve(versions: 771...771)
      #expect(await error(try place.transport()) == nil)
      var requirement = NetworkRequirement()
      requirement.minimumTLS = .tls13
      #expect(await error(try place.transport(requirement: requirement)) == .secureChannelRefused)
    }

    @Test("An answer beyond the limit is refused, told in advance or not")
    func limits() async throws {
      var limits = TransportLimits()
      limits.answerSize = 10
      place.serve { number, _ in
        number == 0
          ? .answer(status: 200, fields: ["Content-Length": "11"], body: Data(count: 11))
          : .parts(Array(repeating: Data(count: 4), count: number == 1 ? 3 : 2))
      }
      let transport = try place.transport(limits: limits)
      #expect(await error(transport) == .tooLarge(limit: 10))
      #expect(await error(transport) == .tooLarge(limit: 10))
      #expect(await error(transport) == nil)
    }

    @Test("An answer to HEAD may tell of a body beyond the limit: none comes")
    func head() async throws {
      var limits = TransportLimits()
      limits.answerSize = 10
      place.serve { _, _ in .answer(status: 200, fields: ["Content-Length": "11"]) }
      let transport = try place.transport(limits: limits)
      let answer = try await transport.send(.init(method: .head, scheme: nil, authority: nil, path: "/"), body: [])
      #expect(answer.body.isEmpty)
      #expect(answer.response.headerFields[.contentLength] == "11")
    }

    @Test("A closed connection, junk, silence and nobody at all have different names")
    func failures() async throws {
      for (answer, expected) in [
        (EmulatedServer.Answer.close, NetworkError.closed), (.garbage, .protocolViolation),
      ] {
        place.serve { _, _ in answer }
        #expect(await error(try place.transport()) == expected)
      }
      var requirement = NetworkRequirement()
      requirement.requestTimeout = .milliseconds(50)
      place.serve { _, _ in .stall }
      #expect(await error(try place.transport(requirement: requirement)) == .timeout)
      EmulatedInternet.current.put(nil, at: "localhost")
      #expect(await error(try place.transport()) == .unreachable(errno: 0))
    }

    @Test("A cancelled request ends as cancelled, one of a closed transport as closed, and later ones are refused")
    func ends() async throws {
      let asked = AsyncStream.makeStream(of: Void.self)
      place.serve { _, _ in
        asked.continuation.yield()
        return .stall
      }
      let transport = try place.transport()
      var signals = asked.stream.makeAsyncIterator()
      let first = Task { await error(transport) }
      await signals.next()
      first.cancel()
      #expect(await first.value == .cancelled)
      let second = Task { await error(transport) }
      await signals.next()
      transport.close()
      #expect(await second.value == .closed)
      #expect(await error(transport) == .closed)
      guard case .undetermined = transport.integrity else {
        Issue.record("a closed transport was judged")
        return
      }
    }

    @Test("A head of more than 16 KiB is refused by name")
    func largeHead() async throws {
      let large = String(repeating: "a", count: TransportLimits().headSize)
      place.serve { number, _ in .answer(status: 200, fields: ["X-A": number == 0 ? large : "a"]) }
      let transport = try place.transport()
      #expect(await error(transport) == .headTooLarge(limit: 16_384))
      #expect(await error(transport) == nil)
    }

    @Test("New pins hold from the next request on, also for a connection that was kept")
    func adopting() async throws {
      let server = place.serve()
      let transport = try place.transport()
      #expect(await error(transport) == nil)
      let other = try TestAuthority(name: "other", notBefore: Surroundings.start, notAfter: Surroundings.end)
      try transport.adopt(PinPolicy(place.pins(other.certificateDER)))
      #expect(await error(transport) == .pinMismatch)
      #expect(server.seen.requests.count == 1)
      try transport.adopt(PinPolicy(place.pins(place.issuer.certificateDER)))
      #expect(await error(transport) == nil)
    }

    @Test("Left connections are not used again, the judgement stays, and a closed transport stays closed")
    func leaving() async throws {
      let server = place.serve()
      let transport = try place.transport()
      #expect(await error(transport) == nil)
      #expect(await error(transport) == nil)
      let connections = server.seen.connections
      transport.leaveConnections()
      #expect(await error(transport) == nil)
      #expect(server.seen.connections == connections + 1)
      #expect(transport.integrity == .holds)
      let other = try TestAuthority(name: "other", notBefore: Surroundings.start, notAfter: Surroundings.end)
      try transport.adopt(PinPolicy(place.pins(other.certificateDER)))
      transport.leaveConnections()
      #expect(await error(transport) == .pinMismatch)
      transport.close()
      transport.leaveConnections()
      #expect(await error(transport) == .closed)
    }

    @Test("A request that is not for this endpoint, or cannot be written, never leaves")
    func invalid() async throws {
      let server = place.serve()
      let transport = try place.transport()
      for (request, body, expected) in [
        (
          HTTPRequest(method: .get, scheme: "https", authority: "other.example", path: "/"), [UInt8](),
          NetworkError.foreignEndpoint
        ),
        (
          HTTPRequest(
            method: .get, scheme: nil, authority: nil, path: "/", headerFields: [.connection: "close"]), [],
          .invalidRequest
        ),
        (HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/"), [1], .invalidRequest),
        (HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/a#b"), [], .invalidRequest),
        (HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/\"a\""), [], .invalidRequest),
      ] {
        await #expect(throws: expected) { _ = try await transport.send(request, body: body) }
      }
      #expect(server.seen.connections == 0)
    }

    @Test("Our own session passes the check that every request runs")
    func integrity() throws {
      #expect(try place.transport().integrity == .holds)
    }
  }
#endif
