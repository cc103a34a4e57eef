#if canImport(Security)
  import AppSession
  import AppleKeychain
  import Crypto
  import Redaction
  import SecretStorage
  import SecurityPolicy
  import TrustWire

  /// The device key on iOS and macOS: in the Secure Enclave where there is one, else among the secrets of the keychain,
  /// and ``hardware`` says why.
  ///
  /// - Protects against: copying the key from the device, also by code inside the app (in the Enclave only).
  /// - Does not protect against: code inside the running app that signs with it. Nobody is asked for a signature.
  /// - Only a device without an Enclave gets a stored key: a lock, a missing entitlement or another error is thrown.
  ///
  /// The keychain outlives the app, and so does a key of the Enclave. Which one is this installation's stands among the
  /// secrets; another one is a leftover, and is replaced.
  /// Source: MASVS-CRYPTO-2; BSI TR-03161-1 O.Cryp_6, O.Data_12.
  public struct AppleDeviceKey: DeviceKey {
    private enum Holder: Sendable {
      case enclave(EnclaveKey)
      case stored(StoredDeviceKey)
    }

    public let publicKey: DevicePublicKey
    /// Holds for a key in the Secure Enclave; else it fails with the reason.
    public let hardware: Verdict
    private let holder: Holder
    /// Of two tasks that make the key at once the second would take the first one's for a leftover and delete it.
    private static let turn = Turn()

    /// Loads this installation's key, or makes it.
    ///
    /// An installation that enrolled with a stored key keeps it while its session lasts: its tokens are bound to it.
    ///
    /// - Parameters:
    ///   - place: the keychain place of the Enclave's key.
    ///   - access: when it may be used; a key of the Enclave never leaves the device, whatever this says.
    /// - Throws: ``StorageError``; `locked` while nobody can tell which key is this installation's, `duplicate` when another
    ///   process noted its key meanwhile: call again.
    public init(
      in place: KeychainPlace, secrets: any SecretStore, access: AccessRequirement
    ) async throws(StorageError) {
      await Self.turn.take()
      defer { Self.turn.end() }
      let key = EnclaveKey(
        SecretName(constant: "device-key"), in: place, access: access.within(StorageRequirement()))
      let noted = try await secrets.read(SecretRole.hardwareKey)?.withExposedBytes { Array($0) }
      if let noted, let found = try await Self.publicKey(of: key), Array(found.x963Representation) == noted {
        try await self.init(key, found, secrets)
        return
      }
      let names = try await secrets.names().map(\.text)
      if names.contains(StoredDeviceKey.name), names.contains(StoredSessionKeeper.name.text) {
        let reason: Verdict.Reason = "this installation enrolled with a stored key; the next one goes into hardware"
        try await self.init(StoredDeviceKey(in: secrets, access: access), reason)
        return
      }
      let made: P256.Signing.PublicKey
      do throws(EnclaveError) {
        made = try await Self.make(key)  // O.Cryp_6#1
      } catch .noSecureEnclave {
        try await self.init(
          StoredDeviceKey(in: secrets, access: access), "this device has no Secure Enclave")
        return
      } catch {
        throw StorageError(error)
      }
      // After the key: a note without its key would be the loss of a key that never was.
      let note = Secret(copying: made.x963Representation)
      if noted == nil {
        try await secrets.add(note, as: SecretRole.hardwareKey, access: access)  // O.Cryp_4#1502
      } else {
        try await secrets.write(note, as: SecretRole.hardwareKey, access: access)
      }
      try await self.init(key, made, secrets)
    }

    private init(
      _ key: EnclaveKey, _ open: P256.Signing.PublicKey, _ secrets: any SecretStore
    ) async throws(StorageError) {
      publicKey = DevicePublicKey(open)
      hardware = .holds
      holder = .enclave(key)
      if let name = SecretName(StoredDeviceKey.name) { try await secrets.delete(name) }
    }

    private init(_ key: StoredDeviceKey, _ reason: Verdict.Reason) {
      publicKey = key.publicKey
      hardware = .fails(reason)
      holder = .stored(key)
    }

    /// Nil when there is none, or no Enclave that could hold one.
    private static func publicKey(of key: EnclaveKey) async throws(StorageError) -> P256.Signing.PublicKey? {
      do throws(EnclaveError) { return try await key.publicKey() } catch .missing { return nil } catch .noSecureEnclave
      {
        return nil
      } catch {
        throw StorageError(error)
      }
    }

    private static func make(_ key: EnclaveKey) async throws(EnclaveError) -> P256.Signing.PublicKey {
      do throws(EnclaveError) { try await key.create() } catch .exists {
        try await key.delete()
        try await key.create()
      }
      return try await key.publicKey()
    }

    public func signature(over bytes: [UInt8]) async throws(SessionError) -> [UInt8] {
      switch holder {
      case .stored(let key): return try await key.signature(over: bytes)
      case .enclave(let key):
        do { return Array(try await key.sign(bytes).rawRepresentation) } catch { throw .keyUnavailable }
      }
    }
  }

  extension StorageError {
    fileprivate init(_ error: EnclaveError) {
      self =
        switch error {
        case .storage(let error): error
        case .noSecureEnclave(let code), .notUnwrappable(let code): .unavailable(code)
        case .exists: .duplicate(SecretName(constant: "device-key"))
        default: .unavailable(0)
        }
    }
  }
#endif
