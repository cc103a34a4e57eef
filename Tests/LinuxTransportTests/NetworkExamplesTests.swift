#if LinuxClient
  import Crypto
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import LoopbackTLS
  import NetworkTrust
  import Redaction
  import SecurityPolicy
  import SecurityTesting
  import SwiftASN1
  import Synchronization
  import Testing
  import TrustWire
  import X509

  /// What the documentation shows, against real servers on loopback: pins that rotate, mutual TLS, a bundled authority.
  struct NetworkExamplesTests {
    private let start = Date().addingTimeInterval(-3600)
    private let end = Date().addingTimeInterval(3600)

    /// Keeps an identity as long as the test lives.
    private final class Store: ClientIdentityStore {
      private let value = Mutex<[UInt8]?>(nil)
      func read() async throws(IdentityError) -> Secret? { value.withLock { $0 }.map { Secret(copying: $0) } }
      func write(_ secret: borrowing Secret) async throws(IdentityError) {
        let bytes = secret.withExposedBytes { Array($0) }
        value.withLock { $0 = bytes }
      }
      func remove() async throws(IdentityError) { value.withLock { $0 = nil } }
    }

    private func server(_ authority: TestAuthority, asksClients: Bool = false) async throws -> LoopbackServer {
      try await LoopbackServer(
        identity: authority.issue(.init(notBefore: start, notAfter: end)), issuers: [authority.certificateDER],
        asksClients: asksClients
      ) { _, _ in .answer(PinnedHTTPTransportTests.ok("[]")) }
    }

    private func authority(_ name: String) throws -> TestAuthority {
      try TestAuthority(name: name, notBefore: start, notAfter: end)
    }

    private func endpoint(_ server: LoopbackServer) throws -> Endpoint {
      Endpoint(host: try ServerHost("localhost"), port: server.port)
    }

    private func update(
      _ number: Int64, _ pins: [String], by key: P256.Signing.PrivateKey
    ) async throws -> String {
      let update = PinUpdate(
        number: number, issuedAt: Int64(start.timeIntervalSince1970), expiresAt: Int64(end.timeIntervalSince1970),
        hosts: [.init(host: "localhost", pins: pins)])
      return try await SignedMessage.compact(
        .pinUpdate, payload: update.bytes, key: DevicePublicKey(key.publicKey)
      ) { Array(try key.signature(for: $0).rawRepresentation) }
    }

    @Test("Pins rotate by a signed update without another version of the app; one that was rolled back changes nothing")
    func rotation() async throws {
      let (first, next) = (try authority("first"), try authority("next"))
      let anchors = TrustAnchors.certificates([first.certificateDER, next.certificateDER])
      let reserve = Data(repeating: 7, count: 32).base64EncodedString()
      let inUse = try ServerPin(certificateDER: first.certificateDER).base64
      let (offline, store) = (P256.Signing.PrivateKey(), InMemoryPinUpdateStore())
      let updateKey = DevicePublicKey(offline.publicKey).thumbprint
      let moved = try await server(next)
      let endpoint = try endpoint(moved)
      let signedUpdate = try await update(
        2, [ServerPin(certificateDER: next.certificateDER).base64, reserve], by: offline)
      // rotation begins
      // the keys of today, and the offline key that may add others to them
      var rules = PinningRequirement()
      rules.updateKey = updateKey
      let pins = try PinnedHost(host: endpoint.host, pins: PinSet(base64: [inUse, reserve]))
      let rotation = PinRotation(builtIn: try PinPolicy(hosts: [pins], rules: rules), store: store)
      let transport = try PinnedHTTPTransport(
        endpoint: endpoint,
        trust: TrustEvaluation(anchors: anchors, pinning: await rotation.policy(at: Date())), now: { Date() })

      // later, from wherever: what `mantlet pin sign` wrote; a forged, foreign or older one throws and changes nothing
      func obey(_ update: String) async throws {
        let pins = try await rotation.accept(update, at: Date())
        transport.adopt(try TrustEvaluation(anchors: anchors, pinning: pins))
      }
      // rotation ends
      #expect(await transport.failure(.json(.get, path: "/")) == .pinMismatch)
      #expect(moved.seen.applicationBytes == 0)
      try await obey(signedUpdate)
      #expect(await transport.failure(.json(.get, path: "/")) == nil)
      let older = try await update(1, [inUse, reserve], by: offline)
      await #expect(throws: PinUpdateRefusal.rolledBack(held: 2)) { try await obey(older) }
      let forged = try await update(3, [inUse, reserve], by: .init())
      await #expect(throws: PinUpdateRefusal.foreignKey) { try await obey(forged) }
      #expect(await transport.failure(.json(.get, path: "/")) == nil)
      await transport.close()
      await moved.stop()
    }

    @Test("A key that is made here, its certificate from the authority, shown to a judged server: mutual TLS")
    func mutual() async throws {
      let ours = try authority("ours")
      let server = try await server(ours, asksClients: true)
      let endpoint = try endpoint(server)
      let trust = try TrustEvaluation(
        anchors: .certificates([ours.certificateDER]),
        pins: PinSet([
          ServerPin(certificateDER: ours.certificateDER), ServerPin(digest: .init(repeating: 7, count: 32)),
        ]))
      let store = Store()
      let enrol = { (request: [UInt8]) in try issue(request) }
      // mutual begins
      // the key is made on this device; what leaves it is a request for a certificate
      let keeper = ClientIdentityKeeper(store: store)
      let request = try await keeper.request(CertificateSubject([.commonName("device 7")]))
      try await keeper.accept(try enrol(request.der), now: Date())

      // shown to a server that was judged and asks for it, and to no other
      let identity = KnownIdentity(keeper)
      let transport = try PinnedHTTPTransport(endpoint: endpoint, trust: trust, identity: identity, now: { Date() })
      let nights = try await transport.send(.json(.get, path: "/v1/nights"), body: [])

      // from time to time: a new key and certificate, while the old ones serve
      if case .due? = try await keeper.renewal(at: Date()) {
        let request = try await keeper.request(CertificateSubject([.commonName("device 7")]))
        try await keeper.accept(try enrol(request.der), now: Date())
        identity.forget()
      }
      // mutual ends
      #expect(nights.response.status == .ok)
      _ = try await transport.send(.json(.get, path: "/v1/nights"), body: [])
      #expect(server.seen.clients.count == 2 && Set(server.seen.clients).count == 2)
      #expect(server.seen.clients.last == (try await keeper.identity()?.certificates))
      await transport.close()
      await server.stop()
    }

    /// As a certification authority does. Nearly at its end, so that the example renews.
    private func issue(_ request: [UInt8]) throws -> [[UInt8]] {
      let (read, key) = (try CertificateSigningRequest(derEncoded: request), P256.Signing.PrivateKey())
      let certificate = try Certificate(
        version: .v3, serialNumber: .init(), publicKey: read.publicKey, notValidBefore: start - 86_400 * 30,
        notValidAfter: end, issuer: DistinguishedName { CommonName("clients") }, subject: read.subject,
        extensions: Certificate.Extensions {
          Critical(BasicConstraints.notCertificateAuthority)
          try ExtendedKeyUsage([.clientAuth])
        }, issuerPrivateKey: .init(key))
      var serializer = DER.Serializer()
      try serializer.serialize(certificate)
      return [serializer.serializedBytes]
    }

    @Test("A bundled authority and no other: a server of the system's would be refused")
    func bundled() async throws {
      let (ours, foreign) = (try authority("ours"), try authority("foreign"))
      let file = FileManager.default.temporaryDirectory.appending(path: "authority-\(UUID().uuidString).der")
      try Data(ours.certificateDER).write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let (server, other) = (try await server(ours), try await server(foreign))
      let inReserve = Data(repeating: 7, count: 32).base64EncodedString()
      for (server, refusal) in [(server, NetworkError?.none), (other, .untrusted(.unknownIssuer))] {
        let endpoint = try endpoint(server)
        // bundled begins
        // an authority of one's own, a file of the app: nobody else vouches for the server
        let authority = [UInt8](try Data(contentsOf: file))
        let trust = try TrustEvaluation(
          anchors: .certificates([authority]),
          pins: PinSet([ServerPin(certificateDER: authority), ServerPin(base64: inReserve)]))
        let transport = try PinnedHTTPTransport(endpoint: endpoint, trust: trust, now: { Date() })
        // bundled ends
        #expect(await transport.failure(.json(.get, path: "/")) == refusal)
        #expect((server.seen.applicationBytes == 0) == (refusal != nil))
        await transport.close()
        await server.stop()
      }
    }
  }
#endif
