#if APPLE_EMULATION
  import AppleTransport
  import Crypto
  import Foundation
  import HTTPTypes
  import NetworkTrust
  import Security
  import SecurityPolicy
  import SecurityTesting
  import Testing
  import TrustWire

  /// Connections that are open while a signed update withdraws the key of their server: as on Linux.
  @Suite(.ownNetwork, .timeLimit(.minutes(15))) struct WithdrawnPinTests {
    private let place: Surroundings
    private let updates = P256.Signing.PrivateKey()
    private let builtIn: PinPolicy

    init() throws {
      place = try Surroundings()
      var rules = PinningRequirement()
      rules.updateKey = DevicePublicKey(updates.publicKey).thumbprint
      builtIn = try PinPolicy(
        hosts: [PinnedHost(host: place.endpoint.host, pins: place.pins(place.issuer.certificateDER))], rules: rules)
    }

    /// The built-in pins with an update that adds two others.
    private func pins(withdrawing: Bool) async throws -> PinPolicy {
      let seconds = Int64(Surroundings.now.timeIntervalSince1970)
      let lost = try ServerPin(certificateDER: place.issuer.certificateDER).base64
      let others = [UInt8(3), 4].map { Data(repeating: $0, count: 32).base64EncodedString() }
      let update = PinUpdate(
        number: 1, issuedAt: seconds, expiresAt: seconds + 3600,
        hosts: [.init(host: "localhost", pins: others, withdrawn: withdrawing ? [lost] : [])])
      let text = try await SignedMessage.compact(
        .pinUpdate, payload: update.bytes, key: DevicePublicKey(updates.publicKey)
      ) { bytes in Array(try updates.signature(for: bytes).rawRepresentation) }
      return try await PinRotation(builtIn: builtIn, store: InMemoryPinUpdateStore())
        .accept(text, at: Surroundings.now)
    }

    private func transport() throws -> URLSessionTransport {
      try URLSessionTransport(
        endpoint: place.endpoint, anchors: .certificates([place.root.certificateDER]), pinning: builtIn,
        now: { Surroundings.now })
    }

    private func failure(_ transport: URLSessionTransport) async -> NetworkError? {
      do throws(NetworkError) {
        _ = try await transport.send(.init(method: .get, scheme: nil, authority: nil, path: "/"), body: [])
        return nil
      } catch { return error }
    }

    @Test(
      "What runs under a withdrawn key ends at once, also in a session that was left before; the next request is refused",
      arguments: [0, 1, 2])
    func running(leaving: Int) async throws {
      let server = place.serve { number, _ in number == 0 ? .answer(status: 200) : .stall }
      let transport = try transport()
      #expect(await failure(transport) == nil)
      let running = Task { await failure(transport) }
      while server.seen.requests.count < 2 { await Task.yield() }
      for _ in 0..<leaving { transport.leaveConnections() }
      try transport.adopt(try await pins(withdrawing: true))
      #expect(await running.value == .pinMismatch)
      #expect(await failure(transport) == .pinMismatch)
      #expect(server.seen.requests.count == 2)
    }

    @Test("Closing a transport ends what runs in a session that was left before")
    func closed() async throws {
      let server = place.serve { _, _ in .stall }
      let transport = try transport()
      let running = Task { await failure(transport) }
      while server.seen.requests.isEmpty { await Task.yield() }
      transport.leaveConnections()
      transport.close()
      #expect(await running.value == .closed)
    }

    @Test("A stream under a withdrawn key ends, and no other is opened; one under pins that only changed goes on")
    func stream() async throws {
      place.serve { _, request in .bytes(request.body) }
      let opener = try NetworkStreamOpener(
        endpoint: place.endpoint, anchors: .certificates([place.root.certificateDER]), pinning: builtIn,
        now: { Surroundings.now })
      let stream = try await opener.open()
      try opener.adopt(try await pins(withdrawing: false))
      try await stream.write([1])
      #expect(try await stream.read(upTo: 1) == [1])
      try opener.adopt(try await pins(withdrawing: true))
      await #expect(throws: NetworkError.pinMismatch) { _ = try await stream.read(upTo: 1) }
      await #expect(throws: NetworkError.pinMismatch) { try await stream.write([1]) }
      await #expect(throws: NetworkError.pinMismatch) { _ = try await opener.open() }
    }
  }
#endif
