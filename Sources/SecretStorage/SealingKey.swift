import Crypto
import Foundation
public import Redaction

/// A 256-bit root key that seals items. It never encrypts by itself: one key per purpose is derived from it
/// (HKDF-SHA256), and so is its public ``id``.
///
/// Protects as long as the root key is out of reach; the caller decides where that is.
/// Source: RFC 5869; BSI TR-03161-1 O.Cryp_4; MASVS-CRYPTO-2.
public struct SealingKey: ~Copyable, Sendable {
  public static let byteCount = 32
  private let root: Secret
  public let id: SealingKeyID

  /// - Throws: ``StorageError/keySize(_:)`` unless the secret has 32 bytes.
  public init(_ root: consuming Secret) throws(StorageError) {
    let count = root.count
    guard count == Self.byteCount else { throw .keySize(count) }
    let identifier = Self.derive(root, info: "seal.key-id", count: SealingKeyID.byteCount)
    id = SealingKeyID(identifier.withUnsafeBytes { Array($0) })
    self.root = root
  }

  /// The key that encrypts for one purpose.
  borrowing func encryptionKey(for purpose: SealingPurpose) -> SymmetricKey {
    Self.derive(root, info: "seal.1." + purpose.label, count: 32)  // O.Cryp_4#1
  }

  private static func derive(_ root: borrowing Secret, info: String, count: Int) -> SymmetricKey {
    root.withExposedBytes { bytes in
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: bytes), info: Array(info.utf8), outputByteCount: count)
    }
  }
}
