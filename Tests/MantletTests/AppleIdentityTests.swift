#if APPLE_EMULATION
  import AppIntegrity
  import AppSession
  import AppleKeychain
  import Crypto
  import DataLifecycle
  import Foundation
  import HTTPTypes
  import Mantlet
  import NetworkTrust
  import Redaction
  import SealedRecords
  import SecretStorage
  import Security
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing
  import UntrustedInput

  @Suite(OwnPhone(), .serialized, .timeLimit(.minutes(15))) struct AppleIdentityTests: AppleShields {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)
    private static let end = now.addingTimeInterval(86_400 * 30)

    private let authority: TestAuthority

    init() throws {
      authority = try TestAuthority(name: "root", notBefore: Self.now.addingTimeInterval(-86_400), notAfter: Self.end)
    }

    /// A policy whose pins are those of our authority, which the device's system believes.
    private func policy(_ pinned: [UInt8]) async throws -> DevicePolicy {
      let pins = [try ServerPin(certificateDER: pinned), try ServerPin(digest: [UInt8](repeating: 7, count: 32))]
      let environment = EnvironmentRequirement(
        endpoint: "https://trust.test", pins: pins.map { Data($0.digest).base64EncodedString() },
        tokenKeys: [TestTokenIssuer.first.id], loginKey: Base64URL.encode(loginKey))
      let slice = try #require(Policy(name: "test", environments: [.dev: environment]).slice(for: .dev))
      return try DevicePolicy(verifying: try await signed(slice.bytes), signedBy: policySigner)
    }

    private func serve(_ internet: EmulatedInternet) throws -> EmulatedServer {
      var leaf = TestAuthority.Leaf(notBefore: Self.now.addingTimeInterval(-3_600), notAfter: Self.end)
      leaf.names = ["trust.test"]
      let tiny = TinyServer()
      let made = try authority.issue(leaf)
      EmulatedDevice.current.trust([Data(authority.certificateDER)])
      let server = EmulatedServer(chain: [Data(made.certificateDER)], admits: { _ in true }) { _, request in
        var asked = HTTPRequest(
          method: .init(request.method) ?? .get, scheme: nil, authority: nil, path: request.target)
        for (name, value) in request.fields {
          if let name = HTTPField.Name(name) { asked.headerFields[name] = value }
        }
        do {
          let answer = try tiny.answer(asked, [UInt8](request.body))
          var fields: [String: String] = [:]
          for field in answer.response.headerFields { fields[field.name.rawName] = field.value }
          return .answer(status: answer.response.status.code, fields: fields, body: Data(answer.body))
        } catch { return .close }
      }
      internet.put(server, at: "trust.test")
      return server
    }

    private func shield(_ stores: AppleStores, _ policy: DevicePolicy) async throws -> Shield {
      let (records, probes) = (InMemoryRecords(), QuietDevice())
      let adapters = try await stores.adapters(
        policy: policy, check: SecurityCheck(facts: probes, sources: [probes]), now: { Self.now }
      ) { _, _, _, _ in records }
      #expect(adapters.pinUpkeep != nil)
      return try await Shield.open(
        policy: policy, app: AppIdentity(identifier: Container.identifier, version: "1"), adapters: adapters,
        now: { Self.now })
    }

    private func exportable() throws -> ClientIdentity {
      let made = try authority.issue(.init(notBefore: Self.now.addingTimeInterval(-3_600), notAfter: Self.end))
      let key = try P256.Signing.PrivateKey(pemRepresentation: made.privateKeyPEM)
      return try ClientIdentity(
        certificates: [made.certificateDER],
        key: .exportable(try PrivateKeyDER(reading: Secret(copying: Array(key.derRepresentation)))))
    }

    @Test("The policy's server sees the shield's identity; a logout takes it from keychain and connections")
    func wiped() async throws {
      try await EmulatedInternet.$current.withValue(EmulatedInternet()) {
        let server = try serve(.current)
        let container = try Container()
        let shield = try await shield(stores(container), policy(authority.certificateDER))
        try await signIn(shield)
        let before = EmulatedDevice.current.itemCount
        let identity = try exportable()
        try await shield.clientIdentity.adopt(identity, now: Self.now)
        let connections = server.seen.connections
        try await shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
        #expect(server.seen.clients.last == identity.certificates.map { Data($0) })
        #expect(server.seen.connections > connections)
        // The item of the secret store, the certificate and its key.
        #expect(EmulatedDevice.current.itemCount >= before + 3)
        let report = try await shield.logOut()
        #expect(report.isComplete)
        #expect(report.removed.map(\.text).contains("keychain-identity"))
        let shown = server.seen.clients.count
        try await signIn(shield)
        #expect(server.seen.clients.count == shown)
      }
    }

    @Test("Keys in the Secure Enclave keep what every source of the client's keys promises")
    func conformance() async {
      let places = Mutex(0)
      #expect(
        await ClientKeySourceConformance.brokenClaims {
          let place = places.withLock { count in
            count += 1
            return KeychainPlace(service: "example.claims.\(count)")
          }
          return EnclaveClientKeys(place: place, access: AccessRequirement())
        } == [])
      #expect(places.withLock { $0 } == 7)
    }

    @Test("Keys of the client's identity are made in the Secure Enclave, and a logout takes them")
    func enclave() async throws {
      let container = try Container()
      let stores = try stores(container)
      let shield = try await shield(stores)
      try await signIn(shield)
      let before = EmulatedDevice.current.itemCount
      _ = try await shield.clientIdentity.request(CertificateSubject([.commonName("ada")]))
      // The request of the secret store, and the key.
      #expect(EmulatedDevice.current.itemCount == before + 2)
      #expect(try await shield.logOut().isComplete)
      let after = EmulatedDevice.current.itemCount
      try await signIn(shield)
      _ = try await shield.clientIdentity.request(CertificateSubject([.commonName("bob")]))
      #expect(try await shield.logOut().isComplete)
      #expect(EmulatedDevice.current.itemCount == after)
    }
  }
#endif
