#if LinuxClient
  import ChainSamples
  import Crypto
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import NetworkTrust
  import SecurityPolicy
  import SecurityTesting
  import Testing
  import TrustWire

  /// Connections that are open while a signed update withdraws the key of their server.
  struct WithdrawnPinTests {
    private let tests: PinnedHTTPTransportTests
    private let updates = P256.Signing.PrivateKey()
    private let builtIn: PinPolicy

    init() throws {
      tests = try PinnedHTTPTransportTests()
      var rules = PinningRequirement()
      rules.updateKey = DevicePublicKey(updates.publicKey).thumbprint
      let pins = try PinSet([
        ServerPin(certificateDER: tests.issuer.certificateDER), ServerPin(digest: .init(repeating: 7, count: 32)),
      ])
      builtIn = try PinPolicy(hosts: [PinnedHost(host: ServerHost("localhost"), pins: pins)], rules: rules)
    }

    /// The built-in pins with an update that adds two others.
    private func trust(withdrawing: Bool) async throws -> TrustEvaluation {
      let seconds = Int64(PinnedHTTPTransportTests.now.timeIntervalSince1970)
      let lost = try ServerPin(certificateDER: tests.issuer.certificateDER).base64
      let others = [UInt8(3), 4].map { Data(repeating: $0, count: 32).base64EncodedString() }
      let update = PinUpdate(
        number: 1, issuedAt: seconds, expiresAt: seconds + 3600,
        hosts: [.init(host: "localhost", pins: others, withdrawn: withdrawing ? [lost] : [])])
      let text = try await SignedMessage.compact(
        .pinUpdate, payload: update.bytes, key: DevicePublicKey(updates.publicKey)
      ) { bytes in Array(try updates.signature(for: bytes).rawRepresentation) }
      let rotation = PinRotation(builtIn: builtIn, store: InMemoryPinUpdateStore())
      return try trust(try await rotation.accept(text, at: PinnedHTTPTransportTests.now))
    }

    private func trust(_ pins: PinPolicy) throws -> TrustEvaluation {
      try TrustEvaluation(anchors: .certificates([tests.root.certificateDER]), pinning: pins)
    }

    private func transport(_ port: UInt16) throws -> PinnedHTTPTransport {
      try PinnedHTTPTransport(
        endpoint: Endpoint(host: ServerHost("localhost"), port: port), trust: trust(builtIn),
        requirement: BadConversation.patience, now: { PinnedHTTPTransportTests.now })
    }

    @Test("A kept connection under a withdrawn key is closed, and the next request is refused")
    func kept() async throws {
      let server = try await tests.server { _, _ in .answer(PinnedHTTPTransportTests.ok("x")) }
      let transport = try transport(server.port)
      #expect(await transport.failure(tests.request()) == nil)
      transport.adopt(try await trust(withdrawing: true))
      await server.allClosed()
      #expect(await transport.failure(tests.request()) == .pinMismatch)
      #expect(server.seen.requests.count == 1)
      await transport.close()
      await server.stop()
    }

    @Test("What runs under a withdrawn key ends at once; under pins that only changed it goes on")
    func running() async throws {
      for withdrawing in [true, false] {
        let server = try await tests.server { number, _ in
          number == 0 ? .stall : .answer(PinnedHTTPTransportTests.ok("x"))
        }
        let transport = try transport(server.port)
        let running = Task { await transport.failure(tests.request()) }
        await server.requests(1)
        transport.adopt(try await trust(withdrawing: withdrawing))
        if withdrawing {
          #expect(await running.value == .pinMismatch)
        } else {
          // The server is asked a second time on a connection of its own, while the first one still waits.
          #expect(await transport.failure(tests.request()) == nil)
          running.cancel()
          #expect(await running.value == .cancelled)
        }
        await transport.close()
        await server.stop()
      }
    }

    @Test("A stream under a withdrawn key ends, and no other is opened; one under pins that only changed goes on")
    func stream() async throws {
      let leaf = TestAuthority.Leaf(notBefore: PinnedHTTPTransportTests.start, notAfter: PinnedHTTPTransportTests.end)
      let server = try await EchoServer(
        identity: tests.issuer.issue(leaf), issuers: [tests.issuer.certificateDER])
      let opener = try PinnedStreamOpener(
        endpoint: Endpoint(host: ServerHost("localhost"), port: server.port), trust: trust(builtIn),
        requirement: BadConversation.patience, now: { PinnedHTTPTransportTests.now })
      let stream = try await opener.open()
      opener.adopt(try await trust(withdrawing: false))
      try await stream.write([1])
      #expect(try await stream.read(upTo: 1) == [1])
      let reader = Task { try await stream.read(upTo: 1) }
      opener.adopt(try await trust(withdrawing: true))
      await #expect(throws: NetworkError.pinMismatch) { try await reader.value }
      await #expect(throws: NetworkError.pinMismatch) { try await stream.read(upTo: 1) }
      await #expect(throws: NetworkError.self) { try await stream.write([1]) }
      await #expect(throws: NetworkError.pinMismatch) { try await opener.open() }
      await server.stop()
    }
  }
#endif
