#if APPLE_EMULATION
  import AppleKeychain
  import Crypto
  import Foundation
  import Redaction
  import SecretStorage
  import Security
  import SecurityPolicy
  import Testing

  @Suite(.ownDevice) struct EnclaveKeyTests {
    private let device = EmulatedDevice.current
    private let plain = AccessRequirement(.whenUnlockedThisDeviceOnly)

    private func key(_ access: AccessRequirement, _ text: String = "device-key") throws -> EnclaveKey {
      EnclaveKey(try name(text), in: place, access: access)
    }

    @Test("A signature verifies under the public key, in its raw and in its DER form")
    func signs() async throws {
      let key = try key(plain)
      try await key.create()
      let message = Array("report".utf8)
      let signature = try await key.sign(message)
      let open = try await key.publicKey()
      #expect(open.isValidSignature(signature, for: message))
      #expect(signature.rawRepresentation.count == 64)
      let again = try P256.Signing.ECDSASignature(derRepresentation: signature.derRepresentation)
      #expect(open.isValidSignature(again, for: message))
      #expect(!open.isValidSignature(signature, for: Array("other".utf8)))
    }

    @Test("The key stays when the app starts again, and is gone after deletion")
    func permanent() async throws {
      try await key(plain).create()
      let open = try await key(plain).publicKey()
      #expect(try await key(plain).publicKey().rawRepresentation == open.rawRepresentation)
      await #expect(throws: EnclaveError.exists) { try await key(plain).create() }
      #expect(device.itemCount == 1)
      try await key(plain).delete()
      try await key(plain).delete()
      await #expect(throws: EnclaveError.missing) { try await key(plain).sign([1]) }
    }

    @Test("A wrapped key comes back, from the Enclave that wrapped it only, and untouched only")
    func wraps() async throws {
      let key = try key(plain)
      let other = try self.key(plain, "other")
      try await key.create()
      try await other.create()
      let secret = [UInt8](0..<32)
      let wrapped = try await key.wrap(Secret(copying: secret))
      #expect(wrapped.count == 65 + 32 + 16)
      #expect(try await key.wrap(Secret(copying: secret)) != wrapped)
      let back = try await key.unwrap(wrapped)
      let opened = back.withExposedBytes { Array($0) }
      #expect(opened == secret)
      await #expect(throws: EnclaveError.notUnwrappable(-26275)) { _ = try await other.unwrap(wrapped) }
      for index in [65, 80, wrapped.count - 1] {
        var altered = wrapped
        altered[index] ^= 1
        await #expect(throws: EnclaveError.notUnwrappable(-26275)) { _ = try await key.unwrap(altered) }
      }
      await #expect(throws: EnclaveError.notUnwrappable(-50)) { _ = try await key.unwrap([1, 2, 3]) }
      await #expect(throws: EnclaveError.keySize(31)) { _ = try await key.wrap(Secret(copying: secret.dropLast())) }
    }

    @Test("Without a Secure Enclave no key is made anywhere")
    func noEnclave() async throws {
      device.removeSecureEnclave()
      await #expect(throws: EnclaveError.noSecureEnclave(0)) { try await key(plain).create() }
      #expect(device.itemCount == 0)
    }

    @Test("An Enclave that only fails when used is named too")
    func enclaveFails() async throws {
      device.force(errSecUnimplemented, on: "SecKeyCreateRandomKey")
      await #expect(throws: EnclaveError.noSecureEnclave(-4)) { try await key(plain).create() }
    }

    @Test("A key that may leave the device is refused")
    func migrating() async throws {
      let access = AccessRequirement(.insecureMigratingWhenUnlocked)
      await #expect(throws: EnclaveError.storage(.unenforceable(access))) { try await key(access).create() }
    }

    @Test("The Enclave asks the owner for each task; the public half is free")
    func owner() async throws {
      let key = try key(AccessRequirement(.whenUnlockedThisDeviceOnly, presence: .owner))
      try await key.create()
      _ = try await key.publicKey()
      let wrapped = try await key.wrap(Secret(copying: [UInt8](repeating: 1, count: 32)))
      #expect(device.prompts.isEmpty)
      await #expect(throws: EnclaveError.storage(.interactionNotAllowed(-1004))) { try await key.sign([1]) }
      await #expect(throws: EnclaveError.storage(.interactionNotAllowed(-1004))) { _ = try await key.unwrap(wrapped) }
      device.answer(.cancel, .fail, .approve)
      await #expect(throws: EnclaveError.storage(.cancelled(-2))) { try await key.asking("x").sign([1]) }
      await #expect(throws: EnclaveError.storage(.authenticationFailed(-1))) { try await key.asking("x").sign([1]) }
      let asking = key.asking("x")
      _ = try await asking.sign([1])
      _ = try await asking.unwrap(wrapped)
      #expect(device.prompts.count == 3)
      await asking.endAsking()
      await #expect(throws: EnclaveError.storage(.unavailable(-10))) { try await asking.sign([1]) }
    }

    @Test("A locked device is told from a missing key")
    func locked() async throws {
      let key = try key(plain)
      try await key.create()
      device.lockScreen()
      await #expect(throws: EnclaveError.storage(.locked)) { try await key.sign([1]) }
      device.restart()
      await #expect(throws: EnclaveError.storage(.locked)) { try await key.sign([1]) }
      device.unlock()
      _ = try await key.sign([1])
    }

    @Test("A biometry that changed ends a key that was bound to it")
    func biometryChange() async throws {
      let key = try key(AccessRequirement(.whenUnlockedThisDeviceOnly, presence: .currentBiometry))
      try await key.create()
      _ = try await key.asking("x").sign([1])
      device.changeBiometry()
      await #expect(throws: EnclaveError.storage(.authenticationFailed(-25293))) {
        try await key.asking("x").sign([1])
      }
      #expect(device.prompts.count == 1)
    }

    @Test("Without a passcode a key that needs one is refused, and an old one is gone with it")
    func passcode() async throws {
      let key = try key(AccessRequirement(.whenPasscodeSetThisDeviceOnly, presence: .owner))
      try await key.create()
      device.removePasscode()
      await #expect(throws: EnclaveError.missing) { try await key.asking("x").sign([1]) }
      await #expect(throws: EnclaveError.storage(.passcodeNotSet(-25291))) { try await key.create() }
    }
  }
#endif
