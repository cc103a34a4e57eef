import Crypto
import Foundation
public import Redaction

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// One sealed secret in its versioned envelope: AES-256-GCM over the secret, bound to name, purpose, key, version and
/// generation.
///
/// Layout of version 2, in bytes: magic `SEAL` (4), version (1), key id (8), generation (8, big-endian), nonce (12),
/// ciphertext, tag (16). Authenticated beside the ciphertext: magic, version, key id, generation, then purpose and
/// name, each with a 16-bit big-endian length before it. Version 1 has no generation; it is read and never written.
///
/// - Refuses: a flipped bit anywhere, an item under another's name or for another purpose, an unknown version.
/// - Does not hide: the length of the secret, its generation, and which key sealed it.
/// - Does not notice: an older item of the same name put back in its place. Whoever keeps the expected generation in
///   an index of their own can compare it with ``generation``, which is proved only by a successful open.
///
/// Nonces are random: one key must seal fewer than 2³² items for one purpose.
/// Source: NIST SP 800-38D section 8.3; BSI TR-02102-1; MASVS-CRYPTO-1.
public struct SealedItem: Sendable, Hashable {
  /// The format that this build writes; it reads version 1 too.
  public static let version = SealedEnvelope.version
  /// The most bytes that a secret may have.
  public static let secretLimit = 64 * 1024
  /// What the envelope adds to the length of the secret.
  public static let overhead = SealedEnvelope.overhead

  private let envelope: SealedEnvelope

  /// Reads the envelope; nothing is decrypted yet. The name is the one that the item is expected to have.
  ///
  /// - Parameter limit: the most bytes that the content may have.
  /// - Throws: ``StorageError/corrupted(_:)``, ``StorageError/newerVersion(_:)``.
  public init(
    parsing bytes: [UInt8], as name: SecretName, limit: Int = Self.secretLimit
  ) throws(StorageError) {
    do throws(SealedEnvelope.Flaw) {
      envelope = try SealedEnvelope(parsing: bytes, limit: limit)
    } catch {
      switch error {
      case .damaged: throw .corrupted(name)
      case .newerVersion: throw .newerVersion(name)
      }
    }
  }

  /// Seals the secret with a nonce drawn from `generator`, which must be the system's outside of tests.
  ///
  /// - Parameters:
  ///   - generation: the count by which the owner of an index tells this item from older ones; 0 without an index.
  ///   - limit: the most bytes that the content may have.
  /// - Throws: ``StorageError/tooLarge(limit:)``, ``StorageError/sealingFailed``.
  public init(
    sealing secret: borrowing Secret, as name: SecretName, for purpose: SealingPurpose, generation: UInt64 = 0,
    limit: Int = Self.secretLimit, under key: borrowing SealingKey, using generator: inout some RandomNumberGenerator
  ) throws(StorageError) {
    guard secret.count <= limit else { throw .tooLarge(limit: limit) }
    let encryptionKey = key.encryptionKey(for: purpose)
    let sealed: Data?
    do {
      let nonce = try Self.nonce(using: &generator)
      sealed = try secret.withExposedBytes { plain in
        try SealedEnvelope.withContext(keyID: key.id, generation: generation, purpose.bytes, name.text) { context in
          // O.Data_2#1 O.Cryp_2#1 O.Cryp_3#2
          try AES.GCM.seal(plain, using: encryptionKey, nonce: nonce, authenticating: context).combined
        }
      }
    } catch {
      throw .sealingFailed
    }
    guard let sealed else { throw .sealingFailed }
    let id = key.id
    envelope = sealed.withUnsafeBytes { SealedEnvelope(keyID: id, generation: generation, box: $0) }
  }

  /// What is stored.
  public var bytes: [UInt8] { envelope.bytes }

  /// Which key sealed it, as the envelope says.
  public var keyID: SealingKeyID { envelope.keyID }

  /// The count that the item was sealed with, as the envelope says; 0 in version 1.
  public var generation: UInt64 { envelope.generation }

