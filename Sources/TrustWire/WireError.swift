import UntrustedInput

/// Why a message from the other side was refused. No case carries text from outside.
@nonexhaustive
public enum WireError: Error, Sendable, Hashable {
  /// Not JSON, not base64url, or beyond a limit.
  case unreadable(InputError)
  /// A member is missing or of the wrong kind; `member` is our own name for it.
  case missing(member: String)
  /// Written for another version of the protocol: answered with the code `unknown`.
  case unknownVersion
  /// Not a compact JWS of the one shape that is accepted here (type, algorithm, key).
  case wrongShape
  /// The signature does not cover these bytes with this key.
  case signatureInvalid
  /// A proof names another method, address, token or key, or was made at another time.
  case proofMismatch(ProofPart)

  /// A token is signed with a key that is not among the accepted ones.
  case keyUnknown
  /// A token of another issuer, for another audience, or of the other kind.
  case notForUs
  case notYetValid
  case expired

  /// The record at this place, counted from 0, is larger than any batch may be: `bytes` of its JSON text where `limit`
  /// fit.
  case recordTooLarge(index: Int, bytes: Int, limit: Int)

  /// Which part of a DPoP proof is wrong. Source: RFC 9449, section 4.3.
  public enum ProofPart: String, Sendable, Hashable { case method, address, time, token, key }
}

extension WireError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let error): "unreadable message: \(error)"
    case .missing(let member): "the message lacks a usable '\(member)'"
    case .unknownVersion: "the message has a version that this side does not know"
    case .wrongShape: "not a signed message of the accepted shape"
    case .signatureInvalid: "the signature does not match the bytes"
    case .proofMismatch(let part): "the proof of possession has the wrong \(part.rawValue)"
    case .keyUnknown: "the token is signed with a key that is not accepted here"
    case .notForUs: "the token was issued by or for somebody else"
    case .notYetValid: "the token is not valid yet; check the clock"
    case .expired: "the token has ended"
    case .recordTooLarge(let index, let bytes, let limit):
      "record \(index) has \(bytes) bytes as JSON, a batch has room for \(limit): split it, or keep large data elsewhere"
    }
  }
}
