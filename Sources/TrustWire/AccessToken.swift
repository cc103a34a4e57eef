import Crypto
import CryptoExtras
import Foundation
import UntrustedInput

/// An access token whose signature matched one of the accepted keys: RS256 and type `at+jwt`, both fixed here and not
/// chosen by the token; `jku`, `x5u`, `jwk` and `crit` are refused and never followed.
///
/// A value of this type proves who signed it and that its times fit; whether its session still lives, only the server
/// knows. Source: RFC 9068, sections 2 and 4; RFC 8725, section 3; `cnf` from RFC 9449, section 6.1.
public struct AccessToken: Sendable, Hashable {
  public let kind: TokenKind
  public let issuer: String
  /// Device thumbprint of an AppToken, account id of a UserToken.
  public let subject: String
  /// `jti`.
  public let identifier: String
  /// `sid`: the session (token family) that it belongs to.
  public let session: String
  /// Thumbprint of the device key that the session was opened with.
  public let device: String
  /// `cnf.jkt`: whoever uses the token has to prove this key; nil for a bearer token.
  public let boundKey: String?
  public let tier: TrustTier
  /// Seconds since 1970.
  public let issuedAt: Int64
  public let expiresAt: Int64

  /// The longest token that is looked at, in bytes.
  public static let byteLimit = 4096

  /// - Parameters:
  ///   - kind: the only one that is good; nil for whoever treats both alike, or looks at the result's.
  ///   - now: seconds since 1970. `skew`: how far ahead the issuer's clock may be, in seconds.
  /// - Throws: ``WireError`` `wrongShape`, `unreadable`, `keyUnknown`, `signatureInvalid`, `missing`, `notForUs`,
  ///   `notYetValid`, `expired`; the payload is read after its signature was found good, the times are looked at last.
  public init(
    verifying compact: String, keys: TokenKeySet, issuer: String, kind: TokenKind?, now: Int64, skew: Int64 = 60
  ) throws(WireError) {
    guard compact.utf8.count <= Self.byteLimit else { throw .wrongShape }
    var text = compact
    let payload = try text.withUTF8 { bytes in
      Result { () throws(WireError) in try Self.payload(of: bytes, keys: keys) }
    }.get()
    let claims = try TokenClaims(reading: payload, issuer: issuer)
    self.kind = claims.kind
    self.issuer = claims.issuer
    subject = claims.subject
    identifier = claims.identifier
    session = claims.session
    device = claims.device
    boundKey = claims.boundKey
    tier = claims.tier
    issuedAt = claims.issuedAt
    expiresAt = claims.expiresAt
    guard self.issuer == issuer, claims.audience == issuer, self.kind == kind ?? self.kind else { throw .notForUs }
    // Subtracting cannot overflow into success: such times are far off, and far off is refused.
    let (age, overflow) = now.subtractingReportingOverflow(issuedAt)
    guard !overflow, age >= -skew, claims.notBefore <= now + skew else { throw .notYetValid }
    guard expiresAt > now else { throw .expired }
  }

  /// The payload, which nothing has read before the signature was found good.
  private static func payload(
    of compact: UnsafeBufferPointer<UInt8>, keys: TokenKeySet
  ) throws(WireError) -> [UInt8] {
    let dot = UInt8(ascii: ".")
    guard let first = compact.firstIndex(of: dot), let last = compact.lastIndex(of: dot), first < last,
      !compact[(first + 1)..<last].contains(dot)
    else { throw .wrongShape }
    let known = keys.accepted.key(compact[..<first])
    let key: _RSA.Signing.PublicKey
    if let known { key = known } else { key = try Self.key(header: compact[..<first], keys: keys) }
    let signature: [UInt8]
    let payload: [UInt8]
    do throws(InputError) {
      signature = try Base64URL.decode(UnsafeBufferPointer(rebasing: compact[(last + 1)...]))
      payload = try Base64URL.decode(UnsafeBufferPointer(rebasing: compact[(first + 1)..<last]))
    } catch {
      throw .unreadable(error)
    }
    let digest = SHA256.hash(data: UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: compact[..<last])))
    guard
      key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: .insecurePKCS1v1_5)
    else { throw .signatureInvalid }
    if known == nil { keys.accepted.remember(compact[..<first], key) }
    return payload
  }

  // O.Auth_13#30 O.Cryp_3#31
  /// The key that a header of the one shape names.
  private static func key(
    header: Slice<UnsafeBufferPointer<UInt8>>, keys: TokenKeySet
  ) throws(WireError) -> _RSA.Signing.PublicKey {
    let node: JSONNode
    do throws(InputError) {
      node = try JSONReader(maximumBytes: 1024, maximumDepth: 2)
        .read(try Base64URL.decode(UnsafeBufferPointer(rebasing: header)))
    } catch {
      throw .unreadable(error)
    }
    guard node["alg"]?.string == "RS256", node["typ"]?.string == "at+jwt", let id = node["kid"]?.string,
      node.members?.count == 3
    else { throw .wrongShape }
    guard let key = keys.key(id) else { throw .keyUnknown }
    return key
  }
}
