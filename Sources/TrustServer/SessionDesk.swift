#if Server
  import Foundation
  import SecurityPolicy
  import TrustWire
  import UntrustedInput

  /// Starts, renews and ends sessions.
  ///
  /// Rotation: each refresh token is good once. The one exception is the token whose successor was never used: the
  /// answer was lost, or the app was killed before it kept it, so the unused successor is replaced and nobody is logged
  /// out. Any older token means that two parties hold the lineage: the session ends for both.
  /// Source: RFC 9700, section 4.14.2; BSI TR-03161-1 O.Auth_10, O.Auth_13.
  struct SessionDesk: Sendable {
    let configuration: TrustConfiguration
    let store: any TrustStore
    let issuer: TokenIssuer

    private var requirement: SessionRequirement { configuration.policy.session }

    /// What a presented refresh token led to; a value, because a revocation must be kept and not rolled back.
    enum Renewal: Sendable {
      case renewed(SessionRow, recovered: Bool)
      case refused(RefusalReason, String)
    }

    func start(
      kind: TokenKind, subject: String, device: String, tier: TrustTier, registering row: DeviceRow? = nil
    ) async throws(Refusal) -> TokenResponse {
      let now = configuration.seconds
      let (token, digest) = try freshToken()
      let session = SessionRow(
        id: try freshToken().token, kind: kind, subject: subject, device: device, tier: tier, startedAt: now,
        current: digest)
      let access = try await issuer.accessToken(for: session, now: now, lifetime: lifetime(session, now))
      let expiry = refreshExpiry(session, now)
      do throws(StoreError) {
        try await store.transaction { rows throws(StoreError) in
          if let row { try rows.saveDevice(row) }
          try rows.saveSession(session)
          try rows.saveRefreshToken(
            RefreshTokenRow(digest: digest, session: session.id, generation: 0, expiresAt: expiry))
        }
      } catch {
        throw .unavailable
      }
      return response(session, access, token, now)
    }

    /// `proofKey` is the thumbprint of the key that signed the request's proof.
    func renew(_ presented: String, proofKey: String) async throws(Refusal) -> (TokenResponse, Renewal) {
      let now = configuration.seconds
      let (token, digest) = try freshToken()
      let old = ProofOfPossession.digest(presented)
      let maximum = requirement.maximum.components.seconds
      let refresh = requirement.refreshToken.components.seconds
      let renewal: Renewal
      do throws(StoreError) {
        renewal = try await store.transaction { rows throws(StoreError) in
          try Self.rotate(
            rows, old: old, new: digest, proofKey: proofKey, now: now, maximum: maximum, refresh: refresh)
        }
      } catch {
        throw .unavailable
      }
      switch renewal {
      case .refused(let reason, let explanation):
        throw reason == .proofInvalid ? .proof(reason, explanation) : .grant(reason, explanation)
      case .renewed(let session, _):
        let access = try await issuer.accessToken(for: session, now: now, lifetime: lifetime(session, now))
        return (response(session, access, token, now), renewal)
      }
    }

    // O.Auth_10#2
    private static func rotate(
      _ rows: any TrustTransaction, old: String, new: String, proofKey: String, now: Int64, maximum: Int64,
      refresh: Int64
    ) throws(StoreError) -> Renewal {
      guard let token = try rows.refreshToken(digest: old), var session = try rows.session(id: token.session) else {
        return .refused(.tokenInvalid, "this refresh token is not known")
      }
      // Without the bound key nothing is learned and nothing is ended.
      guard session.device == proofKey else {
        return .refused(.proofInvalid, "the proof is by another key than the token's")
      }
      guard !session.revoked else { return .refused(.sessionEnded, "this session has ended") }
      guard now < session.startedAt + maximum else {
        return .refused(.sessionEnded, "this session has reached its maximum; sign in again")
      }
      let expiry = min(now + refresh, session.startedAt + maximum)
      if session.current == old {
        guard token.expiresAt > now else { return .refused(.tokenExpired, "this refresh token has ended") }
        try rows.saveRefreshToken(
          RefreshTokenRow(digest: new, session: session.id, generation: token.generation + 1, expiresAt: expiry))
        (session.predecessor, session.current) = (old, new)
        try rows.saveSession(session)
        return .renewed(session, recovered: false)
      }
      if session.predecessor == old, var unused = try rows.refreshToken(digest: session.current) {
        guard token.expiresAt > now else { return .refused(.tokenExpired, "this refresh token has ended") }
        unused.replaced = true
        try rows.saveRefreshToken(unused)
        try rows.saveRefreshToken(
          RefreshTokenRow(digest: new, session: session.id, generation: unused.generation, expiresAt: expiry))
        session.current = new
        try rows.saveSession(session)
        return .renewed(session, recovered: true)
      }
      // Never used and replaced: the late twin of a lost answer. It opens nothing, and it proves no theft.
      guard !token.replaced else { return .refused(.tokenInvalid, "this refresh token was replaced before its use") }
      session.revoked = true
      try rows.saveSession(session)
      return .refused(.tokenReused, "a spent refresh token came back; the session has ended, sign in again")
    }

    /// True when a session ended by this. An unknown token is no error. Source: RFC 7009, section 2.2.
    func revoke(_ presented: String) async throws(Refusal) -> Bool {
      let digest = ProofOfPossession.digest(presented)
      do throws(StoreError) {
        return try await store.transaction { rows throws(StoreError) in
          guard let token = try rows.refreshToken(digest: digest), var session = try rows.session(id: token.session),
            !session.revoked
          else { return false }
          session.revoked = true
          try rows.saveSession(session)
          return true
        }
      } catch {
        throw .unavailable
      }
    }

    // O.Auth_14#1
    /// A token of an ended session is refused at once, not when it expires.
    func requireLive(_ claims: AccessClaims) async throws(Refusal) {
      let session: SessionRow?
      do throws(StoreError) {
        session = try await store.transaction { rows throws(StoreError) in try rows.session(id: claims.session) }
      } catch {
        throw .unavailable
      }
      guard let session, !session.revoked else { throw .token(.sessionEnded, "this session has ended") }
    }

    private func freshToken() throws(Refusal) -> (token: String, digest: String) {
      do {
        let token = Base64URL.encode(try configuration.dice())
        return (token, ProofOfPossession.digest(token))
      } catch {
        throw .broken
      }
    }

    /// An access token never outlives its session.
    private func lifetime(_ session: SessionRow, _ now: Int64) -> Int64 {
      min(requirement.accessToken.components.seconds, session.startedAt + requirement.maximum.components.seconds - now)
    }

    private func refreshExpiry(_ session: SessionRow, _ now: Int64) -> Int64 {
      min(
        now + requirement.refreshToken.components.seconds,
        session.startedAt + requirement.maximum.components.seconds)
    }

    private func response(_ session: SessionRow, _ access: String, _ refresh: String, _ now: Int64) -> TokenResponse {
      TokenResponse(
        accessToken: access, refreshToken: refresh, tokenType: "DPoP", expiresIn: lifetime(session, now),
        tier: session.tier)
    }
  }
#endif