  /// Opens the item, if it was sealed under this name, for this purpose and under this key.
  ///
  /// - Throws: ``StorageError/wrongKey(_:)``, ``StorageError/corrupted(_:)``.
  public func open(
    as name: SecretName, for purpose: SealingPurpose, under key: borrowing SealingKey
  ) throws(StorageError) -> Secret {
    let plain = try opened(as: name, for: purpose, under: key)
    var secret: Secret? = nil
    // One access for the copy and for the wipe.
    plain.withUnsafeBytes { bytes in
      secret = Secret(count: bytes.count) { $0.copyMemory(from: bytes) }
      Self.wipe(bytes)  // O.Source_7#1
    }
    guard let secret = secret.take() else { throw .corrupted(name) }
    return secret
  }

  /// The same for as long as `body` runs, without page-locked memory of its own: for contents that are parsed at once.
  /// The bytes are overwritten afterwards; the pointer must not leave `body`.
  ///
  /// - Throws: ``StorageError/wrongKey(_:)``, ``StorageError/corrupted(_:)``.
  public func withOpened<Result>(
    as name: SecretName, for purpose: SealingPurpose, under key: borrowing SealingKey,
    _ body: (UnsafeRawBufferPointer) -> Result
  ) throws(StorageError) -> Result {
    let plain = try opened(as: name, for: purpose, under: key)
    return plain.withUnsafeBytes { bytes in
      defer { Self.wipe(bytes) }
      return body(bytes)
    }
  }

  /// The library returns ordinary memory. The caller is its only owner, so that a reset reaches the bytes themselves.
  private func opened(
    as name: SecretName, for purpose: SealingPurpose, under key: borrowing SealingKey
  ) throws(StorageError) -> Data {
    guard keyID == key.id else { throw .wrongKey(name) }
    do {
      let encryptionKey = key.encryptionKey(for: purpose)
      let box = try envelope.withBox { try AES.GCM.SealedBox(combined: $0) }
      return try envelope.withContext(purpose.bytes, name.text) { context in
        try AES.GCM.open(box, using: encryptionKey, authenticating: context)
      }
    } catch {
      throw .corrupted(name)
    }
  }

  /// Overwrites what the library returned and nobody else holds, so that it may be written to though it was only lent
  /// for reading: to ask `Data` for the right to write costs as much as copying a kilobyte. The memory belongs to the
  /// library's deallocator, so the compiler cannot take these writes for dead. Up to 14 bytes lie in the value itself
  /// instead, on the stack: whether those are overwritten is the compiler's choice, and copies of them are not reached.
  private static func wipe(_ plain: UnsafeRawBufferPointer) {
    guard let start = plain.baseAddress else { return }
    UnsafeMutableRawPointer(mutating: start).initializeMemory(as: UInt8.self, repeating: 0, count: plain.count)
  }

  /// 96 random bits. The system is asked once for all of them where it can be: a draw costs more than all the rest of a
  /// small nonce.
  private static func nonce(using generator: inout some RandomNumberGenerator) throws -> AES.GCM.Nonce {
    var words: (first: UInt64, second: UInt64) = (0, 0)
    if !(generator is SystemRandomNumberGenerator) || !fill(&words) {
      words = (generator.next().littleEndian, generator.next().littleEndian)
    }
    return try withUnsafeBytes(of: words) { bytes in
      try AES.GCM.Nonce(data: UnsafeRawBufferPointer(rebasing: bytes[..<12]))
    }
  }

  /// The first 96 bits from the system's generator in one call; false where there is no such call or it fails.
  /// Source: getentropy(3).
  private static func fill(_ words: inout (first: UInt64, second: UInt64)) -> Bool {
    #if canImport(Glibc) || canImport(Musl)
      return withUnsafeMutableBytes(of: &words) { bytes in
        guard let start = bytes.baseAddress else { return false }
        return getentropy(start, 12) == 0
      }
    #else
      return false
    #endif
  }
}
