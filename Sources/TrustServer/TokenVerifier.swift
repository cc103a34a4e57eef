#if Server
  import Foundation
  import JWTKit
  import TrustWire
  import UntrustedInput

  /// Believes an access token only when this server signed it, for itself, of the wanted kind, and it has not ended.
  ///
  /// The algorithm and type are fixed here and not read from the token; `jku`, `x5u` and `jwk` are never followed.
  /// Source: RFC 9068, section 4; RFC 8725, section 3.
  struct TokenVerifier: Sendable {
    let issuer: TokenIssuer

    // O.Auth_13#1
    func verify(_ token: String, kind: TokenKind, now: Int64) async throws(Refusal) -> AccessClaims {
      let invalid = Refusal.token(.tokenInvalid, "the token was not issued here for this use")
      guard token.utf8.count <= 8192,
        let header = token.split(separator: ".", omittingEmptySubsequences: false).first,
        let node = try? JSONReader(maximumBytes: 2048, maximumDepth: 3).read(try Base64URL.decode(header)),
        node["alg"]?.string == "RS256", node["typ"]?.string == "at+jwt", node["kid"]?.string == issuer.keyID,
        node["crit"] == nil, let claims = try? await issuer.keys.verify(token, as: AccessClaims.self),
        claims.iss == issuer.configuration.issuer, claims.aud == issuer.configuration.issuer,
        claims.kind == kind.rawValue, claims.nbf <= now + 60
      else { throw invalid }
      guard claims.exp > now else { throw .token(.tokenExpired, "the token has ended") }
      return claims
    }
  }
#endif
