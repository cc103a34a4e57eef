import Crypto
import Foundation

extension MeshDeviceKey {
  /// Sixteen bytes that name the device for people and in lists.
  public var id: [UInt8] { Array(SHA256.hash(data: Array("mantlet mesh 1 device".utf8) + encoded).prefix(16)) }

  /// Whether these bytes of the right length can be a key. That an Ed25519 key is no point at all shows at the first
  /// signature; one of small order, under which a signature for everything can be made without a private key, shows here.
  static func isKey(_ algorithm: Algorithm, _ bytes: [UInt8]) -> Bool {
    switch algorithm {
    case .ed25519: !pointsOfSmallOrder.contains(Array(bytes.dropLast()) + [bytes[31] & 0x7F])
    case .p256: (try? P256.Signing.PublicKey(compressedRepresentation: bytes)) != nil
    }
  }

  /// All encodings of the eight points whose order divides 8, without the sign bit, those that are not canonical included.
  /// Source: RFC 8032, section 5.1, which lets a verifier take them; what the library does with them is not relied on.
  private static let pointsOfSmallOrder: Set<[UInt8]> = {
    let ends: [(first: UInt8, rest: UInt8, last: UInt8)] = [
      (0, 0, 0), (1, 0, 0), (0xEC, 0xFF, 0x7F), (0xED, 0xFF, 0x7F), (0xEE, 0xFF, 0x7F),
    ]
    let plain = ends.map { [$0.first] + [UInt8](repeating: $0.rest, count: 30) + [$0.last] }
    let ofOrderEight: [[UInt8]] = [
      [
        0x26, 0xE8, 0x95, 0x8F, 0xC2, 0xB2, 0x27, 0xB0, 0x45, 0xC3, 0xF4, 0x89, 0xF2, 0xEF, 0x98, 0xF0, 0xD5, 0xDF,
        0xAC, 0x05, 0xD3, 0xC6, 0x33, 0x39, 0xB1, 0x38, 0x02, 0x88, 0x6D, 0x53, 0xFC, 0x05,
      ],
      [
        0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67, 0x0F, 0x2A, 0x20,
        0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC, 0x03, 0x7A,
      ],
    ]
    return Set(plain + ofOrderEight)
  }()

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
