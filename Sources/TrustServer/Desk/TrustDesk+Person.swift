#if Server
  import TrustWire

  /// The person behind a request, by the UserToken in `Authorization`.
  extension TrustDesk {
    // O.Auth_2#1
    /// - Parameter others: looks at what else came with the request, before the proof is counted and remembered.
    /// - Throws: a refusal unless token, proof (for a bound session) and session are good.
    func person(
      _ request: TrustRequest, route: TrustRoute, others: (AccessToken) throws(Refusal) -> Void = { _ in }
    ) async throws(Refusal) -> AccessToken {
      guard request.header("authorization") != nil else { throw .token(.tokenMissing, "the UserToken is missing") }
      guard let (isBearer, text) = authorization(request) else {
        throw .token(.tokenInvalid, "the UserToken must come with the scheme DPoP or Bearer")
      }
      let user = try verifier.verify(text, kind: .user, now: configuration.seconds)
      // O.Auth_13#61
      // As a bearer token a bound one would need no proof: the scheme has to fit the token.
      guard isBearer == (user.boundKey == nil) else {
        throw .token(.tokenInvalid, "the scheme does not fit the token: DPoP for a bound one, Bearer for any other")
      }
      try others(user)
      if let key = user.boundKey {
        _ = try await proofs.verify(request, route: route, token: text, bound: key) { device throws(Refusal) in
          try count(device: device, tier: user.tier)
        }
      } else {
        try count(device: user.device, tier: user.tier)
      }
      try await requireLive(user)
      return user
    }

    /// A token of an ended session is refused at once when this process ended it, otherwise within
    /// ``LiveSessions/window`` seconds.
    func requireLive(_ token: AccessToken) async throws(Refusal) {
      // O.Resi_2#42
      // From before the policy became stricter: its session is bound at its next refresh, within the token's lifetime.
      guard token.boundKey != nil || !sessions.isBindingRequired else {
        throw .token(.tokenInvalid, "the policy wants tokens that are bound to a key; refresh with a proof")
      }
      let now = configuration.seconds
      guard let ticket = live.ticket(token.session, now: now) else { return }
      _ = try await sessions.requireLive(token)
      live.remember(token.session, now: now, ticket: ticket)
    }

    // O.Auth_14#731
    /// After a refusal where sessions may have ended. Only what ended now: with the token of a session that is over, its
    /// holder must not empty at will what is known about everybody else's. All of it when the store's last word was lost:
    /// whoever asks again would hear that the session is over, and its answers would still be here.
    func forgetEnded(by refusal: Refusal) {
      if let ended = refusal.ended { live.forget(ended) } else { live.forgetAll() }
    }

    /// Whether an access token is good here and now: for handlers that run in the same process as this server.
    ///
    /// The signature is looked at once per token, expiry and the end of its session every time. A bound token needs its
    /// proof, which this does not look at: `boundKey` of the result says so.
    /// - Throws: ``RefusalBody`` with the answer that a client should get.
    public func check(_ token: String, kind: TokenKind) async throws(RefusalBody) -> AccessToken {
      do throws(Refusal) {
        let verified = try verifier.verify(token, kind: kind, now: configuration.seconds)
        try await requireLive(verified)
        return verified
      } catch {
        throw error.body
      }
    }
  }
#endif
