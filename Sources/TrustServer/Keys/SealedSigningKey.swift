#if Server
  import Crypto
  import CryptoExtras
  import Foundation
  import Redaction
  import TrustWire

  /// A token key's private part under a key-encryption key: AES-256-GCM, the key's id authenticated with it, so that a
  /// row moved to another id opens nothing.
  ///
  /// Protects a copied database. Not from whoever has the key-encryption key too. Source: NIST SP 800-38D.
  enum SealedSigningKey {
    private static let version: UInt8 = 1

    // O.Cryp_4#160
    /// - Parameter nonce: 12 bytes that were never used with this key-encryption key.
    /// - Throws: ``TrustServerError/keyEncryptionKeyUnusable``.
    static func seal(
      _ key: _RSA.Signing.PrivateKey, under encryptionKey: borrowing Secret, nonce: [UInt8]
    ) throws(TrustServerError) -> [UInt8] {
      do {
        let box = try AES.GCM.seal(
          key.derRepresentation, using: try symmetric(encryptionKey), nonce: AES.GCM.Nonce(data: nonce),
          authenticating: context(TokenKeySet.thumbprint(key.publicKey)))
        return [version] + nonce + Array(box.ciphertext) + Array(box.tag)
      } catch {
        throw .keyEncryptionKeyUnusable
      }
    }

    /// - Throws: ``TrustServerError/keyEncryptionKeyWrong`` when the bytes were sealed under another key, for another
    ///   id, or changed.
    static func open(
      _ row: SigningKeyRow, under encryptionKey: borrowing Secret
    ) throws(TrustServerError) -> _RSA.Signing.PrivateKey {
      guard row.sealed.first == version, row.sealed.count > 29 else { throw .keyEncryptionKeyWrong }
      do {
        let box = try AES.GCM.SealedBox(combined: row.sealed.dropFirst())
        let bytes = try AES.GCM.open(box, using: try symmetric(encryptionKey), authenticating: context(row.id))
        let key = try _RSA.Signing.PrivateKey(derRepresentation: bytes)
        guard TokenKeySet.thumbprint(key.publicKey) == row.id else { throw TrustServerError.keyEncryptionKeyWrong }
        return key
      } catch {
        throw .keyEncryptionKeyWrong
      }
    }

    private static func symmetric(_ key: borrowing Secret) throws(TrustServerError) -> SymmetricKey {
      guard key.count == 32 else { throw .keyEncryptionKeyUnusable }
      return key.withExposedBytes { SymmetricKey(data: $0) }
    }

    private static func context(_ id: String) -> Data { Data("mantlet signing key 1 \(id)".utf8) }
  }
#endif
