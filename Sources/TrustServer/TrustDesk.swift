#if Server
  import Crypto
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
    let loginKey: P256.KeyAgreement.PrivateKey
    private let perDevice: RateBuckets
    private let perPeer = RateBuckets(perMinute: 120)

    /// - Throws: ``TrustServerError`` `issuerUnusable`, `signingKeyUnusable`, `loginKeyUnusable`, `randomnessUnusable`.
    public init(configuration: TrustConfiguration, store: any TrustStore) async throws(TrustServerError) {
      guard let url = URL(string: configuration.issuer), url.scheme == "https", url.host() != nil, url.path().isEmpty,
        url.user() == nil, url.query() == nil
      else { throw .issuerUnusable }
      do {
        loginKey = try configuration.loginKey.withExposedBytes {
          try P256.KeyAgreement.PrivateKey(rawRepresentation: Data($0))
        }
      } catch {
        throw .loginKeyUnusable
      }
      self.configuration = configuration
      self.store = store
      issuer = try await TokenIssuer(configuration: configuration)
      verifier = TokenVerifier(issuer: issuer)
      sessions = SessionDesk(configuration: configuration, store: store, issuer: issuer)
      accounts = try AccountDesk(configuration: configuration, store: store)
      proofs = ProofCheck(configuration: configuration, store: store)
      challenges = ChallengeIssuer(configuration: configuration, store: store)
      perDevice = RateBuckets(perMinute: configuration.policy.server.unattested.requestsPerMinute)
    }

    /// The id under which the server publishes its token key (RFC 7638 thumbprint).
    public var tokenKeyID: String { issuer.keyID }

    /// For the operator.
    /// - Throws: ``TrustServerError`` `accountUnusable`, `accountExists`, `store`.
    public func addAccount(user: String, password: borrowing Secret) async throws(TrustServerError) {
      try await accounts.add(user: user, password: password)
    }

    /// The whole server without a network: every request gets an answer, a refusal included.
    public func respond(to request: TrustRequest) async -> TrustAnswer {
      guard request.body.count <= ServerLimits.bodyBytes else { return .tooLarge }
      do throws(Refusal) {
        return try await answer(request)
      } catch {
        report(error.status == 503 ? .storeFailed : .requestRefused, refusal: error)
        return TrustAnswer(error)
      }
    }

    private func answer(_ request: TrustRequest) async throws(Refusal) -> TrustAnswer {
      guard let route = TrustRoute(rawValue: request.path) else {
        throw Refusal(404, RefusalBody(.invalidRequest, .malformed, "there is nothing at this address"))
      }
      let method =
        switch route {
        case .challenge, .health, .jwks, .metadata: "GET"
        case .token, .records, .revoke: "POST"
        }
      guard request.method == method else {
        throw Refusal(
          405, RefusalBody(.invalidRequest, .malformed, "this address wants \(method)"), headers: ["allow": method])
      }
      switch route {
      case .challenge:
        if let wait = perPeer.take(request.peer, now: configuration.seconds) { throw .rateLimited(retryAfter: wait) }
        return TrustAnswer(body: try await challenges.issue().bytes)
      case .token: return TrustAnswer(body: try await token(request).bytes)
      case .records: return TrustAnswer(body: try await records(request).bytes)
      case .revoke:
        guard let token = try form(request)["token"], !token.isEmpty else { throw .malformed("the token is missing") }
        if try await sessions.revoke(token) { report(.sessionRevoked, "a session was ended by its holder") }
        return TrustAnswer([:])
      case .health: return TrustAnswer(["status": "ok"])
      case .jwks: return TrustAnswer(issuer.jwks)
      case .metadata: return TrustAnswer(metadata)
      }
    }

    func form(_ request: TrustRequest) throws(Refusal) -> FormBody {
      guard request.header("content-type")?.hasPrefix("application/x-www-form-urlencoded") == true else {
        throw .malformed("the body must be a form")
      }
      do { return try FormBody(reading: request.body) } catch { throw .malformed("the form cannot be read") }
    }

    /// Counts a request of a device in the unattested tier.
    func count(device: String, tier: TrustTier) throws(Refusal) {
      guard tier == .unattested, let wait = perDevice.take(device, now: configuration.seconds) else { return }
      throw .rateLimited(retryAfter: wait)
    }

    func report(
      _ kind: TrustEvent.Kind, device: String? = nil, reason: RefusalReason? = nil, code: DecisionCode? = nil,
      _ explanation: String
    ) {
      configuration.events(
        TrustEvent(
          kind: kind, date: configuration.now(), device: device.map { String($0.prefix(8)) }, reason: reason,
          code: code, explanation: explanation))
    }

    private func report(_ kind: TrustEvent.Kind, refusal: Refusal) {
      let body = refusal.body
      let kind: TrustEvent.Kind =
        switch body.reason {
        case .tokenReused: .reuseDetected
        case .deviceRefused: .deviceRefused
        case .recordsRolledBack: .recordsRolledBack
        default: kind
        }
      report(kind, device: refusal.device, reason: body.reason, code: body.code, body.explanation)
    }

    /// Source: RFC 8414, section 2.
    private var metadata: JSONNode {
      func address(_ route: TrustRoute) -> JSONNode { .string(configuration.issuer + route.rawValue) }
      return [
        "issuer": .string(configuration.issuer), "token_endpoint": address(.token),
        "revocation_endpoint": address(.revoke), "jwks_uri": address(.jwks), "response_types_supported": [],
        "grant_types_supported": .strings([
          TokenRequest.deviceReportGrant, TokenRequest.userLoginGrant, "refresh_token",
        ]),
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "dpop_signing_alg_values_supported": ["ES256"],
      ]
    }
  }
#endif
