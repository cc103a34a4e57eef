#if APPLE_EMULATION
  import AppleKeychain
  import Redaction
  import SecretStorage
  import Security
  import SecurityPolicy
  import Testing

  @Suite("Items that ask for their owner", .ownDevice) struct AppleKeychainOwnerTests {
    private let device = EmulatedDevice.current
    private let store = AppleKeychain(place)
    private let owner = AccessRequirement(presence: .owner)
    private let biometry = AccessRequirement(.whenUnlockedThisDeviceOnly, presence: .currentBiometry)

    @Test("A plain read brings up no prompt and says that the owner is needed")
    func plainRead() async throws {
      try await put([1], "token", owner, in: store)
      await #expect(throws: StorageError.interactionNotAllowed(-25308)) { try await bytes("token", in: store) }
      #expect(device.prompts.isEmpty)
    }

    @Test("On a locked device the same read says locked: waiting helps, a prompt does not")
    func plainReadLocked() async throws {
      try await put([1], "token", owner, in: store)
      device.lockScreen()
      await #expect(throws: StorageError.locked) { try await bytes("token", in: store) }
      device.restart()
      await #expect(throws: StorageError.locked) { try await bytes("token", in: store) }
      await #expect(throws: StorageError.locked) { try await bytes("token", in: store.asking("why")) }
    }

    @Test("The asking view asks once for its whole life, and not again after it ended")
    func asking() async throws {
      try await put([1], "a", owner, in: store)
      try await put([2], "b", owner, in: store)
      let asking = store.asking("Unlock your diary")
      #expect(try await bytes("a", in: asking) == [1])
      #expect(try await bytes("b", in: asking) == [2])
      #expect(device.prompts == [.biometryOrPasscode])
      await asking.endAsking()
      await #expect(throws: StorageError.authenticationFailed(-25293)) { try await bytes("a", in: asking) }
      await #expect(throws: StorageError.interactionNotAllowed(-25308)) { try await bytes("a", in: store) }
    }

    @Test("Consent in one view opens nothing in another")
    func consentIsBound() async throws {
      try await put([1], "a", owner, in: store)
      #expect(try await bytes("a", in: store.asking("first")) == [1])
      device.answer(.cancel)
      await #expect(throws: StorageError.cancelled(-128)) { try await bytes("a", in: store.asking("second")) }
    }

    @Test("What the owner does decides: cancelled and failed have names of their own, and nothing is lost")
    func answers() async throws {
      try await put([1], "token", owner, in: store)
      device.answer(.cancel, .fail, .interrupt)
      await #expect(throws: StorageError.cancelled(-128)) { try await bytes("token", in: store.asking("x")) }
      await #expect(throws: StorageError.authenticationFailed(-25293)) {
        try await bytes("token", in: store.asking("x"))
      }
      await #expect(throws: StorageError.cancelled(-128)) { try await bytes("token", in: store.asking("x")) }
      #expect(try await bytes("token", in: store.asking("x")) == [1])
    }

    @Test("Biometry that is locked out fails; the passcode still opens what asks for the owner")
    func lockout() async throws {
      try await put([1], "face", biometry, in: store)
      try await put([2], "owner", owner, in: store)
      device.lockOutBiometry()
      await #expect(throws: StorageError.authenticationFailed(-25293)) {
        try await bytes("face", in: store.asking("x"))
      }
      #expect(try await bytes("owner", in: store.asking("x")) == [2])
    }

    @Test("Replacing needs the owner too; without consent the old value stands")
    func replacing() async throws {
      try await put([1], "token", owner, in: store)
      await #expect(throws: StorageError.interactionNotAllowed(-25308)) {
        try await put([2], "token", owner, in: store)
      }
      device.answer(.cancel)
      await #expect(throws: StorageError.cancelled(-128)) {
        try await put([2], "token", owner, in: store.asking("x"))
      }
      #expect(try await bytes("token", in: store.asking("x")) == [1])
      try await put([3], "token", owner, in: store.asking("x"))
      #expect(try await bytes("token", in: store.asking("x")) == [3])
      try await store.delete(name("token"))
      #expect(try await store.names().isEmpty)
    }

    @Test(
      "A face added later opens nothing, and enrolling again works", arguments: [errSecItemNotFound, errSecAuthFailed])
    func biometryChange(_ status: OSStatus) async throws {
      device.setStatusOfChangedSet(status)
      try await put([1], "token", biometry, in: store)
      #expect(try await bytes("token", in: store.asking("x")) == [1])
      device.changeBiometry()
      let asking = store.asking("x")
      if status == errSecItemNotFound {
        #expect(try await bytes("token", in: asking) == nil)
      } else {
        await #expect(throws: StorageError.authenticationFailed(status)) { try await bytes("token", in: asking) }
        await #expect(throws: StorageError.authenticationFailed(status)) {
          try await put([2], "token", biometry, in: asking)
        }
        try await store.delete(name("token"))
      }
      #expect(device.prompts.count == 1)
      try await put([2], "token", biometry, in: store)
      #expect(try await bytes("token", in: store.asking("x")) == [2])
      #expect(
        device.attributes(ofAccount: "token")?["flags"]
          == String(SecAccessControlCreateFlags.biometryCurrentSet.rawValue))
    }

    @Test("A system that asks for the owner even to list is named so, and answers the asking view")
    func listing() async throws {
      try await put([1], "a", owner, in: store)
      device.setListingAsks(true)
      await #expect(throws: StorageError.interactionNotAllowed(-25308)) { try await store.names() }
      #expect(try await store.asking("x").names().map(\.text) == ["a"])
      device.restart()
      await #expect(throws: StorageError.locked) { try await store.names() }
    }

    @Test("Removing the passcode takes the items that need one; the others stay")
    func passcodeRemoved() async throws {
      try await put([1], "bound", AccessRequirement(.whenPasscodeSetThisDeviceOnly), in: store)
      try await put([2], "free", in: store)
      device.removePasscode()
      #expect(try await bytes("bound", in: store) == nil)
      #expect(try await bytes("free", in: store) == [2])
      #expect(try await store.names().map(\.text) == ["free"])
    }

    @Test(
      "Without a passcode the promise is refused by name",
      arguments: [errSecNotAvailable, errSecAuthFailed, errSecDecode])
    func noPasscode(_ status: OSStatus) async throws {
      device.removePasscode()
      device.setStatusWithoutPasscode(status)
      await #expect(throws: StorageError.passcodeNotSet(status)) {
        try await put([1], "bound", AccessRequirement(.whenPasscodeSetThisDeviceOnly), in: store)
      }
      device.setPasscode()
      try await put([1], "bound", AccessRequirement(.whenPasscodeSetThisDeviceOnly), in: store)
    }

    @Test("An item that may leave the device cannot ask for its owner")
    func migratingPresence() async throws {
      for presence in [AccessRequirement.Presence.owner, .currentBiometry, .passcode] {
        let access = AccessRequirement(.insecureMigratingAfterFirstUnlock, presence: presence)
        await #expect(throws: StorageError.unenforceable(access)) { try await put([1], "token", access, in: store) }
      }
      #expect(device.itemCount == 0)
    }

    @Test("Whether the owner can be asked is judged, and not knowing is no success")
    func availability() {
      #expect(OwnerPrompt.availability(of: .biometry) == .holds)
      device.lockOutBiometry()
      guard case .undetermined = OwnerPrompt.availability(of: .biometry) else {
        Issue.record("locked out biometry was judged")
        return
      }
      #expect(OwnerPrompt.availability(of: .biometryOrPasscode) == .holds)
      device.removeBiometry()
      #expect(OwnerPrompt.availability(of: .biometry) == .fails("no face or finger is enrolled"))
      device.removePasscode()
      #expect(OwnerPrompt.availability(of: .biometryOrPasscode) == .fails("the device has no passcode"))
    }

    @Test("The state of biometry changes with the enrolled set, and silence is no success")
    func biometryState() throws {
      let first = try #require(BiometryState.current())
      #expect(BiometryState.unchanged(since: first, present: .current()) == .holds)
      #expect(BiometryState(first.bytes) == first)
      device.changeBiometry()
      guard case .fails = BiometryState.unchanged(since: first, present: .current()) else {
        Issue.record("a changed set was not noticed")
        return
      }
      device.lockOutBiometry()
      #expect(BiometryState.current() == nil)
      guard case .undetermined = BiometryState.unchanged(since: first, present: .current()) else {
        Issue.record("silence was judged")
        return
      }
    }
  }
#endif
