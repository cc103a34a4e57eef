import Crypto
import Foundation
public import Redaction

/// One sealed secret in its versioned envelope: AES-256-GCM over the secret, bound to name, purpose, key and version.
///
/// Layout of version 1, in bytes: magic `SEAL` (4), version (1), key id (8), nonce (12), ciphertext, tag (16).
/// Authenticated beside the ciphertext: magic, version, key id, then purpose and name, each with a 16-bit big-endian
/// length before it.
///
/// - Refuses: a flipped bit anywhere, an item under another's name or for another purpose, an unknown version.
/// - Does not hide: the length of the secret, its name and which key sealed it.
/// - Does not notice: an older item of the same name put back in its place.
///
/// Nonces are random: one key must seal fewer than 2³² items.
/// Source: NIST SP 800-38D section 8.3; BSI TR-02102-1; MASVS-CRYPTO-1.
public struct SealedItem: Sendable, Hashable {
  /// The format that this build writes, and the only one it reads.
  public static let version: UInt8 = 1
  /// The most bytes that a secret may have.
  public static let secretLimit = 64 * 1024
  /// What the envelope adds to the length of the secret.
  public static let overhead = 4 + 1 + SealingKeyID.byteCount + 12 + 16

  private static let magic = Array("SEAL".utf8)

  public let keyID: SealingKeyID
  private let nonce: [UInt8]
  private let ciphertextAndTag: [UInt8]

  /// Reads the envelope; nothing is decrypted yet. The name is the one that the item is expected to have.
  ///
  /// - Throws: ``StorageError/corrupted(_:)``, ``StorageError/newerVersion(_:)``.
  public init(parsing bytes: [UInt8], as name: SecretName) throws(StorageError) {
    guard bytes.count > 4, bytes.prefix(4).elementsEqual(Self.magic), bytes[4] >= 1 else { throw .corrupted(name) }
    guard bytes[4] == Self.version else { throw .newerVersion(name) }
    guard (Self.overhead...(Self.overhead + Self.secretLimit)).contains(bytes.count) else { throw .corrupted(name) }
    keyID = SealingKeyID(bytes[5..<13])
    nonce = Array(bytes[13..<25])
    ciphertextAndTag = Array(bytes[25...])
  }

  /// Seals the secret with a nonce drawn from `generator`, which must be the system's outside of tests.
  ///
  /// - Throws: ``StorageError/tooLarge(limit:)``, ``StorageError/sealingFailed``.
  public init(
    sealing secret: borrowing Secret, as name: SecretName, for purpose: SealingPurpose,
    under key: borrowing SealingKey, using generator: inout some RandomNumberGenerator
  ) throws(StorageError) {
    guard secret.count <= Self.secretLimit else { throw .tooLarge(limit: Self.secretLimit) }
    let nonce = (0..<12).map { _ in UInt8(truncatingIfNeeded: generator.next() as UInt64) }
    let context = Self.context(name: name, purpose: purpose, keyID: key.id)
    let encryptionKey = key.encryptionKey(for: purpose)
    do {
      // O.Data_2#1 O.Cryp_2#1 O.Cryp_3#2
      let box = try secret.withExposedBytes { plain in
        try AES.GCM.seal(
          plain, using: encryptionKey, nonce: AES.GCM.Nonce(data: nonce), authenticating: context)
      }
      ciphertextAndTag = Array(box.ciphertext) + Array(box.tag)
    } catch {
      throw .sealingFailed
    }
    self.nonce = nonce
    keyID = key.id
  }

  /// What is stored.
  public var bytes: [UInt8] { Self.header(keyID) + nonce + ciphertextAndTag }

  /// Opens the item, if it was sealed under this name, for this purpose and under this key.
  ///
  /// - Throws: ``StorageError/wrongKey(_:)``, ``StorageError/corrupted(_:)``.
  public func open(
    as name: SecretName, for purpose: SealingPurpose, under key: borrowing SealingKey
  ) throws(StorageError) -> Secret {
    guard keyID == key.id else { throw .wrongKey(name) }
    var plain: Data
    do {
      let box = try AES.GCM.SealedBox(
        nonce: AES.GCM.Nonce(data: nonce), ciphertext: ciphertextAndTag.dropLast(16), tag: ciphertextAndTag.suffix(16))
      plain = try AES.GCM.open(
        box, using: key.encryptionKey(for: purpose),
        authenticating: Self.context(name: name, purpose: purpose, keyID: keyID))
    } catch {
      throw .corrupted(name)
    }
    // The library returns ordinary memory; this is its only owner, so the reset reaches the bytes themselves.
    defer { plain.resetBytes(in: plain.startIndex..<plain.endIndex) }  // O.Source_7#1
    return Secret(count: plain.count) { $0.copyBytes(from: plain) }
  }

  private static func header(_ keyID: SealingKeyID) -> [UInt8] { magic + [version] + keyID.bytes }

  private static func context(name: SecretName, purpose: SealingPurpose, keyID: SealingKeyID) -> [UInt8] {
    var context = header(keyID)
    for word in [purpose.label, name.text] {
      let count = UInt16(truncatingIfNeeded: word.utf8.count)
      context += [UInt8(count >> 8), UInt8(count & 0xFF)] + Array(word.utf8)
    }
    return context
  }
}
