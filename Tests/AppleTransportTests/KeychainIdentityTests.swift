#if APPLE_EMULATION
  import AppleTransport
  import Crypto
  import CryptoExtras
  import Foundation
  import HTTPTypes
  import NetworkTrust
  import Redaction
  import SecretStorage
  import Security
  import SecurityPolicy
  import SecurityTesting
  import SwiftASN1
  import Synchronization
  import Testing
  import X509

  @Suite(.ownNetwork, .timeLimit(.minutes(15))) struct KeychainIdentityTests {
    private let place: Surroundings
    private let clients: TestAuthority
    private let keychain = KeychainPlace(service: "example.tests")

    init() throws {
      place = try Surroundings()
      clients = try TestAuthority(name: "clients", notBefore: Surroundings.start, notAfter: Surroundings.end)
    }

    /// A source that a test changes.
    private final class Source: ClientIdentitySource {
      let value: Mutex<ClientIdentity?>
      init(_ value: ClientIdentity?) { self.value = Mutex(value) }
      func identity() async throws(IdentityError) -> ClientIdentity? { value.withLock { $0 } }
    }

    private struct Remote: ClientSigner {
      let publicKey: [UInt8]
      func signature(
        over message: [UInt8], using algorithm: ClientSignatureAlgorithm
      ) async throws(IdentityError) -> [UInt8] { throw .signingFailed(0) }
    }

    private func exportable() throws -> ClientIdentity {
      let made = try clients.issue(.init(notBefore: Surroundings.start, notAfter: Surroundings.end))
      let key = try P256.Signing.PrivateKey(pemRepresentation: made.privateKeyPEM)
      let secret = Secret(copying: Array(key.derRepresentation))
      return try ClientIdentity(
        certificates: [made.certificateDER, clients.certificateDER],
        key: .exportable(try PrivateKeyDER(reading: secret)))
    }

    /// A certificate for a key that lies in the emulated Enclave, or lay there.
    private func enclave(keeping: Bool) throws -> ClientIdentity {
      let control = try #require(
        SecAccessControlCreateWithFlags(
          nil, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, .privateKeyUsage, nil))
      let own: [String: Any] = [
        kSecAttrIsPermanent as String: keeping, kSecAttrApplicationTag as String: Data("client".utf8),
        kSecAttrAccessControl as String: control,
      ]
      let parameters: [String: Any] = [
        kSecAttrKeyType as String: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeySizeInBits as String: 256,
        kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave, kSecPrivateKeyAttrs as String: own,
      ]
      let key = try #require(SecKeyCreateRandomKey(parameters as CFDictionary, nil))
      let open = try #require(SecKeyCopyPublicKey(key))
      let point = try #require(SecKeyCopyExternalRepresentation(open, nil) as Data?)
      let publicKey = try P256.Signing.PublicKey(x963Representation: point)
      let signer = Certificate.PrivateKey(P256.Signing.PrivateKey())
      let certificate = try Certificate(
        version: .v3, serialNumber: .init(), publicKey: .init(publicKey), notValidBefore: Surroundings.start,
        notValidAfter: Surroundings.end, issuer: DistinguishedName { CommonName("issuer") },
        subject: DistinguishedName { CommonName("client") }, extensions: Certificate.Extensions(),
        issuerPrivateKey: signer)
      var serializer = DER.Serializer()
      try serializer.serialize(certificate)
      return try ClientIdentity(
        certificates: [serializer.serializedBytes],
        key: .signing(Remote(publicKey: Array(publicKey.derRepresentation))))
    }

    private func error(_ identity: KeychainIdentity) async throws -> NetworkError? {
      let transport = try place.transport(identity: identity)
      do throws(NetworkError) {
        _ = try await transport.send(.init(method: .get, scheme: nil, authority: nil, path: "/"), body: [])
        return nil
      } catch { return error }
    }

    @Test("A server that asks gets the certificate with its issuers, over both transports, and no other server does")
    func shown() async throws {
      let client = try exportable()
      let identity = KeychainIdentity(client, in: keychain)
      let expected = client.certificates.map { Data($0) }
      let server = place.serve(admits: { $0 == expected })
      #expect(try await error(identity) == nil)
      await (try place.opener(identity: identity).open()).close()
      #expect(server.seen.clients == [expected, expected])
      let silent = place.serve()
      #expect(try await error(identity) == nil)
      #expect(silent.seen.clients.isEmpty)
    }

    @Test("A key of the Enclave is found by its certificate; one that is gone is named and nothing is shown")
    func signing() async throws {
      let held = try enclave(keeping: true)
      let server = place.serve(admits: { !$0.isEmpty })
      #expect(try await error(KeychainIdentity(held, in: keychain)) == nil)
      #expect(server.seen.clients == [held.certificates.map { Data($0) }])
      let gone = try enclave(keeping: false)
      #expect(try await error(KeychainIdentity(gone, in: keychain)) == .identity(.keyGone))
      #expect(server.seen.clients.count == 1)
    }

    @Test("Without an identity the server decides; a refused one has its name")
    func none() async throws {
      place.serve(admits: { _ in false })
      #expect(try await error(KeychainIdentity(Source(nil), in: keychain)) == .clientCertificateRequired)
      #expect(try await error(KeychainIdentity(try exportable(), in: keychain)) == .clientCertificateRefused)
    }

    @Test("An alert about certificates from a server that nobody judged is a plain refusal, over both transports")
    func unjudged() async throws {
      let server = EmulatedServer(chain: place.chain, greeting: .alert, admits: { _ in true }) { _, _ in .close }
      EmulatedInternet.current.put(server, at: "localhost")
      let identity = KeychainIdentity(try exportable(), in: keychain)
      #expect(try await error(identity) == .secureChannelRefused)
      await #expect(throws: NetworkError.secureChannelRefused) {
        _ = try await place.opener(identity: identity).open()
      }
      #expect(server.seen.clients.isEmpty)
    }

    /// Each kind of key that Apple's TLS signs with beside P-256.
    private enum Kind: CaseIterable { case p384, p521, rsa }

    private func exportable(_ kind: Kind) throws -> ClientIdentity {
      let (secret, open): ([UInt8], Certificate.PublicKey)
      switch kind {
      case .p384:
        let key = P384.Signing.PrivateKey()
        (secret, open) = (Array(key.derRepresentation), .init(key.publicKey))
      case .p521:
        let key = P521.Signing.PrivateKey()
        (secret, open) = (Array(key.derRepresentation), .init(key.publicKey))
      case .rsa:
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        (secret, open) = (Array(key.derRepresentation), .init(key.publicKey))
      }
      let certificate = try Certificate(
        version: .v3, serialNumber: .init(), publicKey: open, notValidBefore: Surroundings.start,
        notValidAfter: Surroundings.end, issuer: DistinguishedName { CommonName("issuer") },
        subject: DistinguishedName { CommonName("client") }, extensions: Certificate.Extensions(),
        issuerPrivateKey: Certificate.PrivateKey(P256.Signing.PrivateKey()))
      var serializer = DER.Serializer()
      try serializer.serialize(certificate)
      return try ClientIdentity(
        certificates: [serializer.serializedBytes],
        key: .exportable(try PrivateKeyDER(reading: Secret(copying: secret))))
    }

    @Test(
      "An identity of P-384, P-521 or RSA is put into the keychain, shown over both transports, and taken out again")
    func kinds() async throws {
      for kind in Kind.allCases {
        let client = try exportable(kind)
        let identity = KeychainIdentity(client, in: keychain)
        let expected = client.certificates.map { Data($0) }
        let server = place.serve(admits: { $0 == expected })
        #expect(try await error(identity) == nil, "\(kind)")
        await (try place.opener(identity: identity).open()).close()
        #expect(server.seen.clients == [expected, expected], "\(kind)")
        #expect(try await identity.itemCount() == 2)
        try await identity.removeAll()
        #expect(EmulatedDevice.current.itemCount == 0)
      }
    }

    @Test("A renewed identity takes the place of the old one, and removing leaves nothing")
    func renewed() async throws {
      let server = place.serve(admits: { !$0.isEmpty })
      let source = Source(try exportable())
      let identity = KeychainIdentity(source, in: keychain)
      #expect(try await error(identity) == nil)
      #expect(EmulatedDevice.current.itemCount == 2)
      let second = try exportable()
      source.value.withLock { $0 = second }
      #expect(try await error(identity) == nil)
      #expect(server.seen.clients.last == second.certificates.map { Data($0) })
      #expect(EmulatedDevice.current.itemCount == 2)
      source.value.withLock { $0 = nil }
      try await identity.removeAll()
      #expect(EmulatedDevice.current.itemCount == 0)
      #expect(try await error(identity) == .clientCertificateRequired)
    }

    @Test("Once the source names nobody, the next handshake leaves neither certificate nor key in the keychain")
    func nobody() async throws {
      place.serve(admits: { _ in true })
      let source = Source(try exportable())
      let identity = KeychainIdentity(source, in: keychain)
      #expect(try await error(identity) == nil)
      #expect(try await identity.itemCount() == 2)
      source.value.withLock { $0 = nil }
      #expect(try await error(identity) == nil)
      #expect(EmulatedDevice.current.itemCount == 0)
      #expect(try await identity.itemCount() == 0)
    }

    @Test("An identity that was read before a removal does not come back after it")
    func removedMeanwhile() async throws {
      let server = place.serve(admits: { _ in true })
      let source = Erased(try exportable())
      let identity = KeychainIdentity(source, in: keychain)
      source.erase.withLock { $0 = { try? await identity.removeAll() } }
      await (try place.opener(identity: identity).open()).close()
      #expect(EmulatedDevice.current.itemCount == 0)
      #expect(server.seen.clients.isEmpty)
    }

    @Test("An identity that was read before a renewal does not take the place of the new one")
    func renewedMeanwhile() async throws {
      let server = place.serve(admits: { _ in true })
      let second = try exportable()
      let source = Erased(try exportable(), then: second)
      let identity = KeychainIdentity(source, in: keychain)
      let opener = try place.opener(identity: identity)
      source.erase.withLock { $0 = { _ = try? await opener.open() } }
      await (try opener.open()).close()
      let expected = second.certificates.map { Data($0) }
      #expect(server.seen.clients == [expected, expected])
      #expect(try await identity.itemCount() == 2)
    }

    @Test("A request is never sent as somebody who enrolled while it waited", arguments: [false, true])
    func succeeded(hadIdentity: Bool) async throws {
      let server = place.serve(admits: { _ in true })
      let second = try exportable()
      let source = Erased(hadIdentity ? try exportable() : nil, then: second)
      let transport = try place.transport(identity: KeychainIdentity(source, in: keychain))
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
      await #expect(throws: NetworkError.identity(.changed)) { _ = try await transport.send(request, body: []) }
      #expect(server.seen.clients.isEmpty && server.seen.requests.isEmpty)
      // The next one is the new person's.
      _ = try await transport.send(request, body: [])
      #expect(server.seen.clients == [second.certificates.map { Data($0) }])
    }

    @Test("A request that a kept connection may have taken before somebody else enrolled is not said to be unsent")
    func succeededAfterLoss() async throws {
      let (first, second) = (try exportable(), try exportable())
      // Asked for the first request and its connection, for the second and for the third; then for that one's connection.
      let source = Erased(first, times: 4, then: second)
      let transport = try place.transport(identity: KeychainIdentity(source, in: keychain))
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
      // Answers one request, and closes the connection at the next.
      place.serve(script: { number, _ in number == 0 ? .answer(status: 200) : .close }, admits: { _ in true })
      _ = try await transport.send(request, body: [])
      await #expect(throws: NetworkError.closed) { _ = try await transport.send(request, body: []) }
      let server = place.serve(admits: { _ in true })
      await #expect(throws: NetworkError.closed) { _ = try await transport.send(request, body: []) }
      #expect(server.seen.handshakes + server.seen.requests.count == 0 && server.seen.connections == 1)
    }

    @Test("An identity whose owner does not answer is waited for as long as a request may take, or its task lives")
    func unanswered() async throws {
      let server = place.serve()
      var requirement = NetworkRequirement()
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
      let source = Silent()
      let identity = KeychainIdentity(source, in: keychain)
      requirement.requestTimeout = .milliseconds(50)
      let (hasty, opener) = (
        try place.transport(requirement: requirement, identity: identity),
        try place.opener(requirement: requirement, identity: identity)
      )
      await #expect(throws: NetworkError.timeout) { _ = try await hasty.send(request, body: []) }
      await #expect(throws: NetworkError.timeout) { _ = try await opener.open() }
      let patient = try place.transport(identity: identity)
      let waiting = Task {
        do throws(NetworkError) {
          _ = try await patient.send(request, body: [])
          return NetworkError?.none
        } catch { return error }
      }
      while source.asked.withLock({ $0 < 3 }) { await Task.yield() }
      waiting.cancel()
      #expect(await waiting.value == .cancelled)
      #expect(server.seen.connections == 0)
    }

    /// Its owner is away, and it hears of no cancellation.
    private final class Silent: ClientIdentitySource {
      let asked = Mutex(0)
      func identity() async throws(IdentityError) -> ClientIdentity? {
        asked.withLock { $0 += 1 }
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        return nil
      }
    }

    /// Names somebody so often, then somebody else, and is erased with the keychain's items before that answer arrives.
    private final class Erased: ClientIdentitySource {
      private let value: Mutex<ClientIdentity?>
      private let next: ClientIdentity?
      private let times: Mutex<Int>
      let erase = Mutex<(@Sendable () async -> Void)?>(nil)
      init(_ value: ClientIdentity?, times: Int = 1, then next: ClientIdentity? = nil) {
        self.value = Mutex(value)
        self.times = Mutex(times)
        self.next = next
      }

      func identity() async throws(IdentityError) -> ClientIdentity? {
        let found = value.withLock { value in
          defer {
            let rest = times.withLock { times in
              times -= 1
              return times
            }
            if rest == 0 { value = next }
          }
          return value
        }
        let erase = erase.withLock { erase in
          defer { erase = nil }
          return erase
        }
        await erase?()
        return found
      }
    }

    @Test("A server that asks before it was judged sees no certificate, whatever held for another connection")
    func askedFirst() async throws {
      let identity = KeychainIdentity(try exportable(), in: keychain)
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
      let transport = try place.transport(identity: identity)
      // Answers one request, and closes the connection at the next.
      place.serve(script: { number, _ in number == 0 ? .answer(status: 200) : .close }, admits: { !$0.isEmpty })
      _ = try await transport.send(request, body: [])
      await #expect(throws: NetworkError.closed) { _ = try await transport.send(request, body: []) }
      let server = place.serve(admits: { _ in true }, asksFirst: true)
      await #expect(throws: NetworkError.secureChannelRefused) { _ = try await transport.send(request, body: []) }
      #expect(server.seen.connections == 1)
      #expect(server.seen.clients.isEmpty)
      #expect(server.seen.handshakes == 0)
    }

    @Test("Two connections at once are judged each by itself")
    func atOnce() async throws {
      let identity = KeychainIdentity(try exportable(), in: keychain)
      let transport = try place.transport(identity: identity)
      let server = place.serve(admits: { !$0.isEmpty })
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<4 { group.addTask { _ = try await transport.send(request, body: []) } }
        try await group.waitForAll()
      }
      #expect(server.seen.clients.count == server.seen.connections)
    }

    @Test("A kept connection ends with its person: the next request is somebody else's, or nobody's")
    func kept() async throws {
      let server = place.serve(admits: { _ in true })
      let (ada, bob) = (try exportable(), try exportable())
      let source = Source(ada)
      let transport = try place.transport(identity: KeychainIdentity(source, in: keychain))
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
      for (person, connections) in [(ada, 1), (ada, 1), (bob, 2), (nil, 3), (nil, 3), (ada, 4)] {
        source.value.withLock { $0 = person }
        _ = try await transport.send(request, body: [])
        #expect(server.seen.connections == connections)
      }
      let shown = [ada, bob, ada].map { $0.certificates.map { Data($0) } }
      #expect(server.seen.clients == shown)
    }

    @Test("A device that was not unlocked since its start is named as locked")
    func locked() async throws {
      place.serve(admits: { _ in true })
      let identity = KeychainIdentity(try exportable(), in: keychain)
      EmulatedDevice.current.restart()
      #expect(try await error(identity) == .identity(.locked))
    }
  }
#endif
