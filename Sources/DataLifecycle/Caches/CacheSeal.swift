import Crypto
import Foundation
import Redaction

/// How one cache entry lies in its file: ``CacheHead``, nonce, ciphertext, tag. Head and file name are authenticated, so
/// entries cannot be swapped or made younger.
struct CacheSeal {
  static let keyBytes = CacheKeyFile.keyBytes
  static let nonceBytes = 12
  static let overhead = CacheHead.count + nonceBytes + 16

  private let entries: SymmetricKey
  private let names: SymmetricKey

  init(_ root: borrowing Secret) throws(LifecycleError) {
    let count = root.count
    guard count == Self.keyBytes else { throw .keySize(count) }
    entries = Self.derive(root, "cache.1.entries")  // O.Cryp_4#80
    names = Self.derive(root, "cache.1.names")
  }

  /// The file's name: without the key it says nothing about the entry's key.
  func fileName(for key: String) -> String {
    HMAC<SHA256>.authenticationCode(for: Data(key.utf8), using: names).prefix(16).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }.joined()
  }

  func seal(_ body: [UInt8], as name: String, stored: Date, nonce: [UInt8]) throws(LifecycleError) -> [UInt8] {
    let head = CacheHead(stored: stored).bytes
    guard
      let box = try? AES.GCM.seal(
        body, using: entries, nonce: AES.GCM.Nonce(data: nonce), authenticating: head + Array(name.utf8)),
      let sealed = box.combined
    else { throw .sealingFailed }
    return head + sealed
  }

  /// The body; nil when the bytes are not what was sealed under this name.
  func open(_ bytes: [UInt8], as name: String) -> [UInt8]? {
    guard bytes.count >= Self.overhead, let box = try? AES.GCM.SealedBox(combined: bytes[CacheHead.count...]) else {
      return nil
    }
    let head = bytes.prefix(CacheHead.count) + Array(name.utf8)
    return (try? AES.GCM.open(box, using: entries, authenticating: head)).map(Array.init)
  }

  private static func derive(_ root: borrowing Secret, _ info: String) -> SymmetricKey {
    root.withExposedBytes { bytes in
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: bytes), info: Array(info.utf8), outputByteCount: keyBytes)
    }
  }
}
