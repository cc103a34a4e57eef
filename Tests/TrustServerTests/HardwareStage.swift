#if Server
  import AttestationSamples
  import AttestationVerification
  import Crypto
  import Foundation
  import Redaction
  import SecurityPolicy
  import TrustServer
  import TrustWire
  import UntrustedInput

  /// A desk that verifies the evidence of authorities of this run, and a device that sends it.
  struct HardwareStage: Sendable {
    static let signer = [UInt8](repeating: 5, count: 32)
    let stage: Stage
    let apple: TestAppAttest
    let android: TestAndroidKey
    let play = TestPlayToken()
    let environment: EnvironmentName

    static func policy(_ change: (inout Policy) -> Void = { _ in }) -> Policy {
      var policy = Stage.policy()
      policy.server.unattested.admitted = false
      var origin = AppOrigin()
      origin.apps = ["dev.example"]
      origin.teamIDs = ["ABCDE12345"]
      origin.signingDigests = [String(repeating: "05", count: 32)]
      for platform in [Platform.ios, .android] {
        var rules = DeviceRules()
        rules.origin = origin
        policy.server.devices[platform] = rules
      }
      change(&policy)
      return policy
    }

    /// A clock within the dates of this run's certificates.
    static func clock() -> TurnedClock {
      let clock = TurnedClock()
      clock.advance(-20_000_000)
      return clock
    }

    static func list(_ entries: String = "") throws -> String {
      let path = FileManager.default.temporaryDirectory.path + "/mantlet-list-\(UUID().uuidString).json"
      try Data(#"{"entries": {\#(entries)}}"#.utf8).write(to: URL(fileURLWithPath: path))
      return path
    }

    init(
      _ change: (inout Policy) -> Void = { _ in }, environment: EnvironmentName = .dev,
      store: any TrustStore = InMemoryTrustStore(), evidence: (any TrustStore)? = nil,
      revocation: (path: String, age: TimeInterval)? = nil,
      hasList: Bool = true, apple: TestAppAttest? = nil, key: P256.Signing.PrivateKey = .init(),
      clock: TurnedClock = Self.clock()
    ) async throws {
      let policy = Self.policy(change)
      self.environment = environment
      self.apple = try apple ?? TestAppAttest()
      android = TestAndroidKey()
      let now = Date(timeIntervalSince1970: TimeInterval(clock.now))
      var file: RevocationFile?
      if let revocation {
        file = try RevocationFile(path: revocation.path, maximumAge: revocation.age, now: now)
      } else if hasList {
        let path = try Self.list()
        file = try RevocationFile(path: path, maximumAge: 86400, now: now)
      }
      var options = Stage.Options()
      options.attestation = try AttestationDesk(
        policy: policy, environment: environment, store: evidence ?? store, revocation: file,
        playDecryptionKey: Secret(copying: play.wrappingKey),
        playVerificationKey: Array(play.signingKey.publicKey.derRepresentation),
        trusting: [
          try AttestationRoot(certificate: self.apple.root), try AttestationRoot(certificate: try android.chain()[3]),
        ])
      stage = try await Stage(
        policy: policy, environment: environment, store: store, key: key, options: options, clock: clock)
    }

    /// A report with the evidence that `make` adds to it, by its compact text and challenge.
    func send(
      _ claim: AttestationClaim?, platform: Platform, version: String = "18", patch: String? = nil,
      _ change: (inout SecurityReport) -> Void = { _ in },
      _ make: (_ compact: String, _ challenge: String) throws -> [UInt8]?
    ) async throws -> TrustAnswer {
      let challenge = try await stage.challenge()
      let report = stage.report(challenge) {
        $0.attestation = claim
        $0.app = "dev.example"
        $0.environment = environment
        $0.profile = environment == .prod ? .release : .debug
        $0.system = OperatingSystem(platform: platform, name: "OS", version: version, patchLevel: patch)
        change(&$0)
      }
      let compact = try await stage.sign(.report, report.bytes)
      let evidence = try make(compact, challenge).flatMap { bytes in
        claim?.kind.map { AttestationEvidence(kind: $0, bytes: bytes) }
      }
      return await stage.token(.deviceReport(compact: ReportParcel(compact: compact, evidence: evidence).text))
    }

    func attest(
      version: String = "27", _ change: (inout TestAppAttest) -> Void = { _ in }
    ) async throws -> TrustAnswer {
      try await send(.appAttest, platform: .ios, version: version) { compact, _ in
        var sample = apple
        sample.clientDataHash = ReportParcel.clientDataHash(compact)
        change(&sample)
        return try sample.object()
      }
    }

    func assert(
      _ counter: UInt8, of other: String? = nil, version: String = "27",
      _ change: (inout TestAppAttest) -> Void = { _ in }
    ) async throws -> TrustAnswer {
      try await send(.appAttestAssertion, platform: .ios, version: version) { compact, _ in
        var sample = apple
        change(&sample)
        return try sample.assertion(over: ReportParcel.clientDataHash(other ?? compact), counter: counter)
      }
    }

    func keyed(
      _ change: (inout TestAndroidKey) -> Void = { _ in }, report: (inout SecurityReport) -> Void = { _ in }
    ) async throws -> TrustAnswer {
      try await send(.androidKey, platform: .android, version: "16", report) { _, challenge in
        var sample = android
        sample.leafKey = stage.key
        sample.challenge = Array(challenge.utf8)
        change(&sample)
        return Array(try sample.pem().utf8)
      }
    }

    func played(of other: String? = nil, _ change: (inout TestPlayToken) -> Void = { _ in }) async throws -> TrustAnswer
    {
      try await send(.playIntegrity, platform: .android, version: "16") { compact, _ in
        var sample = play
        change(&sample)
        let hash = Base64URL.encode(ReportParcel.clientDataHash(other ?? compact))
        return Array(try sample.token(requestHash: hash, seconds: stage.clock.now).utf8)
      }
    }

    func row() async throws -> AttestedKeyRow? {
      let device = stage.device.thumbprint
      return try await stage.store.reading { rows throws(StoreError) in try rows.attestedKey(device: device) }
    }

    /// Evidence events so far.
    var doubts: [TrustEvent.Kind] {
      stage.events.all.map(\.kind).filter { [.attestationRefused, .attestationUndetermined].contains($0) }
    }
  }

  /// The tier of an answer; nil for a refusal.
  func tier(_ answer: TrustAnswer) -> TrustTier? { try? TokenResponse(reading: answer.body).tier }

  /// The codes and the sentence of a refusal.
  func said(_ answer: TrustAnswer) -> (codes: [DecisionCode], text: String) {
    guard answer.status >= 400, let body = try? RefusalBody(reading: answer.body) else { return ([], "") }
    return (body.codes, body.explanation)
  }
#endif
