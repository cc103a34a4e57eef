#if Server
  import CryptoExtras
  import Foundation
  import Redaction
  import SecurityPolicy
  import TrustWire
  import UntrustedInput

  /// From request to decision, without a network: what ``TrustServer`` puts behind its listener.
  ///
  /// Every route is bounded; every refusal is a ``RefusalBody``; no answer carries an internal error.
  public final class TrustDesk: Sendable {
    let configuration: TrustConfiguration
    let store: any TrustStore
    let issuer: TokenIssuer
    let verifier: TokenVerifier
    let sessions: SessionDesk
    let accounts: AccountDesk
    let proofs: ProofCheck
    let challenges: ChallengeIssuer
    let ring: SigningKeyRing
    let live = LiveSessions()
    private let perDevice: RateBuckets
    /// Many more keys: attested devices are what a server is there for.
    private let perAttestedDevice: RateBuckets?
    private let challengesPerPeer: RateBuckets?
    /// Devices send a batch an hour at most.
    let pinFailuresPerDevice = RateBuckets(perMinute: 4)
    /// Logins and changes of the password, right or wrong.
    let attemptsPerDevice: RateBuckets
    /// Guesses at the introspection secret: ten a minute and address.
    let wrongSecrets = RateBuckets(perMinute: 10)
    /// What the operator is told by name.
    let pinnedHosts: Set<String>
    private let readiness = Readiness()
    let limits: ServerLimits

    /// - Parameters:
    ///   - limits: of these `wrongPerAddress`, `sessionsPerPerson`, `challengesPerMinute`, `requestsPerDevice` and the
    ///     numbers of reports matter here; the others are the listener's.
    ///   - tendsKeys: false for an operator's desk beside the servers: it retires and removes no token key because time
    ///     passed, and makes none by schedule. What it is asked to do with keys it does.
    /// - Throws: ``TrustServerError``: everything that is wrong with the configuration is found here.
    public convenience init(
      configuration: TrustConfiguration, store: any TrustStore, limits: ServerLimits = ServerLimits(),
      tendsKeys: Bool = true
    ) async throws(TrustServerError) {
      try await self.init(
        configuration: configuration, store: store, limits: limits, tendsKeys: tendsKeys, passwordCost: .standard)
    }

    /// - Parameters:
    ///   - passwordCost: of every password that is hashed from now on; less than the standard is for tests alone.
    ///   - pace: as `gate` another than the standard is for tests alone.
    package init(
      configuration: TrustConfiguration, store: any TrustStore, limits: ServerLimits, tendsKeys: Bool = true,
      passwordCost: PasswordCost, pace: SignInPace = SignInPace(), gate: DerivationGate = DerivationGate()
    ) async throws(TrustServerError) {
      guard let url = URL(string: configuration.issuer), let host = url.host(), url.path().isEmpty, url.user() == nil,
        url.query() == nil, url.fragment() == nil,
        url.scheme == "https"
          || url.scheme == "http" && configuration.insecureHTTP
            && ["127.0.0.1", "[::1]", "::1", "localhost"].contains(host)
      else { throw .issuerUnusable }
      guard configuration.successorKey.count == 32 else { throw .successorKeyUnusable }
      guard configuration.introspectionSecret.count == 0 || configuration.introspectionSecret.count >= 32 else {
        throw .introspectionSecretTooShort
      }
      guard let loginKey = Self.loginKey(configuration), loginKey.keySizeInBits >= 2048 else { throw .loginKeyUnusable }
      self.configuration = configuration
      self.store = store
      self.limits = limits
      pinnedHosts = Self.pinnedHosts(configuration)
      ring = try await SigningKeyRing(configuration: configuration, store: store, tends: tendsKeys)
      guard !Self.isTokenKey(loginKey, in: ring) else { throw .keysShared }
      issuer = TokenIssuer(configuration: configuration, ring: ring)
      verifier = TokenVerifier(issuer: configuration.issuer, ring: ring)
      sessions = SessionDesk(configuration: configuration, store: store, issuer: issuer, limits: limits)
      accounts = try AccountDesk(
        configuration: configuration, store: store, limits: limits, cost: passwordCost, pace: pace, gate: gate)
      attemptsPerDevice = RateBuckets(perMinute: pace.perDevice, most: 100_000)
      proofs = ProofCheck(configuration: configuration, store: store)
      challenges = ChallengeIssuer(configuration: configuration, store: store)
      challengesPerPeer = limits.challengesPerMinute > 0 ? RateBuckets(perMinute: limits.challengesPerMinute) : nil
      perDevice = RateBuckets(perMinute: configuration.policy.server.unattested.requestsPerMinute)
      perAttestedDevice =
        limits.requestsPerDevice > 0 ? RateBuckets(perMinute: limits.requestsPerDevice, most: 100_000) : nil
      switch store.failover {
      case .holds: break
      case .fails(let reason), .undetermined(let reason): report(.commitsMayBeLost, reason.description)
      }
    }

    /// Read anew for each login: reading it costs little beside the password hash, and nothing holds it in between.
    static func loginKey(_ configuration: TrustConfiguration) -> _RSA.Encryption.PrivateKey? {
      let pem = configuration.loginKey.withExposedBytes { String(decoding: $0, as: UTF8.self) }
      return try? _RSA.Encryption.PrivateKey(pemRepresentation: pem)
    }

    /// For the operator.
    /// - Throws: ``TrustServerError`` `accountUnusable`, `accountExists`, `store`.
    public func addAccount(user: String, password: borrowing Secret) async throws(TrustServerError) {
      try await accounts.add(user: user, password: password)
    }

    /// How many refreshes gave out a signature that was begun before the store had looked.
    package var foreseenRenewals: Int { sessions.expected.used }

    /// How many access tokens were signed, those included that nobody got because their commit failed.
    package var signedTokens: Int { issuer.signed }

    /// Waits for what is being forgotten now.
    package func settlePruning() async { await sessions.pruning.settle() }

    /// Stops forgetting after the transaction that runs, and waits for that: whoever takes the store away comes after it.
    package func stopPruning() async { await sessions.pruning.stop() }

    /// Lets it forget again.
    package func startPruning() { sessions.pruning.start() }

    package var hasStoppedPruning: Bool { sessions.pruning.isStopped }

    /// The whole server without a network: every request gets an answer, a refusal included.
    public func respond(to request: TrustRequest) async -> TrustAnswer {
      guard request.body.count <= ServerLimits.bodyBytes else { return .tooLarge }
      defer { sessions.pruneWhenDue(now: configuration.seconds) }
      do throws(TrustServerError) {
        try await ring.tick(now: configuration.seconds)
      } catch {
        // The keys at hand go on working; what needs the store finds out for itself.
        report(.storeFailed, "the token keys could not be read")
      }
      for key in ring.takeWaiting() {
        report(
          .signingKeyWaits, key: key.id,
          key.state == .announced
            ? "a new token key is published that will not sign before the policy's tokenKeys list it"
            : "a new token key does not sign, because the policy's tokenKeys do not list it")
      }
      do throws(Refusal) {
        return answering(request, try await answer(request))
      } catch {
        let refusal = configuration.policy.session.tokenBinding == .optional ? error.offeringBearer : error
        report(refusal.event ?? (refusal.status == 503 ? .storeFailed : .requestRefused), refusal: refusal)
        return TrustAnswer(refusal)
      }
    }

    /// A client whose proof was good learns the next nonce before it has to ask. Source: RFC 9449, section 8.2.
    private func answering(_ request: TrustRequest, _ answer: TrustAnswer) -> TrustAnswer {
      guard let nonces = proofs.nonces, proofs.isOffered(request) else { return answer }
      return TrustAnswer(
        status: answer.status,
        headers: answer.headers.merging(["dpop-nonce": nonces.current(configuration.seconds)]) { $1 },
        body: answer.body)
    }

    private func answer(_ request: TrustRequest) async throws(Refusal) -> TrustAnswer {
      guard request.path != ServerMetadata.authorizationPath else { throw ServerMetadata.noAuthorization }
      guard let route = TrustRoute(rawValue: request.path) else {
        throw Refusal(404, RefusalBody(.invalidRequest, .malformed, "there is nothing at this address"))
      }
      let methods =
        switch route {
        case .challenge, .pins, .health, .ready, .jwks, .metadata: ["GET"]
        case .token, .records, .revoke, .introspect, .password, .pinFailures: ["POST"]
        case .sessions: ["GET", "POST"]
        }
      guard methods.contains(request.method) else {
        let allowed = methods.joined(separator: ", ")
        throw Refusal(
          405, RefusalBody(.invalidRequest, .malformed, "this address wants \(allowed)"), headers: ["allow": allowed])
      }
      switch route {
      case .challenge:
        if let wait = challengesPerPeer?.take(PeerAddress.counted(request.peer), now: configuration.seconds) {
          throw .rateLimited(retryAfter: wait)
        }
        guard let purpose = ChallengePurpose(query: request.query) else {
          throw Refusal(400, RefusalBody(.invalidRequest, .malformed, "no challenge is given out for that"))
        }
        return TrustAnswer(body: try await challenges.issue(for: purpose).bytes)
      case .token:
        do { return TrustAnswer(body: try await token(request).bytes) } catch { throw error.atTokenEndpoint }
      case .records: return TrustAnswer(body: try await records(request).bytes)
      case .revoke:
        do { try await revoke(request) } catch { throw error.atTokenEndpoint }
        return TrustAnswer([:])
      case .introspect: return TrustAnswer(try await introspect(request))
      case .sessions: return try await sessionList(request)
      case .password: return TrustAnswer(try await changePassword(request))
      case .pins: return try pins()
      case .pinFailures:
        try await pinFailures(request)
        return TrustAnswer([:])
      case .health: return TrustAnswer(["status": "ok"])
      case .ready:
        try await requireReady()
        return TrustAnswer(["status": "ready"])
      case .jwks: return TrustAnswer(ring.jwks)
      case .metadata: return TrustAnswer(ServerMetadata(configuration: configuration).node)
      }
    }

    // O.Arch_5#252
    /// The store takes a write and a key may sign.
    private func requireReady() async throws(Refusal) {
      guard ring.signer != nil else { throw .keysUnavailable }
      try await readiness.check(now: configuration.seconds) { [challenges] in
        do throws(Refusal) {
          // A row that is written, committed and over in five minutes: deleting what is not there would write nothing.
          _ = try await challenges.issue(for: .report)
          return nil
        } catch {
          return error
        }
      }
    }

    func form(_ request: TrustRequest) throws(Refusal) -> FormBody {
      guard request.header("content-type")?.hasPrefix("application/x-www-form-urlencoded") == true else {
        throw .malformed("the body must be a form")
      }
      do { return try FormBody(reading: request.body) } catch { throw .malformed("the form cannot be read") }
    }

    // O.Source_1#180
    /// Counts a request of a device by the limit of its tier.
    func count(device: String, tier: TrustTier) throws(Refusal) {
      let buckets = tier == .attested ? perAttestedDevice : perDevice
      guard let wait = buckets?.take(device, now: configuration.seconds) else { return }
      throw .rateLimited(retryAfter: wait)
    }

    // O.Auth_7#42
    /// Before a password is looked at: right ones lock nothing, and each takes a place at the derivations.
    func countAttempt(device: String) throws(Refusal) {
      guard let wait = attemptsPerDevice.take(device, now: configuration.seconds) else { return }
      throw .rateLimited(retryAfter: wait)
    }

    func report(
      _ kind: TrustEvent.Kind, device: String? = nil, reason: RefusalReason? = nil, code: DecisionCode? = nil,
      key: String? = nil, _ explanation: String
    ) {
      configuration.events(
        TrustEvent(
          kind: kind, date: configuration.now(), device: device.map { String($0.prefix(8)) }, reason: reason,
          code: code, key: key, explanation: explanation))
    }

    private func report(_ kind: TrustEvent.Kind, refusal: Refusal) {
      let body = refusal.body
      let told: TrustEvent.Kind =
        switch body.reason {
        case .tokenReused: .reuseDetected
        case .deviceRefused: .deviceRefused
        case .recordsRolledBack: .recordsRolledBack
        default: kind
        }
      report(refusal.event ?? told, device: refusal.device, reason: body.reason, code: body.code, body.explanation)
    }
  }
#endif
