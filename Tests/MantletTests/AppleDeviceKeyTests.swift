#if APPLE_EMULATION
  import AppSession
  import AppleKeychain
  import Crypto
  import Foundation
  import Mantlet
  import Redaction
  import SecretStorage
  import Security
  import SecurityPolicy
  import SecurityTesting
  import Testing
  import TrustWire

  @Suite(OwnPhone(), .serialized, .timeLimit(.minutes(15))) struct AppleDeviceKeyTests: AppleShields {
    private static let noted = SecretName(constant: "device-key.hardware")
    private static let stored = SecretName(constant: "device-key")
    private let phone = EmulatedDevice.current
    private let place = KeychainPlace(service: "example.tests")
    private var secrets: AppleKeychain { AppleKeychain(place) }

    private func key(_ access: AccessRequirement = AccessRequirement()) async throws -> AppleDeviceKey {
      try await AppleDeviceKey(in: place, secrets: secrets, access: access)
    }

    private func verify(_ key: some DeviceKey) async throws -> Bool {
      let message = Array("report".utf8)
      let signature = try P256.Signing.ECDSASignature(rawRepresentation: try await key.signature(over: message))
      return try P256.Signing.PublicKey(x963Representation: key.publicKey.x963).isValidSignature(
        signature, for: message)
    }

    @Test("The key is made in the Enclave once, signs as the wire wants it, and no copy lies among the secrets")
    func hardware() async throws {
      let first = try await key()
      #expect(first.hardware == .holds)
      #expect(try await verify(first))
      #expect(try await key().publicKey == first.publicKey)
      #expect(try await secrets.names() == [Self.noted])
    }

    @Test("Without a Secure Enclave the key is a secret of the keychain, and the reason is told")
    func fallback() async throws {
      phone.removeSecureEnclave()
      let first = try await key()
      #expect(first.hardware == .fails("this device has no Secure Enclave"))
      #expect(try await verify(first))
      #expect(try await key().publicKey == first.publicKey)
      #expect(try await secrets.names() == [Self.stored])
    }

    @Test("A locked device and a missing entitlement are errors, never a reason to keep a key elsewhere")
    func errors() async throws {
      let access = AccessRequirement(.whenUnlockedThisDeviceOnly)
      let first = try await key(access)
      phone.lockScreen()
      await #expect(throws: StorageError.locked) { _ = try await key(access) }
      await #expect(throws: SessionError.keyUnavailable) { _ = try await first.signature(over: [1]) }
      phone.unlock()
      #expect(try await key(access).publicKey == first.publicKey)
      phone.force(errSecMissingEntitlement, on: "SecKeyCreateRandomKey")
      try await secrets.delete(Self.noted)
      await #expect(throws: StorageError.self) { _ = try await key(access) }
      #expect(try await secrets.names() == [])
    }

    @Test("A key of an earlier installation is replaced, not taken over")
    func leftover() async throws {
      let first = try await key()
      try await secrets.delete(Self.noted)
      let second = try await key()
      #expect(second.publicKey != first.publicKey && second.hardware == .holds)
      #expect(try await key().publicKey == second.publicKey)
    }

    @Test("A key that the Enclave lost is made anew; one that was put in its place is not believed")
    func lost() async throws {
      let first = try await key()
      let enclave = EnclaveKey(Self.stored, in: place, access: AccessRequirement())
      try await enclave.delete()
      let second = try await key()
      #expect(second.publicKey != first.publicKey && second.hardware == .holds)
      try await enclave.delete()
      try await enclave.create()
      let planted = try await enclave.publicKey()
      #expect(try await key().publicKey != DevicePublicKey(planted))
    }

    @Test("An installation that enrolled with a stored key keeps it while its session lasts, then moves into hardware")
    func upgrade() async throws {
      let old = try await StoredDeviceKey(in: secrets)
      try await secrets.write(Secret(copying: [1]), as: SecretName(constant: "session"))
      let kept = try await key()
      #expect(kept.publicKey == old.publicKey && kept.hardware != .holds)
      try await secrets.delete(SecretName(constant: "session"))
      let new = try await key()
      #expect(new.publicKey != old.publicKey && new.hardware == .holds)
      #expect(try await secrets.names() == [Self.noted])
    }

    @Test("A policy whose items may leave the device gets a key that stays all the same")
    func migrating() async throws {
      #expect(try await key(AccessRequirement(.insecureMigratingWhenUnlocked)).hardware == .holds)
    }

    @Test("The shield signs with the Enclave's key and says so; a new installation has another one")
    func shield() async throws {
      let (container, other) = (try Container(), try Container())
      let first = try await shield(stores(container))
      #expect(first.keyProtection == .holds)
      #expect(try await verify(first.key))
      try await signIn(first)
      try await first.logOut()
      let again = try await shield(stores(container))
      #expect(again.key.publicKey == first.key.publicKey)
      let second = try await shield(stores(other))
      #expect(second.key.publicKey != first.key.publicKey && second.keyProtection == .holds)
    }

    @Test("On a phone without an Enclave the shield opens and says what protects its key")
    func withoutEnclave() async throws {
      phone.removeSecureEnclave()
      let container = try Container()
      let shield = try await shield(stores(container))
      #expect(shield.keyProtection == .fails("this device has no Secure Enclave"))
      try await shield.enroll()
    }
  }
#endif
