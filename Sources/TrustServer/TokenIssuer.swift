#if Server
  import Crypto
  import CryptoExtras
  import Foundation
  import JWTKit
  import Redaction
  import SecurityPolicy
  import TrustWire
  import UntrustedInput

  /// Signs access tokens with RS256 and publishes the key. One key; its id is its RFC 7638 thumbprint.
  /// Source: RFC 9068; RFC 7517; BSI TR-03161-1 O.Cryp_4.
  struct TokenIssuer: Sendable {
    let configuration: TrustConfiguration
    let keyID: String
    let keys: JWTKeyCollection
    /// The published key set: no private member can stand in it, because it is written from the public key.
    let jwks: JSONNode

    init(configuration: TrustConfiguration) async throws(TrustServerError) {
      self.configuration = configuration
      let pem = configuration.signingKey.withExposedBytes { String(decoding: $0, as: UTF8.self) }
      do {
        let key = try _RSA.Signing.PrivateKey(pemRepresentation: pem)
        guard key.keySizeInBits >= 2048 else { throw TrustServerError.signingKeyUnusable }
        let numbers = try key.publicKey.getKeyPrimitives()
        let (e, n) = (Base64URL.encode(numbers.publicExponent), Base64URL.encode(numbers.modulus))
        keyID = Base64URL.encode(
          SHA256.hash(data: JSONWriter().bytes(["e": .string(e), "kty": "RSA", "n": .string(n)])))
        jwks = [
          "keys": [
            [
              "kty": "RSA", "use": "sig", "alg": "RS256", "kid": .string(keyID), "n": .string(n), "e": .string(e),
            ]
          ]
        ]
        keys = JWTKeyCollection()
        await keys.add(
          rsa: try Insecure.RSA.PrivateKey(pem: pem), digestAlgorithm: .sha256, kid: JWKIdentifier(string: keyID))
      } catch {
        throw .signingKeyUnusable
      }
    }

    func accessToken(for session: SessionRow, now: Int64, lifetime: Int64) async throws(Refusal) -> String {
      do {
        let claims = AccessClaims(
          iss: configuration.issuer, sub: session.subject, aud: configuration.issuer, exp: now + lifetime, iat: now,
          nbf: now, jti: Base64URL.encode(try configuration.dice()), clientID: "mantlet",
          cnf: .init(jkt: session.device), tier: session.tier.rawValue, kind: session.kind.rawValue,
          session: session.id, device: session.device)
        return try await keys.sign(claims, kid: JWKIdentifier(string: keyID), header: ["typ": "at+jwt"])
      } catch {
        throw .broken
      }
    }
  }
#endif
