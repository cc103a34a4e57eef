import Crypto
import Foundation
import Redaction

/// How one cache entry lies in its file: version, time of storing (milliseconds since 1970, big endian), nonce,
/// ciphertext, tag. Version, time and file name are authenticated, so entries cannot be swapped or made younger.
struct CacheSeal {
  static let keyBytes = 32
  static let headBytes = 9
  static let nonceBytes = 12
  static let overhead = headBytes + nonceBytes + 16
  private static let version: UInt8 = 1

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
    let head = Self.head(stored)
    guard
      let box = try? AES.GCM.seal(
        body, using: entries, nonce: AES.GCM.Nonce(data: nonce), authenticating: head + Array(name.utf8)),
      let sealed = box.combined
    else { throw .sealingFailed }
    return head + sealed
  }

  /// The body; nil when the bytes are not what was sealed under this name.
  func open(_ bytes: [UInt8], as name: String) -> [UInt8]? {
    guard bytes.count >= Self.overhead, let box = try? AES.GCM.SealedBox(combined: bytes[Self.headBytes...]) else {
      return nil
    }
    let head = bytes.prefix(Self.headBytes) + Array(name.utf8)
    return (try? AES.GCM.open(box, using: entries, authenticating: head)).map(Array.init)
  }

  /// The time in a file's first bytes; nil for a version that is not ours.
  static func stored(_ head: some Collection<UInt8>) -> Date? {
    guard head.count >= headBytes, head.first == version else { return nil }
    let milliseconds = head.dropFirst().prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Date(timeIntervalSince1970: Double(Int64(bitPattern: milliseconds)) / 1000)
  }

  /// The time as an entry keeps it.
  static func rounded(_ date: Date) -> Date { stored(head(date)) ?? date }

  private static func head(_ date: Date) -> [UInt8] {
    let wanted = (date.timeIntervalSince1970 * 1000).rounded(.down)
    let milliseconds = UInt64(bitPattern: Int64(wanted.isFinite ? min(max(wanted, -9e15), 9e15) : 0))
    return [version] + (0..<8).map { UInt8(truncatingIfNeeded: milliseconds >> (56 - 8 * UInt64($0))) }
  }

  private static func derive(_ root: borrowing Secret, _ info: String) -> SymmetricKey {
    root.withExposedBytes { bytes in
      HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: bytes), info: Array(info.utf8), outputByteCount: keyBytes)
    }
  }
}
