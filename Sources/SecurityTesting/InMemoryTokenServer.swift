public import AppSession
import Synchronization
public import TrustWire
import UntrustedInput

/// A token server in memory: real signatures, real proofs, rotation with a window for lost answers, and whatever faults
/// a test scripts. It judges no report and no password.
///
/// Refresh tokens are `refresh-1`, `refresh-2` …; the number counts the tokens that it gave out.
public final class InMemoryTokenServer: TokenExchange {
  /// One question as the server got it.
  public struct Asked: Sendable {
    public let request: TokenRequest
    public let appToken: String?
    public let proof: ProofOfPossession.Verified?
  }

  /// What happens to a question before it is answered; nil lets it be answered as it should. `number` counts from 1.
  public typealias Script =
    @Sendable (_ request: TokenRequest, _ number: Int) async throws(SessionError) -> TokenAnswer?

  fileprivate struct State {
    var asked: [Asked] = []
    var given = 0
    var keySets = 0
    var challenges: Set<String> = []
    /// What each refresh token was exchanged for; the successor is nil before that. `key`: the one that it is bound to.
    var refreshes: [String: (kind: TokenKind, successor: String?, key: String?)] = [:]
    var revoked: [String] = []
    var revocationsAsked = 0
    var revocationError: SessionError?
    var beforeRevocation: (@Sendable () async -> Void)?
    var issuers: [TestTokenIssuer]
    var nonce: String?
    var subject = "ada"
    /// Whether an answer says what time it is.
    var isTimed = true
  }

  public static let issuer = "https://trust.test"
  public let address = InMemoryTokenServer.issuer + TrustRoute.token.rawValue
  public let revocationAddress = InMemoryTokenServer.issuer + TrustRoute.revoke.rawValue
  /// Seconds that access tokens, refresh tokens and sessions live.
  public let lifetimes: (access: Int64, refresh: Int64?, session: Int64?)
  private let tokenType: String
  private let clock: @Sendable () -> Int64
  private let script: Script
  fileprivate let state: Mutex<State>

  /// - Parameters:
  ///   - clock: the server's own time, seconds since 1970.
  ///   - tokenType: `Bearer` for tokens without a key.
  public init(
    lifetimes: (access: Int64, refresh: Int64?, session: Int64?) = (1800, nil, nil), tokenType: String = "DPoP",
    clock: @escaping @Sendable () -> Int64, script: @escaping Script = { _, _ in nil }
  ) {
    self.lifetimes = lifetimes
    self.tokenType = tokenType
    self.clock = clock
    self.script = script
    state = Mutex(State(issuers: [.first]))
  }

  /// Every question so far, the first one first.
  public var asked: [Asked] { state.withLock { $0.asked } }
  /// How often the key set was asked for.
  public var keySets: Int { state.withLock { $0.keySets } }
  /// How often a revocation was asked for, answered or not.
  public var revocationsAsked: Int { state.withLock { $0.revocationsAsked } }
  /// The refresh tokens that were revoked, in this order.
  public var revoked: [String] { state.withLock { $0.revoked } }

  /// Signs with the last of these and publishes all of them.
  public func use(_ issuers: [TestTokenIssuer]) { state.withLock { $0.issuers = issuers } }
  /// Asks for this nonce in every proof from now on.
  public func require(nonce: String?) { state.withLock { $0.nonce = nonce } }
  /// Whom the tokens of a person name from now on.
  public func use(subject: String) { state.withLock { $0.subject = subject } }
  /// Leaves the time out of every answer from now on.
  public func withholdTime() { state.withLock { $0.isTimed = false } }
  /// What a revocation meets from now on; nil lets it through.
  public func failRevocations(with error: SessionError?) { state.withLock { $0.revocationError = error } }
  /// Runs before each revocation is heard, for tests of what happens meanwhile.
  public func beforeRevocation(_ action: (@Sendable () async -> Void)?) {
    state.withLock { $0.beforeRevocation = action }
  }

  public func exchange(
    _ request: TokenRequest, appToken: HeldToken?, proof: String?
  ) async throws(SessionError) -> TokenAnswer {
    let now = clock()
    let verified = proof.flatMap { proof in
      try? ProofOfPossession.verify(
        proof, method: "POST", address: address, token: appToken?.exposedText(), now: now)
    }
    let number = state.withLock { state in
      state.asked.append(Asked(request: request, appToken: appToken?.exposedText(), proof: verified))
      return state.asked.count
    }
    if let answer = try await script(request, number) { return answer }
    return state.withLock { $0.answer(request, verified, now: now, server: self) }
  }

  /// An answer as the server would give it, for scripts that change one part of it.
  public func tokens(_ kind: TokenKind, refresh: String, for device: String) -> TokenResponse {
    state.withLock { $0.tokens(kind, refresh: refresh, device: device, now: clock(), server: self) }
  }

