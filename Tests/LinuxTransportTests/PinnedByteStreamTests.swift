#if LinuxClient
  import ChainSamples
  import Foundation
  import LinuxTransport
  import NetworkTrust
  import SecurityPolicy
  import SecurityTesting
  import Testing

  struct PinnedByteStreamTests {
    let tests: PinnedHTTPTransportTests

    init() throws { tests = try PinnedHTTPTransportTests() }

    func server(isDeaf: Bool = false) async throws -> EchoServer {
      let leaf = TestAuthority.Leaf(notBefore: PinnedHTTPTransportTests.start, notAfter: PinnedHTTPTransportTests.end)
      return try await EchoServer(
        identity: tests.issuer.issue(leaf), issuers: [tests.issuer.certificateDER], isDeaf: isDeaf)
    }

    func opener(
      _ port: UInt16, pinning pinned: [UInt8]? = nil, requirement: NetworkRequirement = BadConversation.patience
    ) throws -> PinnedStreamOpener {
      try PinnedStreamOpener(
        endpoint: Endpoint(host: ServerHost("localhost"), port: port),
        trust: TrustEvaluation(
          anchors: .certificates([tests.root.certificateDER]),
          pins: PinSet([
            ServerPin(certificateDER: pinned ?? tests.issuer.certificateDER),
            ServerPin(digest: .init(repeating: 7, count: 32)),
          ])), requirement: requirement, now: { PinnedHTTPTransportTests.now })
    }

    @Test("A stream over real TLS does what every stream must do")
    func conforms() async throws {
      let server = try await server()
      let opener = try opener(server.port)
      for (claim, verdict) in await ByteStreamConformance.check({ () throws(NetworkError) in try await opener.open() })
      {
        #expect(verdict == .holds, "\(claim)")
      }
      await server.stop()
    }

    @Test("A server without a pinned key gets no stream")
    func pinned() async throws {
      let server = try await server()
      let other = try TestAuthority(
        name: "other", notBefore: PinnedHTTPTransportTests.start, notAfter: PinnedHTTPTransportTests.end)
      let opener = try opener(server.port, pinning: other.certificateDER)
      await #expect(throws: NetworkError.pinMismatch) { try await opener.open() }
      await server.stop()
    }

    @Test("A server is known by the name that is expected, and not by the one that is dialled")
    func expectedName() async throws {
      let server = try await server()
      func opener(_ rule: ServerNameRule) throws -> PinnedStreamOpener {
        try PinnedStreamOpener(
          endpoint: Endpoint(host: ServerHost("127.0.0.1"), port: server.port),
          trust: TrustEvaluation(
            anchors: .certificates([tests.root.certificateDER]), pinning: .insecureUnpinned, name: rule),
          now: { PinnedHTTPTransportTests.now })
      }
      try await opener(.expected(ServerHost("localhost"))).open().close()
      try await opener(.insecureIgnored).open().close()
      await #expect(throws: NetworkError.hostMismatch) { try await opener(.dialled).open() }
      await #expect(throws: NetworkError.hostMismatch) {
        try await opener(.expected(ServerHost("other.example"))).open()
      }
      await server.stop()
    }

    @Test("An orderly end is an end; a connection that is cut is an error")
    func ends() async throws {
      let server = try await server()
      let orderly = try await opener(server.port).open()
      try await orderly.write([1])
      #expect(try await orderly.read(upTo: 8) == [1])
      server.sayGoodbye()
      #expect(try await orderly.read(upTo: 8) == nil)
      let cut = try await opener(server.port).open()
      try await cut.write([1])
      #expect(try await cut.read(upTo: 8) == [1])
      try await server.cut()
      await #expect(throws: NetworkError.closed) { try await cut.read(upTo: 8) }
      await server.stop()
    }

    @Test("What arrives after a stream was closed here is for nobody")
    func late() async throws {
      let server = try await server()
      let stream = try await opener(server.port).open()
      // More than the line between them holds: most of the echo is still to come.
      try await stream.write([UInt8](repeating: 1, count: 4 << 20))
      await stream.close()
      await #expect(throws: NetworkError.closed) { try await stream.read(upTo: 8) }
      await server.stop()
    }

    @Test("A server that does not read makes the writer wait, up to the limit; then the stream has ended")
    func backpressure() async throws {
      let server = try await server(isDeaf: true)
      // The limit is that of opening the stream as well, which takes its time on a busy machine.
      let stream = try await opener(server.port, requirement: BadConversationTests.short(.seconds(15))).open()
      try await stream.write([1])
      let much = [UInt8](repeating: 0, count: 1 << 20)
      await #expect(throws: NetworkError.timeout) { for _ in 0..<64 { try await stream.write(much) } }
      await #expect(throws: NetworkError.self) { try await stream.write([1]) }
      await server.stop()
    }

    @Test("Two reads at the same time do not share bytes: the second is refused")
    func oneReader() async throws {
      let server = try await server()
      let stream = try await opener(server.port).open()
      let (first, second) = (Task { try await stream.read(upTo: 1) }, Task { try await stream.read(upTo: 1) })
      try await Task.detached { try await stream.write([1]) }.value
      let results = [await first.result, await second.result]
      let refused = results.count {
        if case .failure(let error as NetworkError) = $0 { error == .busy(limit: 1) } else { false }
      }
      let got = results.count { (try? $0.get()) == [1] }
      // The byte may come before the second one asks; then it waits, and closing ends it.
      #expect(got == 1 && refused <= 1)
      await stream.close()
      await server.stop()
    }
  }
#endif
