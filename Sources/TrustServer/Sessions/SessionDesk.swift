#if Server
  import Foundation
  import SecurityPolicy
  import TrustWire
  import UntrustedInput

  /// Starts and checks sessions; renewing and ending stand in its extensions.
  struct SessionDesk: Sendable {
    /// Seconds for which an ended session, and a device without sessions, is remembered.
    static let memory: Int64 = 30 * 86400
    let configuration: TrustConfiguration
    let store: any TrustStore
    let issuer: TokenIssuer
    /// Sessions that a person may have.
    private let sessionsPerPerson: Int
    let pruning = PruneTimer()
    let expected = ExpectedRenewals()
    /// What a device row says that was judged by this desk's rules and policy.
    let judgement: String

    init(
      configuration: TrustConfiguration, store: any TrustStore, issuer: TokenIssuer, limits: ServerLimits
    ) {
      self.configuration = configuration
      self.store = store
      self.issuer = issuer
      sessionsPerPerson = limits.sessionsPerPerson
      let policy = JSONWriter().text(PolicyDocument.write(configuration.policy))
      judgement =
        "\(DecisionEngine.version).\(configuration.environment.rawValue).\(ProofOfPossession.digest(policy))"
    }

    var limits: SessionLimits {
      SessionLimits(configuration.policy.session, acceptsEarlierClock: configuration.acceptsEarlierClock)
    }
    var isBindingRequired: Bool { configuration.policy.session.tokenBinding == .required }

    /// - Parameters:
    ///   - boundKey: thumbprint that every refresh has to prove; nil for bearer tokens.
    ///   - parent: the app session through which a person signs in; it must still live when the session is kept.
    ///   - row: what the report said, kept in the same transaction.
    ///   - record: the report, kept in the same transaction, also when the device turns out to be blocked.
    ///   - mark: of the request's proof, when it is not remembered yet.
    ///   - password: the one that the person proved; it must still be in force when the session is kept.
    /// - Returns: with the answer the sessions that ended by it.
    /// - Throws: 400 `replayed` for a proof that was used before, `deviceRefused` for a blocked device, 400
    ///   `credentialsInvalid` when the password was changed meanwhile, 401 `sessionEnded` when the parent is over, 503
    ///   when nothing could be kept.
    func start(
      kind: TokenKind, subject: String, device: String, boundKey: String?, parent: String?, tier: TrustTier,
      registering row: DeviceRow? = nil, recording record: ReportRecord? = nil,
      remembering mark: ProofMark? = nil, password: PasswordHash? = nil
    ) async throws(Refusal) -> (TokenResponse, ended: [String]) {
      // What could not be answered must not be kept.
      let (signer, identifier) = (try issuer.requireSigner(), try issuer.identifier())
      let (now, limits) = (configuration.seconds, limits)
      // In hexadecimal: an operator types it, and no command line takes it for an option.
      let id = try dice().prefix(16).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      let token = RefreshToken.first(session: id, secret: try dice(), key: configuration.successorKey)
      let digest = ProofOfPossession.digest(token.text)
      let session = SessionRow(
        id: id, kind: kind, subject: subject, device: device, boundKey: boundKey, parent: parent, tier: tier,
        startedAt: now, lastUsedAt: now, expiresAt: limits.expiry(kind: kind, startedAt: now, usedAt: now),
        current: digest)
      let first = RefreshTokenRow(digest: digest, session: id, generation: 0, salt: try dice())
      let outcome: Opening
      do throws(StoreError) {
        outcome = try await store.transaction { rows throws(StoreError) in
          // Held to the end: whoever blocks the device meanwhile finds this session and ends it.
          guard try rows.block(device: device) == nil else {
            try record?.keep(rows, ending: .deviceRefused)
            return .refused(.blocked(device))
          }
          if let mark, try !rows.rememberProof(digest: mark.digest, now: now, expiresAt: mark.expiresAt) {
            return .refused(.replayed)
          }
          // O.Auth_14#43
          // Whoever changes a password ends all sessions of the old one, also one that is just being opened with it.
          if let password, try rows.account(id: subject)?.password != password {
            return .refused(.wrongCredentials)
          }
          var above: SessionRow?
          var ended: [String] = []
          if let parent {
            // A logout that raced this login leaves nothing behind.
            guard let app = try rows.session(id: parent), app.ended == nil,
              limits.end(of: app, now: SessionLimits.moment(app, now)) == nil
            else {
              return .refused(.token(.sessionEnded, "the app's own session has ended"))
            }
            guard !limits.isInDoubt(app, within: nil, now: now) else { return .refused(.clockInDoubt) }
            above = app
            ended = try supersede(rows, by: app, now: now)
            if kind == .user {
              ended += try Self.makeRoom(
                rows, account: subject, device: device, most: sessionsPerPerson, limits, now: now)
            }
          } else if kind == .app {
            ended = try Self.makeRoom(rows, device: device, limits, now: now)
          }
          // Decided: what is left to do here takes about as long as the signature.
          let access = issuer.begin(claims(session, within: above, identifier: identifier, now: now), by: signer)
          if let row { try rows.saveDevice(row) }
          try record?.keep(rows, ending: nil)
          try rows.saveSession(session)
          try rows.saveRefreshToken(first)
          return .opened(within: above, access, ended: ended)
        }
      } catch {
        throw .unavailable(after: error)
      }
      switch outcome {
      case .refused(let refusal): throw refusal
      case .opened(let above, let access, let ended):
        let text = try await access.text
        return (response(session, within: above, access: text, refresh: token.text, now: now), ended)
      }
    }

    /// How a session's opening ended in the store; a refusal may have rows to keep, too.
    private enum Opening: Sendable {
      case opened(within: SessionRow?, PendingToken, ended: [String])
      case refused(Refusal)
    }

    // O.Auth_14#40
    /// A token of an ended session is refused at once, not when it expires.
    ///
    /// Reads the store at each call and writes nothing: a session that has run out of time is marked at its next
    /// refresh.
    /// - Throws: 401 `sessionEnded`, `tokenReused`, `sessionIdle`, `sessionMaximum`, `tokenExpired`, `tokenInvalid`; 403
    ///   `deviceRefused` for a device that is blocked; 503.
    func requireLive(_ token: AccessToken) async throws(Refusal) -> SessionRow {
      let limits = limits
      let (session, parent, isBlocked): (SessionRow?, SessionRow?, Bool)
      let now = configuration.seconds
      do throws(StoreError) {
        (session, parent, isBlocked) = try await store.reading { rows throws(StoreError) in
          guard let session = try rows.session(id: token.session) else { return (nil, nil, false) }
          let parent = try Self.parent(of: session, in: rows, limits, now: now)
          return (session, parent, try Self.isBlocked(session, in: rows))
        }
      } catch {
        throw .unavailable
      }
      guard let session else { throw .token(.sessionEnded, "this session has ended") }
      guard session.kind == token.kind, session.boundKey == token.boundKey else {
        throw .token(.tokenInvalid, "the token does not fit its session")
      }
      guard !isBlocked else { throw .blocked(session.device, isGrant: false) }
      if let ended = session.ended { throw Self.over(ended, isGrant: false) }
      guard !limits.isInDoubt(session, within: parent, now: now) else { throw .clockInDoubt }
      if let end = limits.end(of: session, within: parent, now: now) { throw Self.over(end.reason, isGrant: false) }
      let moment = SessionLimits.moment(session, now)
      guard token.expiresAt > moment else { throw .token(.tokenExpired, "the token has ended") }
      return session
    }

    /// What the holder of a session that is over is told.
    static func over(_ end: SessionEnd, isGrant: Bool) -> Refusal {
      let (reason, text): (RefusalReason, String) =
        switch end {
        case .idle: (.sessionIdle, "nobody used this session for too long; sign in again")
        case .maximum: (.sessionMaximum, "this session has reached its longest time; sign in again")
        case .expired: (.tokenExpired, "this refresh token has ended; sign in again")
        // Whoever was robbed has to hear of it; the operator heard when the token came back, and once is enough.
        case .reused: (.tokenReused, "a spent refresh token of this session came back, and it has ended; sign in again")
        case .tooMany:
          (.sessionEnded, "this person signed in elsewhere too often and this session had to end; sign in again")
        case .revoked, .loggedOut, .byOperator, .parentEnded, .deviceRefused, .passwordChanged, .replaced,
          .unknown:
          (.sessionEnded, "this session has ended; sign in again")
        }
      let refusal = isGrant ? Refusal.grant(reason, text) : .token(reason, text)
      return end == .reused ? refusal.told(as: .requestRefused) : refusal
    }

    func dice() throws(Refusal) -> [UInt8] {
      do { return try configuration.dice() } catch { throw .broken }
    }

    /// What an access token of this session says. It never outlives its session, nor the one above it as that stands
    /// now.
    func claims(_ session: SessionRow, within parent: SessionRow?, identifier: String, now: Int64) -> AccessClaims {
      AccessClaims(
        session, issuer: configuration.issuer, identifier: identifier, now: now,
        lifetime: min(limits.access, rest(session, within: parent, now: now)))
    }

    private func rest(_ session: SessionRow, within parent: SessionRow?, now: Int64) -> Int64 {
      limits.deadline(of: session, within: parent) - SessionLimits.moment(session, now)
    }

    /// Times are counted from the session's own moment: they are told too short and never too long.
    func response(
      _ session: SessionRow, within parent: SessionRow?, access: String, refresh: String, now: Int64
    ) -> TokenResponse {
      let rest = rest(session, within: parent, now: now)
      return TokenResponse(
        accessToken: access, refreshToken: refresh, tokenType: session.boundKey == nil ? "Bearer" : "DPoP",
        expiresIn: min(limits.access, rest), tier: session.tier, refreshExpiresIn: rest,
        sessionExpiresIn: limits.longest(session.kind, session.startedAt).map {
          $0 - SessionLimits.moment(session, now)
        })
    }
  }
#endif
