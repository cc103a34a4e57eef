import Crypto
import Foundation

extension MeshDeviceKey {
  /// Sixteen bytes that name the device for people and in lists.
  public var id: [UInt8] { Array(SHA256.hash(data: Array("mantlet mesh 1 device".utf8) + encoded).prefix(16)) }

  /// Whether these bytes of the right length are a point of the curve. Ed25519 keys show it at the first signature.
  static func isKey(_ algorithm: Algorithm, _ bytes: [UInt8]) -> Bool {
    algorithm == .ed25519 || (try? P256.Signing.PublicKey(compressedRepresentation: bytes)) != nil
  }

  /// Whether `signature` was made by this key over `message`.
  func isValid(_ signature: [UInt8], over message: [UInt8]) -> Bool {
    switch algorithm {
    case .ed25519:
      guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: bytes) else { return false }
      return key.isValidSignature(signature, for: message)
    case .p256:
      guard let key = try? P256.Signing.PublicKey(compressedRepresentation: bytes),
        let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature)
      else { return false }
      return key.isValidSignature(signature, for: message)
    }
  }
}
