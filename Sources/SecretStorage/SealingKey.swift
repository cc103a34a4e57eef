import Crypto
import Foundation
public import Redaction
import Synchronization

/// A 256-bit root key that seals items. It never encrypts by itself: one key per purpose is derived from it
/// (HKDF-SHA256), and so is its public ``id``. A purpose's key is derived once and kept as long as the root key.
///
/// Protects as long as the root key is out of reach; the caller decides where that is.
/// Source: RFC 5869; BSI TR-03161-1 O.Cryp_4; MASVS-CRYPTO-2.
public struct SealingKey: ~Copyable, Sendable {
  public static let byteCount = 32
  private let root: Secret
  private let derived: DerivedKeys
  public let id: SealingKeyID

  /// - Throws: ``StorageError/keySize(_:)`` unless the secret has 32 bytes.
  public init(_ root: consuming Secret) throws(StorageError) {
    let count = root.count
    guard count == Self.byteCount else { throw .keySize(count) }
    let identifier = Self.derive(root, info: "seal.key-id", count: SealingKeyID.byteCount)
    id = SealingKeyID(identifier.withUnsafeBytes { Array($0) })
    derived = DerivedKeys()
    self.root = root
  }

  /// Lends the root key, to wrap it under another key; the pointer must not leave `body`.
  public borrowing func withExposedRoot<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try root.withExposedBytes(body)
  }

  /// The key that encrypts for one purpose.
  borrowing func encryptionKey(for purpose: SealingPurpose) -> SymmetricKey {
    if let known = derived.key(for: purpose) { return known }
    let fresh = Self.derive(root, info: "seal.1." + purpose.label, count: 32)  // O.Cryp_4#1
    derived.keep(fresh, for: purpose)
    return fresh
  }

  private static func derive(_ root: borrowing Secret, info: String, count: Int) -> SymmetricKey {
    root.withExposedBytes { bytes in
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: bytes), info: Array(info.utf8), outputByteCount: count)
    }
  }
}

/// The purpose keys of one root key. There are few, so a list is faster than a table.
private final class DerivedKeys: Sendable {
  private let keys = Mutex<[(label: String, key: SymmetricKey)]>([])

  func key(for purpose: SealingPurpose) -> SymmetricKey? {
    keys.withLock { keys in
      // By position: a copy of an entry would count references to label and key up and down.
      for index in keys.indices where keys[index].label == purpose.label { return keys[index].key }
      return nil
    }
  }

  func keep(_ key: SymmetricKey, for purpose: SealingPurpose) {
    keys.withLock { keys in
      if !keys.contains(where: { $0.label == purpose.label }) { keys.append((purpose.label, key)) }
    }
  }
}