  public func challenge(for purpose: ChallengePurpose) async throws(SessionError) -> ChallengeMessage {
    let text = state.withLock { state in
      let text = Base64URL.encode([UInt8](repeating: UInt8(truncatingIfNeeded: state.challenges.count + 1), count: 32))
      state.challenges.insert(text)
      return text
    }
    return ChallengeMessage(challenge: text, expiresIn: 300)
  }

  public func tokenKeys() async throws(SessionError) -> [UInt8] {
    let issuers = state.withLock { state in
      state.keySets += 1
      return state.issuers
    }
    return TestTokenIssuer.keySet(issuers)
  }

  public func revoke(_ token: HeldToken, proof: String?) async throws(SessionError) -> RevocationAnswer {
    await state.withLock { $0.beforeRevocation }?()
    let now = clock()
    let verified = proof.flatMap { proof in
      try? ProofOfPossession.verify(proof, method: "POST", address: revocationAddress, token: nil, now: now)
    }
    let answer: Result<RevocationAnswer, SessionError> = state.withLock { state in
      state.revocationsAsked += 1
      switch state.revocationError {
      case .refused(let refusal): return .success(RevocationAnswer(refusal: refusal))
      case let error?: return .failure(error)
      case nil: return .success(state.revoke(token.exposedText(), verified, isOffered: proof != nil, now: now))
      }
    }
    return try answer.get()
  }
}

extension InMemoryTokenServer.State {
  fileprivate mutating func answer(
    _ request: TokenRequest, _ proof: ProofOfPossession.Verified?, now: Int64, server: InMemoryTokenServer
  ) -> TokenAnswer {
    let hints = AnswerHints(nonce: nonce, serverTime: isTimed ? now : nil)
    func refuse(_ error: RefusalBody.OAuthError, _ reason: RefusalReason) -> TokenAnswer {
      TokenAnswer(.failure(RefusalBody(error, reason, "no")), hints: hints)
    }
    guard let proof else { return refuse(.invalidProof, .proofInvalid) }
    if let nonce, proof.nonce != nonce { return refuse(.useNonce, .nonceNeeded) }
    let device = proof.key.thumbprint
    let kind: TokenKind
    switch request {
    case .deviceReport: kind = .app
    case .userLogin, .plainLogin: kind = .user
    case .refresh(let token):
      guard let row = refreshes[token] else { return refuse(.invalidGrant, .tokenInvalid) }
      if let successor = row.successor {
        // A lost answer: the same successor again, unless it was used.
        guard refreshes[successor]?.successor == nil else { return refuse(.invalidGrant, .tokenReused) }
        let again = tokens(row.kind, refresh: successor, device: device, now: now, server: server)
        return TokenAnswer(.success(again), hints: hints)
      }
      kind = row.kind
      refreshes[token] = (row.kind, "refresh-\(given + 1)", row.key)
    }
    given += 1
    let refresh = "refresh-\(given)"
    refreshes[refresh] = (kind, nil, server.isBinding ? device : nil)
    return TokenAnswer(
      .success(tokens(kind, refresh: refresh, device: device, now: now, server: server)), hints: hints)
  }

  /// The newest token ends its session by itself, an older one by a proof of the key that it is bound to.
  fileprivate mutating func revoke(
    _ token: String, _ proof: ProofOfPossession.Verified?, isOffered: Bool, now: Int64
  ) -> RevocationAnswer {
    let hints = AnswerHints(nonce: nonce, serverTime: isTimed ? now : nil)
    func refuse(_ error: RefusalBody.OAuthError, _ reason: RefusalReason) -> RevocationAnswer {
      RevocationAnswer(refusal: RefusalBody(error, reason, "no"), hints: hints)
    }
    if let row = refreshes[token], let key = row.key, row.successor != nil || isOffered {
      guard isOffered else { return refuse(.invalidProof, .proofMissing) }
      guard let proof, proof.key.thumbprint == key else { return refuse(.invalidProof, .proofInvalid) }
      if let nonce, proof.nonce != nonce { return refuse(.useNonce, .nonceNeeded) }
    }
    revoked.append(token)
    var next: String? = token
    while let name = next { next = refreshes.removeValue(forKey: name)?.successor }
    return RevocationAnswer(hints: hints)
  }

  fileprivate func tokens(
    _ kind: TokenKind, refresh: String, device: String, now: Int64, server: InMemoryTokenServer
  ) -> TokenResponse {
    let claims = TestTokenIssuer.claims(
      issuer: InMemoryTokenServer.issuer, kind: kind, subject: kind == .app ? device : subject, session: "session",
      device: device, boundKey: server.isBinding ? device : nil, now: now, lifetime: server.lifetimes.access,
      identifier: "\(refresh).\(asked.count)")
    return TokenResponse(
      accessToken: (issuers.last ?? .first).token(claims), refreshToken: refresh,
      tokenType: server.isBinding ? "DPoP" : "Bearer", expiresIn: server.lifetimes.access, tier: .unattested,
      refreshExpiresIn: server.lifetimes.refresh, sessionExpiresIn: server.lifetimes.session)
  }
}

extension InMemoryTokenServer {
  fileprivate var isBinding: Bool { tokenType == "DPoP" }
}
