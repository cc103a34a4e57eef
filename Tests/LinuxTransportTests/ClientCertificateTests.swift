#if LinuxClient
  import ChainSamples
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import LoopbackTLS
  import NIOSSL
  import NetworkTrust
  import Redaction
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing
  import X509

  struct ClientCertificateTests {
    let tests: PinnedHTTPTransportTests
    private let from: Date
    private let until: Date

    init() throws {
      try self.init(from: PinnedHTTPTransportTests.start, to: PinnedHTTPTransportTests.end)
    }

    /// With an authority that is valid then.
    init(from: Date, to until: Date) throws {
      tests = try PinnedHTTPTransportTests(from: from, to: until)
      (self.from, self.until) = (from, until)
    }

    /// A key that only signs, as one in hardware does.
    struct Signer: ClientSigner {
      let key: PrivateKeyDER
      var publicKey: [UInt8] { key.publicKey }

      func signature(
        over message: [UInt8], using algorithm: ClientSignatureAlgorithm
      ) async throws(IdentityError) -> [UInt8] { try key.signature(over: message, using: algorithm) }
    }

    struct Broken: ClientIdentitySource {
      func identity() async throws(IdentityError) -> ClientIdentity? { throw .storeDamaged }
    }

    /// Somebody logs out, and somebody else logs in.
    final class Changing: ClientIdentitySource {
      private let current: Mutex<ClientIdentity?>

      init(_ identity: ClientIdentity?) { current = Mutex(identity) }
      func become(_ next: ClientIdentity?) { current.withLock { $0 = next } }
      func identity() async throws(IdentityError) -> ClientIdentity? { current.withLock { $0 } }
    }

    /// Somebody enrols while the request of somebody else is on its way: the first is asked for once.
    final class Succeeded: ClientIdentitySource {
      private let asked = Mutex(0)
      private let (first, second): (ClientIdentity?, ClientIdentity?)
      private let count: Int

      /// The first for so many questions.
      init(_ first: ClientIdentity?, _ second: ClientIdentity?, after count: Int = 1) {
        (self.first, self.second, self.count) = (first, second, count)
      }
      func identity() async throws(IdentityError) -> ClientIdentity? {
        asked.withLock {
          $0 += 1
          return $0 <= count ? first : second
        }
      }
    }

    func identity(signsOnly: Bool = false) throws -> ClientIdentity {
      var leaf = TestAuthority.Leaf(notBefore: from, notAfter: until)
      (leaf.names, leaf.extendedKeyUsages) = (["client"], [.clientAuth])
      let issued = try tests.issuer.issue(leaf)
      let text = issued.privateKeyPEM.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
      let key = try PrivateKeyDER(reading: Secret(copying: try #require(Data(base64Encoded: text))))
      return try ClientIdentity(
        certificates: [issued.certificateDER, tests.issuer.certificateDER],
        key: signsOnly ? .signing(Signer(key: key)) : .exportable(key))
    }

    func transport(
      _ port: UInt16, pinning pinned: [UInt8]? = nil, _ identity: (any ClientIdentitySource)?
    ) throws -> PinnedHTTPTransport {
      try PinnedHTTPTransport(
        endpoint: Endpoint(host: ServerHost("localhost"), port: port),
        trust: TrustEvaluation(
          anchors: .certificates([tests.root.certificateDER]),
          pins: PinSet([
            ServerPin(certificateDER: pinned ?? tests.issuer.certificateDER),
            ServerPin(digest: .init(repeating: 7, count: 32)),
          ])), identity: identity, now: { PinnedHTTPTransportTests.now })
    }

    func recorder(_ version: TLSVersion) async throws -> LoopbackServer {
      let leaf = TestAuthority.Leaf(notBefore: PinnedHTTPTransportTests.start, notAfter: PinnedHTTPTransportTests.end)
      return try await LoopbackServer(
        identity: tests.issuer.issue(leaf), issuers: [tests.issuer.certificateDER], maximumTLS: version,
        asksClients: true
      ) { _, _ in .answer(PinnedHTTPTransportTests.ok("x")) }
    }

    @Test(
      "A judged server gets the client's certificate, whether the key can be read or only signs",
      arguments: [false, true])
    func presented(signsOnly: Bool) async throws {
      for version in [TLSVersion.tlsv12, .tlsv13] {
        let server = try await recorder(version)
        let identity = try identity(signsOnly: signsOnly)
        let transport = try transport(server.port, identity)
        #expect(await transport.failure(tests.request()) == nil)
        #expect(server.seen.clients == [identity.certificates])
        await transport.close()
        await server.stop()
      }
    }

    @Test("A server that is refused never sees the client's certificate")
    func withheld() async throws {
      let other = try TestAuthority(
        name: "other", notBefore: PinnedHTTPTransportTests.start, notAfter: PinnedHTTPTransportTests.end)
      for version in [TLSVersion.tlsv12, .tlsv13] {
        let server = try await recorder(version)
        let transport = try transport(server.port, pinning: other.certificateDER, try identity())
        #expect(await transport.failure(tests.request()) == .pinMismatch)
        await server.allClosed()
        #expect(server.seen.clients.isEmpty)
        await transport.close()
        await server.stop()
      }
    }

    @Test("After the identity changed, no request travels on a connection that was opened with the one before")
    func changed() async throws {
      let server = try await recorder(.tlsv13)
      let (first, second) = (try identity(), try identity())
      let source = Changing(first)
      let transport = try transport(server.port, source)
      for _ in 0..<2 { #expect(await transport.failure(tests.request()) == nil) }
      #expect(server.seen.connections == 1)
      source.become(second)
      for _ in 0..<2 { #expect(await transport.failure(tests.request()) == nil) }
      #expect(server.seen.clients == [first.certificates, second.certificates])
      source.become(nil)
      // Whether the server wants to talk to nobody is its own business.
      _ = await transport.failure(tests.request())
      #expect(server.seen.connections >= 3)
      await transport.close()
      await server.stop()
    }

    @Test("A logout that is told ends the kept connection at once, without another request; the next one makes its own")
    func left() async throws {
      let server = try await recorder(.tlsv13)
      let source = Changing(try identity())
      let transport = try transport(server.port, source)
      #expect(await transport.failure(tests.request()) == nil)
      source.become(nil)
      transport.leaveConnections()
      await server.allClosed()
      let next = try identity()
      source.become(next)
      #expect(await transport.failure(tests.request()) == nil)
      #expect(server.seen.connections == 2 && server.seen.clients.last == next.certificates)
      await transport.close()
      await server.stop()
    }

    @Test("An identity that cannot be read stops the connection before it is made")
    func unreadable() async throws {
      let server = try await recorder(.tlsv13)
      let transport = try transport(server.port, Broken())
      #expect(await transport.failure(tests.request()) == .identity(.storeDamaged))
      #expect(server.seen.connections == 0)
      await transport.close()
      await server.stop()
    }

    @Test(
      "OpenSSL refuses a client without a certificate, or with one of another authority: the refusal has its name",
      .enabled(if: Peer.isUsable(Peer.openssl), "no openssl (apt-get install openssl)"), arguments: [false, true])
    func refused(hasIdentity: Bool) async throws {
      let chain = try FaultyChain(.none)
      let (peer, port) = try await Peer.opensslServer(
        chain, ["-Verify", "1", "-verify_return_error", "-CAfile", "issuers.pem", "-tls1_3"])
      let opener = try PinnedStreamOpener(
        endpoint: Endpoint(host: ServerHost("localhost"), port: port),
        trust: TrustEvaluation(
          anchors: .certificates([chain.anchor]),
          pins: PinSet([ServerPin(certificateDER: chain.anchor), ServerPin(digest: .init(repeating: 7, count: 32))])),
        identity: hasIdentity ? try identity() : nil, now: { FaultyChain.now })
      // With TLS 1.3 the stream opens: the server has not judged the client yet.
      let stream = try await opener.open()
      let refusal: NetworkError = hasIdentity ? .clientCertificateRefused : .clientCertificateRequired
      await #expect(throws: refusal) { try await stream.read(upTo: 1) }
      await stream.close()
      peer.end()
    }

    @Test("A request is never sent as somebody who enrolled while it waited", arguments: [false, true])
    func succeeded(hadIdentity: Bool) async throws {
      let server = try await recorder(.tlsv13)
      let source = Succeeded(hadIdentity ? try identity() : nil, try identity())
      let transport = try transport(server.port, source)
      #expect(await transport.failure(tests.request()) == .identity(.changed))
      #expect(server.seen.connections == 0)
      // The next one is the new person's.
      #expect(await transport.failure(tests.request()) == nil)
      await transport.close()
      await server.stop()
    }

    @Test(
      "A request that may have left before somebody else enrolled is lost, not said to be unsent", arguments: [3, 4])
    func succeededAfterLoss(asked: Int) async throws {
      let server = try await LeavingServer(for: tests, habit: .cuts(after: 1))
      // Asked for the first request, its connection and the second request; then for what is tried once more.
      let transport = try transport(server.port, Succeeded(try identity(), try identity(), after: asked))
      #expect(await transport.failure(tests.request()) == nil)
      #expect(await transport.failure(tests.request()) == .closed)
      #expect((server.requests, server.connections) == (2, 1))
      await transport.close()
      try await server.stop()
    }

    @Test(
      "With TLS 1.2 a server that was judged refuses a foreign identity in the handshake, and it has its name",
      .enabled(if: Peer.isUsable(Peer.openssl), "no openssl (apt-get install openssl)"))
    func refusedInHandshake() async throws {
      let chain = try FaultyChain(.none)
      let (peer, port) = try await Peer.opensslServer(
        chain, ["-Verify", "1", "-verify_return_error", "-CAfile", "issuers.pem", "-tls1_2"])
      for (identity, refusal) in [
        (try identity(), NetworkError.clientCertificateRefused), (nil, .secureChannelRefused),
      ] {
        let opener = try PinnedStreamOpener(
          endpoint: Endpoint(host: ServerHost("localhost"), port: port),
          trust: TrustEvaluation(
            anchors: .certificates([chain.anchor]),
            pins: PinSet([ServerPin(certificateDER: chain.anchor), ServerPin(digest: .init(repeating: 7, count: 32))])),
          identity: identity, now: { FaultyChain.now })
        await #expect(throws: refusal) { try await opener.open() }
      }
      peer.end()
    }

    @Test(
      "Over HTTP/2 a refusal that comes after the handshake has its name, too, and nothing is sent again",
      .enabled(if: Peer.isUsable(Peer.openssl), "no openssl (apt-get install openssl)"), arguments: [false, true])
    func refusedOverHTTP2(hasIdentity: Bool) async throws {
      let chain = try FaultyChain(.none)
      let (peer, port) = try await Peer.opensslServer(
        chain,
        ["-Verify", "1", "-verify_return_error", "-CAfile", "issuers.pem", "-tls1_3", "-alpn", "h2"])
      let transport = try PinnedHTTPTransport(
        endpoint: Endpoint(host: ServerHost("localhost"), port: port),
        trust: TrustEvaluation(
          anchors: .certificates([chain.anchor]),
          pins: PinSet([ServerPin(certificateDER: chain.anchor), ServerPin(digest: .init(repeating: 7, count: 32))])),
        identity: hasIdentity ? try identity() : nil, now: { FaultyChain.now })
      #expect(
        await transport.failure(tests.request())
          == (hasIdentity ? .clientCertificateRefused : .clientCertificateRequired))
      await transport.close()
      peer.end()
    }

    @Test(
      "An alert about certificates from a server that nobody judged is a plain refusal of the handshake",
      arguments: [UInt8(40), 42, 43, 44, 45, 46, 48, 49, 116])
    func unjudged(alert: UInt8) async throws {
      let record = String(decoding: [0x15, 3, 3, 0, 2, 2, alert], as: UTF8.self)
      let server = try await PlainServer(.say(record))
      let identity = try identity()
      let transport = try transport(server.port, identity)
      #expect(await transport.failure(tests.request()) == .secureChannelRefused)
      await transport.close()
      let opener = try PinnedStreamOpener(
        endpoint: Endpoint(host: ServerHost("localhost"), port: server.port),
        trust: TrustEvaluation(
          anchors: .certificates([tests.root.certificateDER]),
          pins: PinSet([1, 2].map { try ServerPin(digest: .init(repeating: $0, count: 32)) })),
        identity: identity, now: { PinnedHTTPTransportTests.now })
      await #expect(throws: NetworkError.secureChannelRefused) { try await opener.open() }
      await server.stop()
    }
  }
#endif
