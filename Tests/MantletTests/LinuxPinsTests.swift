#if os(Linux) && LinuxClient && Records
  import AppSession
  import Crypto
  import Foundation
  import HTTPTypes
  import LinuxSecretFiles
  import LoopbackPort
  import LoopbackTLS
  import Mantlet
  import NetworkTrust
  import Redaction
  import SecretStorage
  import SecurityPolicy
  import SecurityTesting
  import Testing
  import TrustWire
  import UntrustedInput

  /// The façade's pins on Linux over real TLS: a server that changes its key, what is reported of it, and who sees the
  /// client's identity.
  @Suite(.serialized, .timeLimit(.minutes(15))) struct LinuxPinsTests {
    private static let address = "https://localhost"
    private let root: TestAuthority
    /// Whose key the policy pins, and whose key only the update brings.
    private let first: TestAuthority
    private let second: TestAuthority
    private let updates = P256.Signing.PrivateKey()
    private let (start, end): (Date, Date)

    init() throws {
      let now = Date()
      (start, end) = (now.addingTimeInterval(-3600), now.addingTimeInterval(86_400))
      root = try TestAuthority(name: "root", notBefore: start, notAfter: end)
      first = try root.issuer(name: "first", notBefore: start, notAfter: end)
      second = try root.issuer(name: "second", notBefore: start, notAfter: end)
    }

    private final class Home: Sendable {
      let path = FileManager.default.temporaryDirectory.path + "/linux-pins-\(UUID().uuidString)"
      deinit { try? FileManager.default.removeItem(atPath: path) }

      /// The files below it that hold this as it is, in their content or their name.
      func files(holding bytes: [UInt8]) -> [String] {
        let files = FileManager.default.subpaths(atPath: path) ?? []
        return files.filter { file in
          let content = FileManager.default.contents(atPath: path + "/" + file) ?? Data()
          return file.contains(String(decoding: bytes, as: UTF8.self)) || content.firstRange(of: bytes) != nil
        }
      }

      /// What is queued in it, as another process finds it.
      func queued() async throws -> [PinFailureBatch.Entry] {
        let secrets = try SecretFiles(folder: path + "/secrets", random: SystemRandomNumberGenerator())
        let queue = PinFailureQueue(store: StoredPinFailures(store: secrets, access: AccessRequirement()))
        return await queue.due(at: Date()).flatMap(\.entries)
      }
    }

    /// One request as the server read it.
    private struct Asked {
      let path: String
      let fields: HTTPFields
      let body: [UInt8]

      init(_ text: String) {
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = parts[0].split(separator: "\r\n")
        path = String(lines[0].split(separator: " ")[1].prefix { $0 != "?" })
        body = Array((parts.last ?? "").utf8)
        var fields = HTTPFields()
        for line in lines.dropFirst() {
          guard let colon = line.firstIndex(of: ":"), let name = HTTPField.Name(String(line[..<colon])) else {
            continue
          }
          fields[name] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        self.fields = fields
      }
    }

    private func pin(_ authority: TestAuthority) throws -> String {
      try ServerPin(certificateDER: authority.certificateDER).base64
    }

    private func reserve(_ byte: UInt8) -> String { Data(repeating: byte, count: 32).base64EncodedString() }

    /// - Parameter port: the one of a server that has stopped; nil for one that the kernel gives to nobody else meanwhile.
    private func server(
      by issuer: TestAuthority, port: UInt16? = nil, asksClients: Bool = false,
      answer: @escaping @Sendable (Asked) -> (status: Int, body: [UInt8])?
    ) async throws -> LoopbackServer {
      try await LoopbackServer(
        identity: try issuer.issue(.init(notBefore: start, notAfter: end)), issuers: [issuer.certificateDER],
        port: port ?? LoopbackPort.free(), asksClients: asksClients
      ) { _, text in
        let none = (status: 404, body: RefusalBody(.invalidRequest, .malformed, "none").bytes)
        let (status, body) = answer(Asked(text)) ?? none
        let head = "HTTP/1.1 \(status) Told\r\nContent-Type: application/json\r\nConnection: close\r\n"
        return .answerAndClose(
          head + "Content-Length: \(body.count)\r\n\r\n" + String(decoding: body, as: UTF8.self))
      }
    }

    private func shield(_ home: Home, port: UInt16) async throws -> Shield {
      let slice = try testSlice { policy in
        var environment = EnvironmentRequirement(
          endpoint: Self.address, pins: [], anchors: [], tokenKeys: [TestTokenIssuer.first.id],
          loginKey: Base64URL.encode(loginKey))
        environment.anchors = [Data(root.certificateDER).base64EncodedString()]
        environment.pins = [(try? pin(first)) ?? "", reserve(7)]
        environment.pinning.updateKey = DevicePublicKey(updates.publicKey).thumbprint
        policy.environments[.dev] = environment
      }
      return try await Shield.linux(
        policy: try DevicePolicy(verifying: try await signed(slice.bytes), signedBy: policySigner),
        app: AppIdentity(identifier: "org.example", version: "1"), folder: home.path, port: port)
    }

    /// An update that brings the second key.
    private func update() async throws -> [UInt8] {
      let seconds = Int64(start.timeIntervalSince1970)
      let update = PinUpdate(
        number: 1, issuedAt: seconds, expiresAt: seconds + 86_400,
        hosts: [.init(host: "localhost", pins: [try pin(second), reserve(8)])])
      return Array(try await signed(update.bytes, .pinUpdate, by: updates).utf8)
    }

    /// Whether the shield got an update of its pins; nil when it does not trust who answers.
    private func updates(_ shield: Shield) async throws -> Bool? {
      do throws(ShieldError) { return try await shield.updatePins() } catch {
        guard case .session(.untrustedServer) = error else { throw error }
        return nil
      }
    }

    @Test("A server's new key is trusted after a signed update, also by the next start, and by nobody without it")
    func rotation() async throws {
      let (update, home) = (try await update(), Home())
      let old = try await server(by: first) { $0.path == TrustRoute.pins.rawValue ? (200, update) : nil }
      let shield = try await shield(home, port: old.port)
      #expect(try await updates(shield) == true)
      await old.stop()
      let new = try await server(by: second, port: old.port) {
        $0.path == TrustRoute.pins.rawValue ? (200, update) : nil
      }
      #expect(try await updates(shield) == true)
      #expect(!new.seen.requests.isEmpty)
      #expect(try await updates(try await self.shield(home, port: old.port)) == true)
      await new.stop()
      let third = try await server(by: second, port: old.port) { _ in nil }
      let stranger = Home()
      #expect(try await updates(try await self.shield(stranger, port: old.port)) == nil)
      #expect(third.seen.connections > 0)
      await third.stop()
      withExtendedLifetime(stranger) {}
    }

    @Test("Whom a shield refused lies sealed in its folder, and is told to the real server when that is back")
    func reported() async throws {
      let home = Home()
      let foreign = try await server(by: second) { Self.answer($0) }
      let shield = try await shield(home, port: foreign.port)
      #expect(try await updates(shield) == nil)
      #expect(foreign.seen.applicationBytes == 0)
      try await wait { try await !home.queued().isEmpty }
      let entry = try #require(try await home.queued().first)
      #expect(entry.host == "localhost" && entry.outcome == .refused)
      #expect(try entry.seen.dropFirst() == [pin(second), pin(root)])
      #expect(try entry.expected == [pin(first), reserve(7)].sorted())
      #expect(home.files(holding: Array("localhost".utf8)) == [])
      #expect(try home.files(holding: Array(pin(second).utf8)) == [])
      // What lies there in clear would be found.
      try Data("to localhost".utf8).write(to: URL(fileURLWithPath: home.path + "/plain"))
      #expect(home.files(holding: Array("localhost".utf8)) == ["plain"])
      await foreign.stop()
      let real = try await server(by: first, port: foreign.port) { Self.answer($0) }
      try await shield.enroll()
      // What a request began beside itself may be what tells.
      _ = try await shield.reportPinFailures()
      func told() throws -> [PinFailureBatch] {
        try real.seen.requests.map { Asked($0) }.filter { $0.path == TrustRoute.pinFailures.rawValue }
          .map { try PinFailureBatch(reading: $0.body) }
      }
      try await wait { try !told().isEmpty }
      let batch = try #require(try told().first)
      #expect(batch.entries.map(\.host) == ["localhost"] && batch.entries.map(\.seen) == [entry.seen])
      await real.stop()
    }

    @Test("The client's identity comes from the sealed files, also after a start, and only a judged server sees it")
    func identity() async throws {
      let home = Home()
      let issued = try first.issue(.init(notBefore: start, notAfter: end))
      let key = try P256.Signing.PrivateKey(pemRepresentation: issued.privateKeyPEM)
      let real = try await server(by: first, asksClients: true) { _ in nil }
      let shield = try await shield(home, port: real.port)
      await #expect(throws: ShieldError.self) { try await shield.updatePins() }
      #expect(real.seen.applicationBytes == 0 && real.seen.clients.isEmpty)
      try await shield.clientIdentity.adopt(
        ClientIdentity(
          certificates: [issued.certificateDER],
          key: .exportable(try PrivateKeyDER(reading: Secret(copying: key.derRepresentation)))), now: Date())
      #expect(try await updates(shield) == false)
      // What the shield tells beside its requests may bring connections of its own.
      #expect(Set(real.seen.clients) == [[issued.certificateDER]])
      // Nothing of it lies there in clear.
      #expect(home.files(holding: issued.certificateDER) == [])
      #expect(home.files(holding: Array(key.rawRepresentation)) == [])
      await real.stop()
      let stranger = try await server(by: second, port: real.port, asksClients: true) { _ in nil }
      #expect(try await updates(shield) == nil)
      #expect(stranger.seen.connections > 0)
      #expect(stranger.seen.applicationBytes == 0 && stranger.seen.clients.isEmpty)
      await stranger.stop()
      let again = try await server(by: first, port: real.port, asksClients: true) { _ in nil }
      #expect(try await updates(try await self.shield(home, port: real.port)) == false)
      #expect(Set(again.seen.clients) == [[issued.certificateDER]])
      await again.stop()
    }

    /// Returns when the condition holds; a queue that is written beside a request has no other signal.
    private func wait(until condition: () async throws -> Bool) async throws {
      let end = ContinuousClock.now + .seconds(90)
      while try await !condition() {
        try #require(ContinuousClock.now < end, "what was waited for did not come")
        try await Task.sleep(for: .milliseconds(3))
      }
    }

    /// What a server answers an installation that asks for a token and tells what it saw.
    private static func answer(_ asked: Asked) -> (status: Int, body: [UInt8])? {
      switch asked.path {
      case TrustRoute.challenge.rawValue:
        return (200, ChallengeMessage(challenge: TinyServer.challenge, expiresIn: 300).bytes)
      case TrustRoute.jwks.rawValue: return (200, TestTokenIssuer.keySet([.first]))
      case TrustRoute.token.rawValue:
        let proof = HTTPField.Name(TrustRoute.proofHeader).flatMap { asked.fields[$0] } ?? ""
        guard let device = (try? SignedMessage(verifying: proof, as: .dpop))?.key.thumbprint else { return (400, []) }
        let token = TestTokenIssuer.first.token(
          TestTokenIssuer.claims(
            issuer: address, kind: .app, subject: device, session: "session", device: device, boundKey: device,
            now: Int64(Date().timeIntervalSince1970) - 1, identifier: "1"))
        return (
          200,
          TokenResponse(
            accessToken: token, refreshToken: "refresh", tokenType: "DPoP", expiresIn: 1800, tier: .unattested
          ).bytes
        )
      case TrustRoute.pinFailures.rawValue: return (200, [])
      default: return nil
      }
    }
  }
#endif
