#if Server
  import AttestationVerification
  import Foundation
  import Redaction
  import SecurityPolicy
  import TrustWire

  /// Verifies the evidence beside reports: App Attest attestations and assertions, Android Key Attestations and Play
  /// Integrity tokens, for the apps that the policy names and no others.
  ///
  /// | kind | bound to the report by |
  /// | --- | --- |
  /// | `appAttest` | client data hash = SHA-256 of the signed report's text |
  /// | `appAttestAssertion` | the same, by the key that this installation had attested; its counter rises |
  /// | `androidKey` | attestation challenge = the report's challenge in UTF-8; the attested key is the one that signed the report |
  /// | `playIntegrity` | `requestHash` = base64url of SHA-256 of the signed report's text |
  ///
  /// An Android key exists before the report that it signs, so it cannot be bound to its hash: the challenge makes it
  /// fresh, being single use, and the signature binds the rest. Each enrolment therefore wants a new device key; a device
  /// that keeps its key sends a Play Integrity token.
  ///
  /// The App Attest key is stored before the decision, in a transaction of its own: that Apple's hardware holds it stays
  /// true when the policy refuses the device today, and a device that comes back after an update must not need a new key,
  /// of which Apple keeps count. The counter moves before the decision as well: what was answered, whatever the answer,
  /// was used. An assertion is read beside the version of the system that its key was attested under: after an update of
  /// the system the installation attests anew. After a crash in between a counter is skipped, never repeated.
  ///
  /// A kind counts only when the policy says whose apps count: for Apple `origin.apps` with `origin.teamIDs`, for Android
  /// keys `origin.apps` with `origin.signingDigests`, for Play `origin.apps`. Not protected: a jailbroken iPhone attests as
  /// well, and a genuine Android device of any kind of owner passes.
  /// Source: Apple, "Validating apps that connect to your server"; Android Open Source Project, "Key and ID attestation";
  /// developer.android.com, "Integrity verdicts"; TR-03161-1 O.Resi_5.
  public struct AttestationDesk: AttestationVerifying {
    let environment: EnvironmentName
    let store: any TrustStore
    let apple: AppAttestVerifier?
    let applePlatforms: [Platform: Set<String>]
    let android: AndroidKeyVerifier?
    let revocation: RevocationFile?
    let play: PlayIntegrityVerifier?
    private let origins: [Platform: AppOrigin]

    /// - Parameters:
    ///   - policy: whose `server.devices.….origin` say which apps are ours.
    ///   - revocation: nil leaves every Android attestation undetermined.
    ///   - playDecryptionKey: 32 bytes from the Play Console; empty refuses Play Integrity.
    ///   - playVerificationKey: DER SubjectPublicKeyInfo from the Play Console.
    ///   - insecureRoots: for tests: certificates to trust in place of Apple's and Google's. Whoever holds their keys
    ///     makes attested devices at will.
    /// - Throws: ``TrustServerError`` `insecureInProd`, `playKeyUnusable`.
    public init(
      policy: Policy, environment: EnvironmentName, store: any TrustStore, revocation: RevocationFile? = nil,
      playDecryptionKey: consuming Secret = Secret(copying: []), playVerificationKey: [UInt8] = [],
      insecureRoots: [AttestationRoot] = []
    ) throws(TrustServerError) {
      guard insecureRoots.isEmpty || environment != .prod else { throw .insecureInProd }
      try self.init(
        policy: policy, environment: environment, store: store, revocation: revocation,
        playDecryptionKey: playDecryptionKey, playVerificationKey: playVerificationKey, trusting: insecureRoots)
    }

    /// The same wherever it runs: for tests of what is special about production.
    package init(
      policy: Policy, environment: EnvironmentName, store: any TrustStore, revocation: RevocationFile?,
      playDecryptionKey: consuming Secret, playVerificationKey: [UInt8], trusting roots: [AttestationRoot]
    ) throws(TrustServerError) {
      self.environment = environment
      self.store = store
      self.revocation = revocation
      origins = policy.server.devices.mapValues(\.origin)
      var platforms: [Platform: Set<String>] = [:]
      for platform in [Platform.ios, .macos] {
        guard let origin = policy.server.devices[platform]?.origin else { continue }
        let ids = origin.teamIDs.flatMap { team in origin.apps.map { "\(team).\($0)" } }
        if !ids.isEmpty { platforms[platform] = Set(ids) }
      }
      applePlatforms = platforms
      let appIDs = platforms.values.reduce(into: Set()) { $0.formUnion($1) }.sorted()
      // Both of Apple's environments are read: which one is good enough is the decision's question, and has a code.
      if appIDs.isEmpty {
        apple = nil
      } else if roots.isEmpty {
        apple = AppAttestVerifier(appIDs: appIDs, environments: [.production, .development])
      } else {
        apple = AppAttestVerifier(
          appIDs: appIDs, environments: [.production, .development], roots: roots, receiptRoots: [])
      }
      let origin = policy.server.devices[.android]?.origin ?? AppOrigin()
      if origin.apps.isEmpty || origin.signingDigests.isEmpty {
        android = nil
      } else {
        // Package and signer are the decision's question, too.
        android = AndroidKeyVerifier(roots: roots.isEmpty ? AttestationRoot.google : roots)
      }
      if playDecryptionKey.count == 0, playVerificationKey.isEmpty {
        play = nil
      } else {
        let verifier: PlayIntegrityVerifier
        do {
          verifier = try PlayIntegrityVerifier(
            decryptionKey: playDecryptionKey, verificationKey: playVerificationKey, packages: Set(origin.apps))
        } catch {
          throw .playKeyUnusable
        }
        play = origin.apps.isEmpty ? nil : verifier
      }
    }

    // O.Resi_5#400
    /// The kinds that can earn the attested tier here.
    public var kinds: [AttestationKind] { AttestationKind.allCases.filter { obstacle(to: $0) == nil } }

    /// Why evidence of this kind earns nothing here: for the operator; nil when it can.
    public func obstacle(to kind: AttestationKind) -> String? {
      switch kind {
      case .appAttest, .appAttestAssertion:
        return apple == nil ? "server.devices.ios.origin and macos.origin name no apps with teamIDs" : nil
      case .androidKey:
        if android == nil { return "server.devices.android.origin names no apps with signingDigests" }
        return revocation == nil ? "there is no attestation.revocationList" : nil
      case .playIntegrity:
        guard play == nil else { return nil }
        return origins[.android]?.apps.isEmpty ?? true
          ? "server.devices.android.origin names no apps" : "there are no keys from the Play Console"
      }
    }

    public func verify(
      _ evidence: AttestationEvidence, clientDataHash: [UInt8], report: SecurityReport, key: DevicePublicKey, now: Int64
    ) async throws(StoreError) -> AttestationOutcome {
      switch evidence.kind {
      case .appAttest: try await attestation(evidence.bytes, clientDataHash, report, key, now)
      case .appAttestAssertion: try await assertion(evidence.bytes, clientDataHash, report, key, now)
      case .androidKey: androidKey(evidence.bytes, report, key, now)
      case .playIntegrity: playToken(evidence.bytes, clientDataHash, now)
      }
    }

    static let notSetUp = AttestationOutcome.refused(
      .configuration, "this server is not set up for this kind of evidence")

    static func date(_ now: Int64) -> Date { Date(timeIntervalSince1970: TimeInterval(now)) }
  }
#endif
