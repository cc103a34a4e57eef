#if Server
  import TrustWire

  /// Believes an access token only when a key of this ring signed it, for this issuer, of the wanted kind, and it has
  /// not ended. Whether its session lives is ``LiveSessions``' part.
  ///
  /// Source: RFC 9068, section 4; RFC 8725, section 3; the checks themselves stand in ``AccessToken``.
  struct TokenVerifier: Sendable {
    static let skew: Int64 = 60
    let issuer: String
    let ring: SigningKeyRing
    let verified = VerifiedTokens()

    // O.Auth_13#1
    /// - Parameter kind: the only one that is good; nil for whoever treats both alike.
    func verify(_ text: String, kind: TokenKind?, now: Int64) throws(Refusal) -> AccessToken {
      guard text.utf8.count <= AccessToken.byteLimit else { throw Self.invalid }
      let digest = VerifiedTokens.digest(text)
      let accepted = ring.accepted
      if let token = verified.token(digest, generation: accepted.generation) {
        guard token.kind == kind ?? token.kind, now - token.issuedAt >= -Self.skew else { throw Self.invalid }
        guard token.expiresAt > now else { throw Self.expired }
        return token
      }
      do throws(WireError) {
        let token = try AccessToken(
          verifying: text, keys: accepted.keys, issuer: issuer, kind: kind, now: now, skew: Self.skew)
        verified.remember(token, digest, generation: accepted.generation)
        return token
      } catch {
        throw error == .expired ? Self.expired : Self.invalid
      }
    }

    private static let invalid = Refusal.token(.tokenInvalid, "the token was not issued here for this use")
    private static let expired = Refusal.token(.tokenExpired, "the token has ended")
  }
#endif
