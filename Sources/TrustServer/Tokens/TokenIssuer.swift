#if Server
  import JWTKit
  import TrustWire
  import UntrustedInput

  /// Signs access tokens with RS256 and the ring's active key. Source: RFC 9068, section 2.
  struct TokenIssuer: Sendable {
    let configuration: TrustConfiguration
    let ring: SigningKeyRing

    /// For whoever keeps something before a token is made: what could not be answered must not be committed.
    /// - Throws: a refusal with 503 while no key may sign.
    func requireSigner() throws(Refusal) {
      guard ring.signer != nil else { throw .keysUnavailable }
    }

    /// - Throws: a refusal with 503 while no key may sign.
    func accessToken(for session: SessionRow, now: Int64, lifetime: Int64) async throws(Refusal) -> String {
      guard let signer = ring.signer else { throw .keysUnavailable }
      do {
        let claims = AccessClaims(
          iss: configuration.issuer, sub: session.subject, aud: configuration.issuer, exp: now + lifetime, iat: now,
          nbf: now, jti: Base64URL.encode(try configuration.dice()), clientID: AccessClaims.client, sid: session.id,
          cnf: session.boundKey.map { .init(jkt: $0) }, tier: session.tier.rawValue, kind: session.kind.rawValue,
          device: session.device)
        return try await signer.keys.sign(
          claims, kid: JWKIdentifier(string: signer.id), header: ["typ": "at+jwt"])
      } catch {
        throw .broken
      }
    }
  }
#endif
