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
  ///   - now: seconds since 1970. `skew`: how far ahead the issuer's clock may be, in seconds.
  /// - Throws: ``WireError`` `wrongShape`, `unreadable`, `keyUnknown`, `signatureInvalid`, `missing`, `notForUs`,
  ///   `notYetValid`, `expired`; the times are looked at last.
  public init(
    verifying compact: String, keys: TokenKeySet, issuer: String, kind: TokenKind, now: Int64, skew: Int64 = 60
  ) throws(WireError) {
    guard compact.utf8.count <= Self.byteLimit else { throw .wrongShape }
    // By bytes: looking for characters costs more than the signature.
    let parts = compact.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).map(Substring.init)
    guard parts.count == 3 else { throw .wrongShape }
    let header: JSONNode
    let payload: JSONNode
    let signature: [UInt8]
    do throws(InputError) {
      header = try JSONReader(maximumBytes: 1024, maximumDepth: 2).read(try Base64URL.decode(parts[0]))
      payload = try JSONReader(maximumBytes: Self.byteLimit, maximumDepth: 4).read(try Base64URL.decode(parts[1]))
      signature = try Base64URL.decode(parts[2])
    } catch {
      throw .unreadable(error)
    }
    // O.Auth_13#30 O.Cryp_3#31
    guard header["alg"]?.string == "RS256", header["typ"]?.string == "at+jwt", let id = header["kid"]?.string,
      header.members?.count == 3
    else { throw .wrongShape }
    guard let key = keys.key(id) else { throw .keyUnknown }
    var signed = compact[parts[0].startIndex..<parts[1].endIndex]
    let digest = signed.withUTF8 { SHA256.hash(data: $0) }
    guard
      key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: digest, padding: .insecurePKCS1v1_5)
    else { throw .signatureInvalid }
    self.kind = try payload.word("mantlet_kind")
    self.issuer = try payload.text("iss")
    subject = try payload.text("sub", most: 128)
    identifier = try payload.text("jti", most: 128)
    session = try payload.text("sid", most: 128)
    device = try payload.text("mantlet_device", most: 128)
    boundKey = try payload["cnf"].map { node throws(WireError) in try node.text("jkt", most: 43) }
    tier = try payload.word("mantlet_tier")
    issuedAt = try payload.number("iat")
    expiresAt = try payload.number("exp")
    guard self.issuer == issuer, try payload.text("aud") == issuer, self.kind == kind else { throw .notForUs }
    // Subtracting cannot overflow into success: such times are far off, and far off is refused.
    let (age, overflow) = now.subtractingReportingOverflow(issuedAt)
    guard !overflow, age >= -skew, try payload.number("nbf") <= now + skew else { throw .notYetValid }
    guard expiresAt > now else { throw .expired }
  }
}
