#if LinuxClient
  import ChainSamples
  import Crypto
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import LoopbackTLS
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
      let lost = try ServerPin(certificateDER: tests.issuer.certificateDER).base64
      let others = [UInt8(3), 4].map { Data(repeating: $0, count: 32).base64EncodedString() }
      let text = try await signed(1, [.init(host: "localhost", pins: others, withdrawn: withdrawing ? [lost] : [])])
      let rotation = PinRotation(builtIn: builtIn, store: InMemoryPinUpdateStore())
      return try trust(try await rotation.accept(text, at: PinnedHTTPTransportTests.now))
    }

    @Test("A stream under a key that came by an update ends when the next one withdraws it, whatever stands above it")
    func updatedKey() async throws {
      let leaf = TestAuthority.Leaf(notBefore: PinnedHTTPTransportTests.start, notAfter: PinnedHTTPTransportTests.end)
      let identity = try tests.issuer.issue(leaf)
      let server = try await EchoServer(identity: identity, issuers: [tests.issuer.certificateDER])
      let reserve = try PinSet([
        ServerPin(digest: .init(repeating: 7, count: 32)), ServerPin(certificateDER: tests.issuer.certificateDER),
      ])
      let builtIn = try PinPolicy(
        hosts: [PinnedHost(host: ServerHost("localhost"), pins: reserve)], rules: builtIn.rules)
      let rotation = PinRotation(builtIn: builtIn, store: InMemoryPinUpdateStore())
      func obeyed(_ number: Int64, pins: [String], withdrawn: [String]) async throws -> TrustEvaluation {
        let text = try await signed(number, [.init(host: "localhost", pins: pins, withdrawn: withdrawn)])
        return try trust(try await rotation.accept(text, at: PinnedHTTPTransportTests.now))
      }
      let key = try ServerPin(certificateDER: identity.certificateDER).base64
      let others = [UInt8(3), 4].map { Data(repeating: $0, count: 32).base64EncodedString() }
      let opener = try PinnedStreamOpener(
        endpoint: Endpoint(host: ServerHost("localhost"), port: server.port),
        trust: try await obeyed(4, pins: [key, others[0]], withdrawn: []),
        requirement: BadConversation.patience, now: { PinnedHTTPTransportTests.now })
      let stream = try await opener.open()
      try await stream.write([1])
      #expect(try await stream.read(upTo: 1) == [1])
      opener.adopt(try await obeyed(5, pins: others, withdrawn: [key]))
      await #expect(throws: NetworkError.pinMismatch) { try await stream.read(upTo: 1) }
      await #expect(throws: NetworkError.pinMismatch) { try await opener.open() }
      await server.stop()
    }

    private func signed(_ number: Int64, _ hosts: [PinUpdate.Host]) async throws -> String {
      let seconds = Int64(PinnedHTTPTransportTests.now.timeIntervalSince1970)
      let update = PinUpdate(number: number, issuedAt: seconds, expiresAt: seconds + 3600, hosts: hosts)
      return try await SignedMessage.compact(
        .pinUpdate, payload: update.bytes, key: DevicePublicKey(updates.publicKey)
      ) { bytes in Array(try updates.signature(for: bytes).rawRepresentation) }
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
