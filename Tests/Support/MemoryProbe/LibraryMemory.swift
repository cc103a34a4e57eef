#if os(Linux)

  import Crypto
  import CryptoExtras
  import Foundation
  import Redaction
  import SecretStorage

  /// What swift-crypto leaves behind after each operation that we use, and our envelope around it.
  ///
  /// The library wipes keys and digest states, but not the contexts that it frees after AEAD and hash operations.
  enum LibraryMemory {
    static let cases =
      [
        ProbeCase("SealingKey (HKDF)", .copies(0)) { needle, _ in
          let key = try SealingKey(needle.secret())
          if key.id.bytes.isEmpty { throw Refused() }
        },
        ProbeCase("SealedItem sealed", .copies(0)) { needle, _ in _ = try sealed(needle) },
        ProbeCase("SealedItem opened, alive", .copies(1)) { needle, look in
          let secret = try sealed(needle).open(as: name(), for: .secretFile, under: key())
          look()
          OwnMemory.use(secret)
        },
        ProbeCase("SealedItem opened", .copies(0)) { needle, _ in
          OwnMemory.use(try sealed(needle).open(as: name(), for: .secretFile, under: key()))
        },
        ProbeCase("SealedItem refused", .copies(0)) { needle, _ in
          var bytes = try sealed(needle).bytes
          bytes[bytes.count - 1] ^= 1
          let item = try SealedItem(parsing: bytes, as: name())
          do { OwnMemory.use(try item.open(as: name(), for: .secretFile, under: key())) } catch { return }
          throw Refused()
        },
        library("SymmetricKey", 0) { _ = SymmetricKey(data: $0) },
        library("HKDF, as input", 0) { bytes in
          _ = HKDF<SHA256>.deriveKey(inputKeyMaterial: SymmetricKey(data: bytes), outputByteCount: 32)
        },
        library("HMAC, as key", 0) { bytes in
          _ = HMAC<SHA256>.authenticationCode(for: [1, 2, 3], using: SymmetricKey(data: bytes))
        },
        library("HMAC, as message", 2) { bytes in
          _ = HMAC<SHA256>.authenticationCode(for: bytes, using: SymmetricKey(data: [UInt8](repeating: 7, count: 32)))
        },
        library("SHA-256", 3) { _ = SHA256.hash(data: $0) },
        library("AES-GCM seal, as key", 3) { _ = try AES.GCM.seal([1], using: SymmetricKey(data: $0)) },
        library("AES-GCM seal, as message", 1) { _ = try AES.GCM.seal($0, using: SymmetricKey(size: .bits256)) },
        library("ChaCha20-Poly1305 seal, as key", 4) { _ = try ChaChaPoly.seal([1], using: SymmetricKey(data: $0)) },
        library("AES key wrap, as wrapped key", 0) { bytes in
          _ = try AES.KeyWrap.wrap(SymmetricKey(data: bytes), using: SymmetricKey(size: .bits256))
        },
        library("P-256, as private key", 0) { bytes in
          let key = try P256.Signing.PrivateKey(rawRepresentation: bytes)
          _ = try key.signature(for: [1, 2, 3])
        },
        library("scrypt, as password", 0) { bytes in
          _ = try KDF.Scrypt.deriveKey(
            from: bytes, salt: [1, 2, 3, 4, 5, 6, 7, 8], outputByteCount: 32, rounds: 1 << 10, blockSize: 8,
            parallelism: 1)
        },
      ]

    private static func library(
      _ name: String, _ most: Int, _ body: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) -> ProbeCase {
      let expectation: ProbeCase.Expectation = most == 0 ? .copies(0) : .residue(atMost: most, of: "swift-crypto")
      return ProbeCase("swift-crypto: " + name, expectation) { needle, _ in
        let secret = needle.secret()
        try secret.withExposedBytes(body)
      }
    }

    private static func name() throws -> SecretName {
      guard let name = SecretName("probe") else { throw Refused() }
      return name
    }

    private static func key() throws -> SealingKey { try SealingKey(Secret(copying: (0..<32).map { UInt8($0) })) }

    @inline(never)
    private static func sealed(_ needle: Needle) throws -> SealedItem {
      var random = SystemRandomNumberGenerator()
      return try SealedItem(
        sealing: needle.secret(), as: name(), for: .secretFile, under: key(), using: &random)
    }
  }

#endif
