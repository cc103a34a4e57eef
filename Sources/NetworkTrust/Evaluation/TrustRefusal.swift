/// Why a server's certificates were refused: one case for each thing that somebody can mend.
///
/// No case carries text from a certificate. Source: RFC 5280, section 6; RFC 6125; RFC 7469, section 2.6.
@nonexhaustive
public enum TrustRefusal: Error, Sendable, Hashable {
  // What was presented
  case noCertificate
  case tooManyCertificates(limit: Int)
  case certificateTooLarge(limit: Int)
  /// Not a certificate in DER, or one whose extensions cannot be read.
  case unreadable
  /// RSA below 2048 bits, a curve below 256 bits, a point of small order.
  case weakKey
  /// A kind of key that is neither RSA up to 8192 bits, P-256, P-384, P-521 nor Ed25519. On Linux also a server's own key on
  /// a small curve, or of DSA, where it is shown although we offer nothing that it fits: the TLS library reads no such key
  /// and does not say which it was, and nothing is reported. A server that keeps to the rules finds nothing in common with
  /// us, and ends as ``NetworkError/secureChannelRefused``.
  case unsupportedKey
  /// Signed with MD2, MD5 or SHA-1.
  case weakSignature
  case unsupportedSignature

  // The path to an anchor
  /// The path ends at an issuer that is neither presented nor an anchor.
  case unknownIssuer
  /// The server vouches for itself.
  case selfSigned
  /// An issuer of the right name did not sign what stands below it.
  case badSignature
  /// An issuer is no certification authority.
  case notAnAuthority
  /// An issuer's key usage does not include signing certificates.
  case notForSigning
  case pathTooLong
  /// A name lies outside of what an issuer may vouch for, or a constraint is of a kind that is not understood.
  case nameConstraints
  case unknownCriticalExtension

  // The server's own certificate
  /// Its key usage, or the extended key usage of it or of an issuer, leaves TLS servers out.
  case notForServers
  case wrongName

  // Time
  case notYetValid
  case expired

  // Pins
  /// The path is valid and no key in it is pinned.
  case noPinnedKey
  /// There is no rule for this host; only pinned hosts are talked to.
  case hostNotPinned
  /// The pins of the policy have ended: the app is to be updated.
  case pinsExpired

  // Our own side
  /// There are no anchors, so nothing could be judged.
  case anchorsUnavailable
  /// ``ServerNameRule/insecureIgnored`` with the platform's anchors: every server on earth would pass.
  case nameNeeded
  /// The platform's own validation refused (its status).
  case platform(code: Int32)
}

extension TrustRefusal: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noCertificate: "the server presented no certificate"
    case .tooManyCertificates(let limit): "the server presented more than \(limit) certificates"
    case .certificateTooLarge(let limit): "a presented certificate is larger than \(limit) bytes"
    case .unreadable: "a presented certificate cannot be read"
    case .weakKey: "a key of the path is too weak (RSA below 2048 bits, a curve below 256 bits, a point of small order)"
    case .unsupportedKey: "a key of the path is of a kind that is not supported"
    case .weakSignature: "a certificate of the path is signed with SHA-1 or weaker"
    case .unsupportedSignature: "a certificate of the path is signed in a way that is not supported"
    case .unknownIssuer: "no path leads to an anchor: an issuer is missing, or the authority is not trusted"
    case .selfSigned: "the server's certificate is signed by itself"
    case .badSignature: "a certificate was not signed by the issuer that it names"
    case .notAnAuthority: "an issuer of the path is no certification authority"
    case .notForSigning: "the key of an issuer of the path is not meant for signing certificates"
    case .pathTooLong: "the path is longer than one of its authorities allows"
    case .nameConstraints: "a name of the path is outside of what its authority may vouch for"
    case .unknownCriticalExtension: "a certificate of the path has a critical extension that is not understood"
    case .notForServers: "the certificate is not meant for TLS servers"
    case .wrongName: "the certificate is for another host"
    case .notYetValid: "a certificate of the path is not valid yet; check the clock"
    case .expired: "a certificate of the path has expired; check the clock"
    case .noPinnedKey: "no key of the validated path is pinned"
    case .hostNotPinned: "the policy has no pins for this host"
    case .pinsExpired: "the pins of the policy have expired; update the app"
    case .anchorsUnavailable: "there are no trust anchors"
    case .nameNeeded: "without anchors of its own a server must be known by its name"
    case .platform(let code): "the platform refused the certificate (status \(code))"
    }
  }
}
