#if Server
  import Crypto
  import CryptoExtras
  import Foundation
  import Redaction
  import SecurityPolicy
  import Synchronization
  import TrustServer
  import TrustWire
  import UntrustedInput

  let signingPEM: String? = try? _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
  let loginPEM: String? = try? _RSA.Encryption.PrivateKey(keySize: .bits2048).pemRepresentation

  /// A clock that tests turn.
  final class TurnedClock: Sendable {
    private let seconds = Mutex<Int64>(1_800_000_000)
    var now: Int64 { seconds.withLock { $0 } }
    func advance(_ by: Int64) { seconds.withLock { $0 += by } }
  }

  final class EventLog: Sendable {
    private let list = Mutex<[TrustEvent]>([])
    var all: [TrustEvent] { list.withLock { $0 } }
    func add(_ event: TrustEvent) { list.withLock { $0.append(event) } }
  }

  /// A desk with one environment and a device that talks to it.
  struct Stage: Sendable {
    static let issuer = "https://trust.test:8443"
    let clock: TurnedClock
    let options: Options
    let events = EventLog()
    let store: any TrustStore
    let desk: TrustDesk
    let key: P256.Signing.PrivateKey

    static func policy() -> Policy {
      var policy = Policy(name: "test", environments: [:])
      policy.server.unattested.admitted = true
      policy.server.unattested.mayLogIn = true
      policy.server.unattested.requestsPerMinute = 1000
      policy.server.devices[.linux] = DeviceRules()
      return policy
    }

    /// What a configuration says beside policy and address.
    struct Options: Sendable {
      var signing: String? = signingPEM
      var login: String? = loginPEM
      var successorKey = [UInt8](repeating: 3, count: 32)
      var keyEncryptionKey: [UInt8] = []
      var introspectionSecret = ""
      var schedule = SigningKeySchedule()
      var nonces = ProofNonces.off
      var issuer = Stage.issuer
      var insecureHTTP = false
      var identities: (any IdentityProvider)?
      var limits = ServerLimits()
      var attestation: (any AttestationVerifying)?
      var pinUpdate: String?
      var acceptsEarlierClock = false
      /// Whether each answer waits until the server has forgotten what it may.
      var waitsForPruning = true
      /// Little work, where no test asks about it.
      var passwordCost = PasswordCost(rounds: 1 << 10, blockSize: 8, parallelism: 1)
      /// Many logins of one device, where no test asks about it.
      var pace = SignInPace(perDevice: 1000, perName: 1000)
      var gate = DerivationGate()
    }

    static func configuration(
      _ policy: Policy, _ environment: EnvironmentName, _ clock: TurnedClock, _ events: EventLog,
      options: Options = Options(), certificate: [UInt8] = [], certificateKey: [UInt8] = [], port: Int = 0
    ) -> TrustConfiguration {
      TrustConfiguration(
        policy: policy, environment: environment, issuer: options.issuer, acceptedSliceDigests: ["slice"],
        signingKey: Secret(copying: Array((options.signing ?? "").utf8)),
        loginKey: Secret(copying: Array((options.login ?? "").utf8)),
        successorKey: Secret(copying: options.successorKey),
        keyEncryptionKey: Secret(copying: options.keyEncryptionKey),
        introspectionSecret: Secret(copying: Array(options.introspectionSecret.utf8)),
        certificateChainPEM: certificate, certificateKey: Secret(copying: certificateKey), host: "127.0.0.1",
        port: port, insecureHTTP: options.insecureHTTP, keySchedule: options.schedule, proofNonces: options.nonces,
        identities: options.identities, attestation: options.attestation,
        pinUpdate: options.pinUpdate, acceptsEarlierClock: options.acceptsEarlierClock,
        now: { Date(timeIntervalSince1970: TimeInterval(clock.now)) },
        random: { (0..<32).map { _ in UInt8.random(in: 0...255) } }, events: { events.add($0) })
    }

    init(
      policy: Policy = Stage.policy(), environment: EnvironmentName = .dev,
      store: any TrustStore = InMemoryTrustStore(), key: P256.Signing.PrivateKey = .init(),
      options: Options = Options(), clock: TurnedClock = TurnedClock()
    ) async throws {
      self.store = store
      self.key = key
      self.clock = clock
      self.options = options
      desk = try await TrustDesk(
        configuration: Stage.configuration(policy, environment, clock, events, options: options), store: store,
        limits: options.limits, passwordCost: options.passwordCost, pace: options.pace, gate: options.gate)
    }

    /// Another process on the same store, with the same device and clock.
    func restarted(policy: Policy = Stage.policy(), options: Options? = nil) async throws -> Stage {
      try await Stage(policy: policy, store: store, key: key, options: options ?? self.options, clock: clock)
    }

    /// The subject public key info of the login key, as a policy carries it.
    static func loginKey() throws -> [UInt8] {
      try Array(_RSA.Encryption.PrivateKey(pemRepresentation: loginPEM ?? "").publicKey.derRepresentation)
    }

    var device: DevicePublicKey { DevicePublicKey(key.publicKey) }

    func send(
      _ method: String, _ route: TrustRoute, _ headers: [String: String] = [:], _ body: [UInt8] = []
    ) async -> TrustAnswer {
      await answer(
        TrustRequest(
          method: method, path: route.rawValue,
          headers: Dictionary(uniqueKeysWithValues: headers.map { ($0.key.lowercased(), [$0.value]) }), body: body,
          peer: "127.0.0.1"))
    }

    private func answer(_ request: TrustRequest) async -> TrustAnswer {
      let answer = await desk.respond(to: request)
      if options.waitsForPruning { await desk.settlePruning() }
      return answer
    }

    func token(_ request: TokenRequest, _ headers: [String: String] = [:]) async -> TrustAnswer {
      await send(
        "POST", .token, headers.merging(["content-type": "application/x-www-form-urlencoded"]) { $1 },
        request.form.bytes)
    }

    func challenge(for purpose: ChallengePurpose = .report) async throws -> String {
      let answer = await answer(
        TrustRequest(
          method: "GET", path: TrustRoute.challenge.rawValue, query: "for=\(purpose.rawValue)", peer: "127.0.0.1"))
      return try ChallengeMessage(reading: answer.body).challenge
    }

    func report(_ challenge: String, _ change: (inout SecurityReport) -> Void = { _ in }) -> SecurityReport {
      var report = SecurityReport(
        checkVersion: 1, date: clock.now, challenge: challenge,
        system: OperatingSystem(platform: .linux, name: "Debian", version: "12", patchLevel: nil), isRooted: .no,
        isHooked: .no, isDebugged: .no, signals: [], app: "app", appVersion: "1", environment: .dev, profile: .debug,
        policyDigest: "slice")
      change(&report)
      return report
    }

    func sign(_ kind: SignedMessage.Kind, _ payload: [UInt8], by other: P256.Signing.PrivateKey? = nil) async throws
      -> String
    {
      let key = other ?? key
      return try await SignedMessage.compact(kind, payload: payload, key: DevicePublicKey(key.publicKey)) {
        [UInt8](try key.signature(for: $0).rawRepresentation)
      }
    }

    func enrol(
      _ headers: [String: String] = [:], _ change: (inout SecurityReport) -> Void = { _ in }
    ) async throws -> TrustAnswer {
      await token(
        .deviceReport(compact: try await sign(.report, report(try await challenge(), change).bytes)), headers)
    }

    func proof(
      _ route: TrustRoute, token: String? = nil, jti: String = UUID().uuidString, method: String = "POST",
      nonce: String? = nil, by other: P256.Signing.PrivateKey? = nil
    ) async throws -> String {
      try await sign(
        .dpop,
        ProofOfPossession(
          identifier: jti, method: method, address: Stage.issuer + route.rawValue, issuedAt: clock.now, token: token,
          nonce: nonce
        ).payload, by: other)
    }

    func app() async throws -> TokenResponse { try TokenResponse(reading: try await enrol().body) }

    func credential(
      user: String = "ada", password: String = "correct horse", challenge: String? = nil,
      by other: P256.Signing.PrivateKey? = nil
    ) async throws -> String {
      let answered = if let challenge { challenge } else { try await self.challenge(for: .login) }
      return try LoginCredential.seal(
        user: user, password: Secret(copying: Array(password.utf8)), challenge: answered,
        device: DevicePublicKey((other ?? key).publicKey), loginKey: try Stage.loginKey())
    }

    /// - Parameter sealed: a credential to send instead of a fresh one.
    func logIn(
      _ app: TokenResponse, user: String = "ada", password: String = "correct horse", sealed: String? = nil
    ) async throws -> TrustAnswer {
      let fresh = if let sealed { sealed } else { try await credential(user: user, password: password) }
      return await token(
        .userLogin(sealedCredential: fresh),
        [
          TrustRoute.appTokenHeader: app.accessToken,
          TrustRoute.proofHeader: try await proof(.token, token: app.accessToken),
        ])
    }

    func refresh(_ token: String, by other: P256.Signing.PrivateKey? = nil) async throws -> TrustAnswer {
      await self.token(.refresh(token: token), [TrustRoute.proofHeader: try await proof(.token, by: other)])
    }

    func sendRecords(_ app: TokenResponse, _ user: TokenResponse, _ body: [UInt8]) async throws -> TrustAnswer {
      await send(
        "POST", .records,
        [
          TrustRoute.appTokenHeader: app.accessToken, "authorization": "DPoP " + user.accessToken,
          TrustRoute.proofHeader: try await proof(.records, token: user.accessToken),
        ], body)
    }
  }

  /// The reason that an answer gives, or nil when it is no refusal.
  func reason(_ answer: TrustAnswer) -> RefusalReason? {
    guard answer.status >= 400 else { return nil }
    return try? RefusalBody(reading: answer.body).reason
  }
#endif
