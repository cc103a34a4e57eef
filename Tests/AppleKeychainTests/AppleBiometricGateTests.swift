#if APPLE_EMULATION
  import AppleKeychain
  import Redaction
  import SecretStorage
  import Security
  import SecurityPolicy
  import SecurityTesting
  import Testing

  @Suite("A gate that face or finger opens, on the keychain", .ownDevice) struct AppleBiometricGateTests {
    private enum Seen: Equatable {
      case opened([UInt8])
      case notSetUp, cancelled, notRecognised, enrolmentChanged, passcodeRemoved

      init(_ outcome: borrowing BiometricOutcome) {
        switch outcome {
        case .opened(let key): self = .opened(key.withExposedBytes { Array($0) })
        case .notSetUp: self = .notSetUp
        case .cancelled: self = .cancelled
        case .notRecognised: self = .notRecognised
        case .enrolmentChanged: self = .enrolmentChanged
        case .passcodeRemoved: self = .passcodeRemoved
        }
      }
    }

    private let device = EmulatedDevice.current
    private let store = AppleKeychain(place)

    private func gate() throws -> BiometricGate {
      try BiometricGate(in: store, owner: store, under: StorageRequirement())
    }

    private func setUp() async throws {
      var random = SeededGenerator(seed: 5)
      try await gate().setUp(using: &random)
    }

    private func open() async throws -> Seen { Seen(try await gate().open(reason: "Unlock your diary")) }

    @Test("The system asks for the enrolled biometry each time, and gives out the same key")
    func opens() async throws {
      try await setUp()
      #expect(device.prompts.isEmpty)
      guard case .opened(let key) = try await open() else {
        Issue.record("the gate did not open")
        return
      }
      #expect(key.count == 32)
      #expect(try await open() == .opened(key))
      #expect(device.prompts.count == 2)
      let stored = try #require(device.attributes(ofAccount: "pin.gate-key"))
      #expect(stored["flags"] == String(SecAccessControlCreateFlags.biometryCurrentSet.rawValue))
      #expect(stored["protection"] == kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly as String)
    }

    @Test("What the owner does decides, and nothing is lost by it")
    func answers() async throws {
      try await setUp()
      device.answer(.cancel, .fail)
      #expect(try await open() == .cancelled)
      #expect(try await open() == .notRecognised)
      guard case .opened = try await open() else {
        Issue.record("the gate is broken")
        return
      }
      device.lockOutBiometry()
      #expect(try await open() == .notRecognised)
      #expect(try await gate().isSetUp())
    }

    @Test(
      "After another face was enrolled the gate is gone, whichever way the system says it, and a new one works",
      arguments: [errSecItemNotFound, errSecAuthFailed])
    func enrolmentChanged(_ status: OSStatus) async throws {
      device.setStatusOfChangedSet(status)
      try await setUp()
      device.changeBiometry()
      #expect(try await open() == .enrolmentChanged)
      #expect(try await open() == .notSetUp)
      #expect(device.prompts.isEmpty)
      try await setUp()
      guard case .opened = try await open() else {
        Issue.record("the new gate did not open")
        return
      }
    }

    @Test("Without a passcode no gate is set up, and one that was there is gone by name")
    func passcode() async throws {
      #expect(store.passcode() == .holds)
      try await setUp()
      device.removePasscode()
      #expect(store.passcode() == .fails("the device has no passcode"))
      #expect(try await open() == .passcodeRemoved)
      await #expect(throws: StorageError.passcodeNotSet(0)) { try await setUp() }
    }
  }
#endif
