import Crypto
import CryptoExtras
import Foundation
import Redaction

extension PrivateKeyDER {
  /// Signs the message; ECDSA answers in DER.
  ///
  /// - Throws: ``IdentityError/unsupported(_:)`` for an algorithm that does not suit the key,
  ///   ``IdentityError/signingFailed(_:)``.
  public func signature(
    over message: [UInt8], using algorithm: ClientSignatureAlgorithm
  ) throws(IdentityError) -> [UInt8] {
    guard algorithm.suits(kind) else { throw .unsupported(.signature) }
    do {
      return try withExposedPlatformForm { bytes throws in
        // Each key is made for one signature: the libraries overwrite theirs when they let go of it.
        switch algorithm {
        case .ecdsaSHA256:
          Array(try P256.Signing.PrivateKey(x963Representation: bytes).signature(for: message).derRepresentation)
        case .ecdsaSHA384:
          Array(try P384.Signing.PrivateKey(x963Representation: bytes).signature(for: message).derRepresentation)
        case .ecdsaSHA512:
          Array(try P521.Signing.PrivateKey(x963Representation: bytes).signature(for: message).derRepresentation)
        case .ed25519: Array(try Curve25519.Signing.PrivateKey(rawRepresentation: bytes).signature(for: message))
        case .rsaPSSSHA256: try Self.sign(bytes, SHA256.hash(data: message), .PSS)
        case .rsaPSSSHA384: try Self.sign(bytes, SHA384.hash(data: message), .PSS)
        case .rsaPSSSHA512: try Self.sign(bytes, SHA512.hash(data: message), .PSS)
        case .rsaPKCS1SHA256: try Self.sign(bytes, SHA256.hash(data: message), .insecurePKCS1v1_5)
        case .rsaPKCS1SHA384: try Self.sign(bytes, SHA384.hash(data: message), .insecurePKCS1v1_5)
        case .rsaPKCS1SHA512: try Self.sign(bytes, SHA512.hash(data: message), .insecurePKCS1v1_5)
        }
      }
    } catch {
      throw .signingFailed(0)
    }
  }

  private static func sign(
    _ key: UnsafeRawBufferPointer, _ digest: some Digest, _ padding: _RSA.Signing.Padding
  ) throws -> [UInt8] {
    Array(
      try _RSA.Signing.PrivateKey(derRepresentation: key).signature(for: digest, padding: padding).rawRepresentation)
  }

  /// The public half in PKCS#1, after the library found the numbers to be a key.
  static func rsaPublicKey(_ structure: borrowing PrivateKeyStructure) throws(IdentityError) -> [UInt8] {
    guard let open = structure.publicKey else { throw .malformedKey }
    let isKey = structure.secret.withExposedBytes { (try? _RSA.Signing.PrivateKey(derRepresentation: $0)) != nil }
    guard isKey else { throw .malformedKey }
    return rsaPublicKey(open)
  }

  static func ed25519PublicKey(_ structure: borrowing PrivateKeyStructure) throws(IdentityError) -> [UInt8] {
    let open = structure.secret.withExposedBytes {
      (try? Curve25519.Signing.PrivateKey(rawRepresentation: $0)).map { Array($0.publicKey.rawRepresentation) }
    }
    return try agreed(open, with: structure.publicKey)
  }

  /// The point in X9.63, and the curve's name.
  static func curvePublicKey(
    _ structure: borrowing PrivateKeyStructure
  ) throws(IdentityError) -> (point: [UInt8], name: [UInt8]) {
    let kind = structure.kind
    let open: [UInt8]? = structure.secret.withExposedBytes { bytes in
      switch kind {
      case .p256:
        (try? P256.Signing.PrivateKey(rawRepresentation: bytes)).map { Array($0.publicKey.x963Representation) }
      case .p384:
        (try? P384.Signing.PrivateKey(rawRepresentation: bytes)).map { Array($0.publicKey.x963Representation) }
      case .p521:
        (try? P521.Signing.PrivateKey(rawRepresentation: bytes)).map { Array($0.publicKey.x963Representation) }
      case .rsa, .ed25519: nil
      }
    }
    let point = try agreed(open, with: structure.publicKey)
    switch kind {
    case .p384: return (point, KeyName.p384)
    case .p521: return (point, KeyName.p521)
    default: return (point, KeyName.p256)
    }
  }

  /// What followed from the private half, unless the file says otherwise: then one of them was exchanged.
  private static func agreed(_ derived: [UInt8]?, with carried: [UInt8]?) throws(IdentityError) -> [UInt8] {
    guard let derived, carried == nil || carried == derived else { throw .malformedKey }
    return derived
  }
}
