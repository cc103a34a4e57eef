public import CryptoExtras
import Crypto
import Foundation
public import TrustWire
import UntrustedInput

/// Mints access tokens of the shape that devices accept, with a key of the test's own; nothing of any real service.
public struct TestTokenIssuer: Sendable {
  /// Two keys, made once per process: making one takes a while.
  public static let first = TestTokenIssuer()
  public static let second = TestTokenIssuer()

  public let key: _RSA.Signing.PrivateKey

  private init() {
    do {
      key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    } catch {
      // A test without its key could prove nothing; no input from outside leads here.
      preconditionFailure("no RSA key can be made here")
    }
  }

  /// The key's id: its RFC 7638 thumbprint.
  public var id: String { TokenKeySet.thumbprint(key.publicKey) }

  /// A key set with the public keys of these issuers.
  public static func keySet(_ issuers: [TestTokenIssuer]) -> [UInt8] {
    JSONWriter().bytes(["keys": JSONNode(.array(issuers.map { TokenKeySet.jwk($0.key.publicKey) }))])
  }

  /// The members of a token; change any before it is signed.
  public static func claims(
    issuer: String, kind: TokenKind, subject: String, session: String, device: String, boundKey: String?, now: Int64,
    lifetime: Int64 = 1800, identifier: String
  ) -> [String: JSONNode] {
    var claims: [String: JSONNode] = [
      "iss": .string(issuer), "aud": .string(issuer), "sub": .string(subject), "jti": .string(identifier),
      "sid": .string(session), "iat": .integer(now), "nbf": .integer(now), "exp": .integer(now + lifetime),
      "mantlet_kind": .string(kind.rawValue), "mantlet_device": .string(device),
      "mantlet_tier": .string(TrustTier.unattested.rawValue),
    ]
    if let boundKey { claims["cnf"] = ["jkt": .string(boundKey)] }
    return claims
  }

  /// Signs any header and any claims: also what no server would.
  public func token(_ claims: [String: JSONNode], header: [String: JSONNode]? = nil) -> String {
    let header = header ?? ["alg": "RS256", "typ": "at+jwt", "kid": .string(id)]
    let input = [header, claims].map { part in
      Base64URL.encode(
        JSONWriter().bytes(JSONNode(.object(part.sorted { $0.key < $1.key }.map { JSONMember($0.key, $0.value) }))))
    }.joined(separator: ".")
    let digest = SHA256.hash(data: Array(input.utf8))
    guard let signature = try? key.signature(for: digest, padding: .insecurePKCS1v1_5) else {
      // As above: the key was made here and signs any digest.
      preconditionFailure("the test's own key cannot sign")
    }
    return input + "." + Base64URL.encode(signature.rawRepresentation)
  }
}
