public import UntrustedInput

/// Why there is no client identity, or a file of one was refused.
///
/// It stands beside ``NetworkError`` because it is about files, keys and certificates of our own, before any network.
/// No case carries text from the file.
@nonexhaustive
public enum IdentityError: Error, Sendable, Hashable {
  /// What a file or an answer asks for and this reader has not.
  public enum Feature: String, Sendable, Hashable {
    case contentType, integrity, encryption, keyDerivation, digest, key, certificate, signature, version
  }

  // The file
  case unreadable(InputError)
  /// The password is wrong, or the file was altered: the two look alike.
  case wrongPassword
  /// The password is not UTF-8.
  case malformedPassword
  /// Nothing protects the file against being altered (no MAC).
  case notAuthenticated
  /// The file is what its author wrote, and yet a part of it cannot be read.
  case damaged
  case unsupported(Feature)
  /// Deriving the keys would take more rounds than this, which only a hostile file asks for.
  case tooManyRounds(limit: Int)
  case noPrivateKey
  /// The file holds this many keys, so somebody has to choose.
  case severalKeys(Int)
  /// No certificate belongs to the key.
  case noCertificate

  // The key
  case malformedKey
  case weakKey(bits: Int)
  /// The certificate belongs to another key.
  case keyMismatch
  /// The place of the key refused to sign, with the platform's code (0 when there is none).
  case signingFailed(Int32)
  /// The key is no longer where it was made: enrol anew.
  case keyGone

  // The certificate
  case malformedCertificate
  case tooManyCertificates(limit: Int)
  /// A certificate of the chain did not sign the one before it.
  case brokenChain
  /// The certificate is an authority's and must not stand for a client.
  case isAuthority
  /// The certificate is not meant for TLS clients.
  case notForClients
  case expired
  case notYetValid
  /// A part of the subject is empty, longer than 64 characters or holds a control character; or there is no part.
  case malformedSubject
  /// A certificate came and nobody had asked for one.
  case noRequest
  /// The identity was renewed, or is somebody else's, since the request began, which was not sent.
  case changed

  // Where it rests
  case locked
  case storeUnavailable(Int32)
  case storeDamaged
}

extension IdentityError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .unreadable(let error): "not a readable file of this kind: \(error)"
    case .wrongPassword: "the password is wrong, or the file was altered"
    case .malformedPassword: "the password is not valid UTF-8"
    case .notAuthenticated: "the file has no MAC, so nobody can tell whether it was altered; export it with one"
    case .damaged: "the file opens with this password, but a part of it cannot be read"
    case .unsupported(let feature): "the file uses a kind of \(feature.rawValue) that is not supported"
    case .tooManyRounds(let limit):
      "the file asks for more than \(limit) rounds of key derivation; export it with fewer"
    case .noPrivateKey: "the file holds certificates and no private key"
    case .severalKeys(let count): "the file holds \(count) private keys; choose one"
    case .noCertificate: "no certificate belongs to the private key"
    case .malformedKey: "not a private key, or its parts contradict each other"
    case .weakKey(let bits): "a key of \(bits) bits is too short"
    case .keyMismatch: "the certificate belongs to another key"
    case .signingFailed(let code): "the key could not sign (code \(code))"
    case .keyGone: "the private key is gone; enrol this device anew"
    case .malformedCertificate: "a certificate is not valid DER"
    case .tooManyCertificates(let limit): "more than \(limit) certificates, or more bytes than an identity may have"
    case .brokenChain: "a certificate of the chain did not sign the one before it"
    case .isAuthority: "the certificate is an authority's"
    case .notForClients: "the certificate is not meant for TLS clients"
    case .expired: "the certificate has expired; check the clock"
    case .notYetValid: "the certificate is not valid yet; check the clock"
    case .malformedSubject: "each part of the subject needs 1 to 64 characters without control characters"
    case .noRequest: "no certificate was asked for: make a request first"
    case .changed: "the identity was renewed or changed while the request waited, and it was not sent: begin it anew"
    case .locked: "the identity cannot be read while the device is locked"
    case .storeUnavailable(let code): "the store of the identity failed (code \(code))"
    case .storeDamaged: "the stored identity is not what was written; remove it and enrol anew"
    }
  }
}
