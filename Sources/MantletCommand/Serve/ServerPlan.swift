#if Server
  import Crypto
  import CryptoExtras
  import Foundation
  import Logging
  import Redaction
  import SecurityPolicy
  import TrustServer
  import UntrustedInput

  /// Everything that one server runs on, settled before it starts.
  struct ServerPlan: Sendable {
    /// What is allowed for tests only; each of them is told on standard error and refused for the environment prod.
    struct Insecure: Sendable, Equatable {
      var http = false
      var testClock = false
      /// A file of certificates that attestations may lead to, in place of Apple's and Google's.
      var attestationRoots: String?

      var isAny: Bool { http || testClock || attestationRoots != nil }
    }

    var policy: Policy
    var environment: EnvironmentName
    /// Digests of slices of older policies that apps still have.
    var olderSlices: Set<String> = []
    var issuer: String
    var host: String
    var port: Int
    var store: TrustStoreLocation
    let keys: ServerKeys
    var limits = ServerLimits()
    var keySchedule = SigningKeySchedule()
    var proofNonces = ProofNonces.off
    /// A signed pin update that devices get.
    var pinUpdate: String?
    var metricsHost = "127.0.0.1"
    var metricsPort: Int?
    var metricsOnServerPort = false
    var logLevel = Logger.Level.info
    /// Whether an operator has said that the clock is right and the database's time is not.
    var acceptsEarlierClock = false
    var insecure = Insecure()
    /// What hardware evidence is verified with.
    let attestation: AttestationPlan

    /// The settings of a server that has its own; `mantlet up` makes the other kind.
    ///
    /// - Parameter answersDevices: false for an operator's command, which must work whatever has become of the files
    ///   that evidence is verified with: they are not read.
    /// - Throws: ``SettingError``, `ExitCode` for a policy that cannot be read.
    init(_ settings: ServerSettings, insecure: Insecure, answersDevices: Bool = true) async throws {
      policy = try PolicyFile.read(try settings.required(.policy))
      environment = try Self.environment(settings, policy)
      guard !insecure.isAny || environment != .prod else {
        throw SettingError.clash("options that begin with --insecure are refused for the environment prod")
      }
      guard let own = policy.environments[environment] else {
        throw SettingError.wrong(.environment, settings.place(.environment), expected: "an environment of the policy")
      }
      host = settings.text(.host) ?? "127.0.0.1"
      port = settings.number(.port, or: Int(own.endpoint.split(separator: ":").last ?? "") ?? StarterPolicy.defaultPort)
      issuer = own.endpoint
      if insecure.http { issuer = "http://127.0.0.1:\(port)" }
      // A token and a proof name the issuer byte for byte, and devices know the policy's endpoint only.
      if let said = settings.text(.issuer), said != issuer {
        throw SettingError.wrong(
          .issuer, settings.place(.issuer),
          expected: insecure.http
            ? "http://127.0.0.1 with the port, because of --insecure-http"
            : "the endpoint that the policy has for this environment")
      }
      for path in settings.paths(.acceptedPolicies) {
        guard let slice = try PolicyFile.read(path).slice(for: environment) else {
          throw SettingError.wrong(
            .acceptedPolicies, settings.place(.acceptedPolicies),
            expected: "policies with the environment \(environment.rawValue)")
        }
        olderSlices.insert(slice.digest)
      }
      store = try Self.store(settings)
      keys = try await Self.keys(settings, insecure, own)
      attestation = try AttestationPlan(answersDevices ? settings : nil, roots: insecure.attestationRoots)
      self.insecure = insecure
      try take(settings)
    }

    /// What a state directory of `mantlet up` is served with.
    init(state setup: ServerSetup, insecure: Insecure) throws {
      let authority = setup.state.authority
      policy = setup.policy
      environment = .dev
      issuer = setup.issuer
      host = "127.0.0.1"
      port = setup.port
      store = .sqlite(path: setup.state.databasePath)
      let nowhere = SettingError.Place.nowhere(.successorKey)
      keys = ServerKeys(
        certificateChain: Array(authority.serverCertificatePEM.utf8), certificateKey: authority.serverKeyPEM,
        signing: authority.signingKeyPEM, login: authority.loginKeyPEM,
        successor: try ServerSettings.key(authority.successorKeyText, .successorKey, nowhere),
        encryption: try ServerSettings.key(authority.encryptionKeyText, .encryptionKey, nowhere),
        introspection: authority.introspectionSecret)
      attestation = try AttestationPlan(roots: insecure.attestationRoots)
      self.insecure = insecure
      // One machine, one developer, and tools in a hurry.
      limits.requestsPerMinute = 6000
      limits.connectionsPerAddress = 256
      metricsOnServerPort = true
    }

    /// What every kind of server may be told.
    ///
    /// - Throws: ``SettingError``.
    mutating func take(_ settings: ServerSettings) throws(SettingError) {
      pinUpdate = try PinUpdateFile.read(settings, policy.environments[environment])
      limits.connections = settings.number(.connections, or: limits.connections)
      limits.connectionsPerAddress = settings.number(.connectionsPerAddress, or: limits.connectionsPerAddress)
      limits.requestsPerMinute = settings.number(.requestsPerMinute, or: limits.requestsPerMinute)
      limits.requestsPerDevice = settings.number(.requestsPerDevice, or: limits.requestsPerDevice)
      limits.introspectionsPerMinute = settings.number(.introspectionsPerMinute, or: limits.introspectionsPerMinute)
      limits.challengesPerMinute = settings.number(.challengesPerMinute, or: limits.challengesPerMinute)
      limits.wrongPerAddress = settings.number(.wrongPerAddress, or: limits.wrongPerAddress)
      limits.sessionsPerPerson = settings.number(.sessionsPerPerson, or: limits.sessionsPerPerson)
      limits.trustedProxies = settings.trustedProxies
      limits.bodySeconds = Int64(settings.number(.bodySeconds, or: Int(limits.bodySeconds)))
      limits.firstHeadSeconds = Int64(settings.number(.firstHeadSeconds, or: Int(limits.firstHeadSeconds)))
      limits.headSeconds = Int64(settings.number(.headSeconds, or: Int(limits.headSeconds)))
      metricsHost = settings.text(.metricsHost) ?? metricsHost
      if settings.isSaid(.metricsPort) { metricsPort = settings.number(.metricsPort, or: 0) }
      metricsOnServerPort = settings.flag(.metricsOnServerPort, or: metricsOnServerPort)
      logLevel = settings.level
      acceptsEarlierClock = settings.flag(.acceptsEarlierClock, or: acceptsEarlierClock)
      keySchedule = SigningKeySchedule(
        maximumAge: settings.duration(.signingKeyAge), lead: settings.duration(.signingKeyLead) ?? keySchedule.lead)
      if settings.isSaid(.proofNonces) {
        proofNonces = settings.flag(.proofNonces, or: false) ? .required : .off
      }
    }

    private static func environment(_ settings: ServerSettings, _ policy: Policy) throws(SettingError)
      -> EnvironmentName
    {
      if let said = settings.text(.environment).flatMap({ EnvironmentName(rawValue: $0) }) { return said }
      guard policy.environments.count == 1, let only = policy.environments.keys.first else {
        throw .missing(.environment)
      }
      return only
    }

    private static func store(_ settings: ServerSettings) throws(SettingError) -> TrustStoreLocation {
      if let text = settings.text(.postgresql) {
        guard !settings.isSaid(.sqlite) else { throw .clash("store.sqlite and store.postgresql exclude each other") }
        let lower = text.lowercased()
        let hasUserInfo =
          lower.split(separator: "@", maxSplits: 1).first?.split(separator: "/").last?.contains(":") ?? false
        guard !lower.contains("password"), !(lower.contains("://") && lower.contains("@") && hasUserInfo) else {
          throw .wrong(
            .postgresql, settings.place(.postgresql),
            expected: "without a password: give it in PGPASSWORD or in a password file (PGPASSFILE)")
        }
        return .postgresql(connection: text)
      }
      return .sqlite(path: try settings.required(.sqlite))
    }

    private static func keys(
      _ settings: ServerSettings, _ insecure: Insecure, _ own: EnvironmentRequirement
    ) async throws(SettingError) -> ServerKeys {
      var chain: [UInt8] = []
      var certificateKey = Secret(copying: [])
      if !insecure.http {
        let path = try settings.required(.certificate)
        guard let data = FileManager.default.contents(atPath: path) else { throw .unreadable(path: path) }
        chain = Array(data)
        certificateKey = try needed(.certificateKey, settings.secret(.certificateKey))
      }
      let login = try needed(.loginKey, settings.secret(.loginKey))
      let spki = login.withExposedBytes {
        try? _RSA.Encryption.PrivateKey(pemRepresentation: String(decoding: $0, as: UTF8.self)).publicKey
          .derRepresentation
      }
      // Found here and not by the first person who cannot sign in.
      guard let spki, Base64URL.encode(spki) == own.loginKey else {
        throw .wrong(
          .loginKey, settings.place(.loginKey), expected: "the RSA key whose public part is the policy's loginKey")
      }
      let encryption =
        if let chip = settings.chipKey { try await chip.read() } else {
          try settings.key(.encryptionKey) ?? Secret(copying: [])
        }
      let introspection = try settings.secret(.introspectionSecret) ?? Secret(copying: [])
      guard introspection.count == 0 || introspection.count >= 32 else {
        throw .wrong(
          .introspectionSecret, settings.place(.introspectionSecret), expected: "32 bytes or more, from a random source"
        )
      }
      // The database has signing keys of its own, sealed under that key; none has to lie in clear.
      let signing =
        if encryption.count > 0, !settings.isSaid(.signingKey) { Secret(copying: []) } else {
          try needed(.signingKey, settings.secret(.signingKey))
        }
      return ServerKeys(
        certificateChain: chain, certificateKey: certificateKey, signing: signing, login: login,
        successor: try needed(.successorKey, settings.key(.successorKey)),
        encryption: encryption,
        introspection: introspection)
    }

    private static func needed(
      _ setting: Setting, _ secret: consuming Secret?
    ) throws(SettingError) -> Secret {
      guard let secret else { throw .missing(setting) }
      return secret
    }
  }
#endif
