#if Server
  import TrustWire

  /// Ending a session with one of its tokens. Source: RFC 7009.
  extension TrustDesk {
    // O.Auth_14#60
    /// Any token ends its session; one that is unknown, or has ended, is no error.
    ///
    /// The newest refresh token is enough: a device that has erased its key must still be able to log out, and nobody
    /// but the client has that token. Older refresh tokens, and access tokens, end up in logs and backups; with a bound
    /// session they open nothing, so whoever finds one must not log the person out either: they need the proof.
    /// The hint about the kind of token is not needed: the two kinds cannot be confused.
    func revoke(_ request: TrustRequest) async throws(Refusal) {
      guard let token = try form(request)["token"], !token.isEmpty else { throw .malformed("the token is missing") }
      let ended: [String]
      do throws(Refusal) {
        ended = try await token.contains(".") ? revoke(access: token, request) : revoke(refresh: token, request)
      } catch {
        forgetEnded(by: error)
        throw error
      }
      // Nothing ended, nothing to forget: tokens of anybody's invention do not empty what others' requests live on.
      guard !ended.isEmpty else { return }
      live.forget(ended)
      report(.sessionRevoked, "a session was ended by its holder")
    }

    private func revoke(refresh token: String, _ request: TrustRequest) async throws(Refusal) -> [String] {
      let session = try await sessions.session(ofRefresh: token)
      guard let session, session.ended == nil else { return [] }
      if let key = session.boundKey, session.current != ProofOfPossession.digest(token) || proofs.isOffered(request) {
        try await requireProof(request, by: key)
      }
      return try await sessions.revoke(refresh: token)
    }

    private func revoke(access text: String, _ request: TrustRequest) async throws(Refusal) -> [String] {
      guard let token = try? verifier.verify(text, kind: nil, now: configuration.seconds) else { return [] }
      let session: SessionRow
      do throws(Refusal) {
        session = try await sessions.requireLive(token)
      } catch {
        guard error.status < 500 else { throw error }
        return []
      }
      if let key = session.boundKey { try await requireProof(request, by: key) }
      return try await sessions.end(session: session.id, because: .revoked)
    }

    private func requireProof(_ request: TrustRequest, by key: String) async throws(Refusal) {
      _ = try await proofs.verify(request, route: .revoke, token: nil, bound: key) { device throws(Refusal) in
        try count(device: device, tier: .unattested)
      }
    }
  }
#endif
