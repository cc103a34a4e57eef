#if os(Linux) || os(Android)
  import Crypto
  import CryptoExtras
  import Foundation
  import Redaction
  import SecretStorage

  /// The root keys of an open store together with the key that wraps them in their file.
  final class RootKeys: Sendable {
    private static let name = SecretName(constant: "root-key")
    private static let purpose = SealingPurpose("root-key-ring")
    private static let ringLimit = 4 * SealingKey.byteCount

    let ring: SealingKeyring
    let protection: RootKeyFile.Protection
    private let wrapping: Wrapping

    /// Lets openings of the same file share a key that cannot be copied.
    private final class Wrapping: Sendable {
      let key: SealingKey
      init(_ key: consuming SealingKey) { self.key = key }
    }

    private init(ring: SealingKeyring, protection: RootKeyFile.Protection, wrapping: Wrapping) {
      self.ring = ring
      self.protection = protection
      self.wrapping = wrapping
    }

    /// Puts root keys under a protection.
    ///
    /// - Throws: `StorageError.passphraseEmpty`, `.rootKeyProtectedOtherwise` for `.cached`, `.hardwareUnavailable` …
    init(
      _ ring: SealingKeyring, protectedBy given: RootKeyProtection,
      using random: inout some RandomNumberGenerator
    ) throws(StorageError) {
      self.ring = ring
      switch given.kind {
      case .keyFile:
        protection = .keyFile
        wrapping = Wrapping(try SealingKey(Self.fresh(using: &random)))
      case .passphrase(let passphrase, let cost):
        guard passphrase.secret.count > 0 else { throw .passphraseEmpty }
        let salt = (0..<RootKeyFile.saltCount).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        protection = .passphrase(exponent: cost.exponent, salt: salt)
        wrapping = Wrapping(try Self.derive(from: passphrase.secret, exponent: cost.exponent, salt: salt))
      #if os(Linux)
        // A cache holds what another protection gave; it protects nothing by itself.
        case .cached: throw .rootKeyProtectedOtherwise
      #endif
      #if TPM && os(Linux)
        case .tpm(let binding):
          let key = Self.fresh(using: &random)
          protection = .tpm(try binding.seal(key))
          wrapping = Wrapping(try SealingKey(key))
      #endif
      }
    }

    /// Reads the file with what the caller knows.
    ///
    /// - Throws: `StorageError.rootKeyDamaged`, `.rootKeyProtectedOtherwise`, `.passphraseWrong`,
    ///   `.hardwareUnavailable`, `.interactionNotAllowed`, `.newerVersion`.
    static func open(
      _ bytes: borrowing Secret, with given: RootKeyProtection
    ) throws(StorageError) -> RootKeys {
      let file = try parse(bytes)
      let wrapping: SealingKey
      switch given.kind {
      case .keyFile:
        guard case .keyFile = file.protection else { throw .rootKeyProtectedOtherwise }
        wrapping = try SealingKey(bytes.slice(file.wrappingKey))
      case .passphrase(let passphrase, _):
        guard case .passphrase(let exponent, let salt) = file.protection else { throw .rootKeyProtectedOtherwise }
        wrapping = try derive(from: passphrase.secret, exponent: exponent, salt: salt)
      #if os(Linux)
        case .cached(let keyring):
          guard file.protection != .keyFile else { throw .rootKeyProtectedOtherwise }
          wrapping = try keyring.read(label(of: file.protection))
      #endif
      #if TPM && os(Linux)
        case .tpm(let binding):
          guard case .tpm(let object) = file.protection, binding.asks(as: object) else {
            throw .rootKeyProtectedOtherwise
          }
          wrapping = try SealingKey(binding.unseal(object))
      #endif
      }
      return try open(bytes, file, Wrapping(wrapping))
    }

    /// Reads the file again after another process has changed it, with the wrapping key that is known.
    func reopened(_ bytes: borrowing Secret) throws(StorageError) -> RootKeys {
      let file = try Self.parse(bytes)
      switch (file.protection, protection) {
      case (.keyFile, .keyFile):
        return try Self.open(bytes, file, Wrapping(try SealingKey(bytes.slice(file.wrappingKey))))
      case (let new, let old) where new == old: return try Self.open(bytes, file, wrapping)
      // The same kind with other parameters: only who knows the new secret can open it.
      case (.passphrase, .passphrase): throw .passphraseWrong
      default: throw .rootKeyProtectedOtherwise
      }
    }

    /// Other root keys under the same protection.
    func with(_ ring: SealingKeyring) -> RootKeys {
      RootKeys(ring: ring, protection: protection, wrapping: wrapping)
    }

    /// The whole file.
    func bytes(using random: inout some RandomNumberGenerator) throws(StorageError) -> Secret {
      let header = RootKeyFile.header(protection)
      let count = ring.ids.count * SealingKey.byteCount
      let plain = Secret(count: count) { buffer in
        var rest = buffer[...]
        ring.forEachExposedRoot { root in
          UnsafeMutableRawBufferPointer(rebasing: rest).copyMemory(from: root)
          rest = rest.dropFirst(root.count)
        }
      }
      let sealed = try SealedItem(
        sealing: plain, as: Self.name, for: Self.purpose, limit: Self.ringLimit, under: wrapping.key, using: &random
      ).bytes
      let stored = protection == .keyFile ? SealingKey.byteCount : 0
      return Secret(count: header.count + stored + sealed.count + RootKeyFile.digestCount) { buffer in
        buffer.copyBytes(from: header)
        if stored > 0 {
          wrapping.key.withExposedRoot { key in
            UnsafeMutableRawBufferPointer(rebasing: buffer[header.count...]).copyMemory(from: key)
          }
        }
        UnsafeMutableRawBufferPointer(rebasing: buffer[(header.count + stored)...]).copyBytes(from: sealed)
        let end = buffer.count - RootKeyFile.digestCount
        let digest = SHA256.hash(data: UnsafeRawBufferPointer(rebasing: buffer[..<end]))
        UnsafeMutableRawBufferPointer(rebasing: buffer[end...]).copyBytes(from: Array(digest))
      }
    }

    #if os(Linux)
      /// Leaves the wrapping key with the kernel; a key file needs no cache.
      func keep(in keyring: KernelKeyring) throws(StorageError) {
        guard protection != .keyFile else { return }
        try wrapping.key.withExposedRoot { key throws(StorageError) in
          try keyring.keep(key, as: Self.label(of: protection))
        }
      }

      private static func label(of protection: RootKeyFile.Protection) -> String {
        let digest = SHA256.hash(data: RootKeyFile.header(protection)).prefix(16)
        return "mantlet:" + digest.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      }
    #endif

    /// 32 bytes from the generator.
    static func fresh(using random: inout some RandomNumberGenerator) -> Secret {
      Secret(count: SealingKey.byteCount) { buffer in
        for start in stride(from: 0, to: buffer.count, by: 8) {
          let word = random.next()  // O.Rand_1#1
          for index in 0..<8 { buffer[start + index] = UInt8(truncatingIfNeeded: word >> (8 * index)) }
        }
      }
    }

    private static func parse(_ bytes: borrowing Secret) throws(StorageError) -> RootKeyFile {
      try bytes.withExposedBytes { bytes throws(StorageError) in
        let file: RootKeyFile
        do throws(RootKeyFile.Flaw) {
          file = try RootKeyFile(parsing: bytes)
        } catch {
          switch error {
          case .damaged: throw .rootKeyDamaged
          case .newerVersion: throw .newerVersion(name)
          }
        }
        // Unkeyed: tells an accident from a wrong passphrase, not an attacker from anybody.
        let digest = SHA256.hash(data: UnsafeRawBufferPointer(rebasing: bytes[..<file.ring.upperBound]))
        guard digest.elementsEqual(bytes[file.digest]) else { throw .rootKeyDamaged }
        return file
      }
    }

    private static func open(
      _ bytes: borrowing Secret, _ file: RootKeyFile, _ wrapping: Wrapping
    ) throws(StorageError) -> RootKeys {
      let sealed = bytes.withExposedBytes { Array($0[file.ring]) }
      let plain: Secret
      do throws(StorageError) {
        plain = try SealedItem(parsing: sealed, as: name, limit: ringLimit)
          .open(as: name, for: purpose, under: wrapping.key)
      } catch {
        if case .wrongKey = error, case .passphrase = file.protection { throw .passphraseWrong }
        if case .newerVersion = error { throw error }
        throw .rootKeyDamaged
      }
      guard plain.count > 0, plain.count % SealingKey.byteCount == 0 else { throw .rootKeyDamaged }
      var ring = SealingKeyring(try SealingKey(plain.slice(0..<SealingKey.byteCount)))
      for start in stride(from: SealingKey.byteCount, to: plain.count, by: SealingKey.byteCount) {
        ring = ring.adding(older: try SealingKey(plain.slice(start..<start + SealingKey.byteCount)))
      }
      return RootKeys(ring: ring, protection: file.protection, wrapping: wrapping)
    }

    private static func derive(
      from passphrase: borrowing Secret, exponent: Int, salt: [UInt8]
    ) throws(StorageError) -> SealingKey {
      do {
        // O.Cryp_4#40
        let key = try passphrase.withExposedBytes { bytes in
          try KDF.Scrypt.deriveKey(
            from: bytes, salt: salt, outputByteCount: SealingKey.byteCount, rounds: 1 << exponent, blockSize: 8,
            parallelism: 1)
        }
        return try SealingKey(
          Secret(count: SealingKey.byteCount) { buffer in key.withUnsafeBytes { buffer.copyMemory(from: $0) } })
      } catch let error as StorageError {
        throw error
      } catch {
        throw .sealingFailed
      }
    }
  }

  extension Secret {
    /// A part of it, with its own memory.
    borrowing func slice(_ range: Range<Int>) -> Secret {
      withExposedBytes { bytes in
        Secret(count: range.count) { $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[range])) }
      }
    }
  }
#endif
