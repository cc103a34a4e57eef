#if APPLE_EMULATION
  import AppleKeychain
  import Foundation
  import Redaction
  import SecretStorage
  import Security
  import SecurityPolicy
  import Testing

  @Suite(.ownDevice) struct AppleKeychainTests {
    private let device = EmulatedDevice.current
    private let store = AppleKeychain(place)

    @Test("Before the first unlock a session is locked, not gone, and stands after the unlock")
    func prewarm() async throws {
      try await put([1, 2], "token", in: store)
      device.restart()
      await #expect(throws: StorageError.locked) { try await bytes("token", in: store) }
      await #expect(throws: StorageError.locked) { try await put([3], "token", in: store) }
      await #expect(throws: StorageError.locked) { try await store.names() }
      await #expect(throws: StorageError.locked) { try await store.delete(name("token")) }
      device.unlock()
      #expect(try await bytes("token", in: store) == [1, 2])
      device.lockScreen()
      #expect(try await bytes("token", in: store) == [1, 2])
    }

    @Test("An item for the unlocked device is locked while the screen is locked")
    func lockedScreen() async throws {
      let access = AccessRequirement(.whenUnlockedThisDeviceOnly)
      try await put([1], "token", access, in: store)
      device.lockScreen()
      await #expect(throws: StorageError.locked) { try await bytes("token", in: store) }
      await #expect(throws: StorageError.locked) { try await put([2], "token", access, in: store) }
      await #expect(throws: StorageError.locked) { try await put([2], "new", access, in: store) }
      #expect(try await store.names().map(\.text) == ["token"])
      device.unlock()
      #expect(try await bytes("token", in: store) == [1])
    }

    @Test("Every requirement becomes the class and the flags that Apple documents for it")
    func requirements() async throws {
      let classes: [(StorageRequirement.Accessibility, CFString)] = [
        (.whenPasscodeSetThisDeviceOnly, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly),
        (.whenUnlockedThisDeviceOnly, kSecAttrAccessibleWhenUnlockedThisDeviceOnly),
        (.afterFirstUnlockThisDeviceOnly, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly),
        (.insecureMigratingWhenUnlocked, kSecAttrAccessibleWhenUnlocked),
        (.insecureMigratingAfterFirstUnlock, kSecAttrAccessibleAfterFirstUnlock),
      ]
      #expect(classes.count == StorageRequirement.Accessibility.allCases.count)
      for (accessibility, expected) in classes {
        try await put([1], "item", AccessRequirement(accessibility), in: store)
        let stored = try #require(device.attributes(ofAccount: "item"))
        #expect(stored["protection"] == expected as String)
        #expect(stored["flags"] == "0")
        #expect(stored[kSecAttrSynchronizable as String] == nil)
      }
      let flags: [(AccessRequirement.Presence, SecAccessControlCreateFlags)] = [
        (.owner, .userPresence), (.currentBiometry, .biometryCurrentSet), (.passcode, .devicePasscode),
      ]
      for (presence, expected) in flags {
        try await put([1], presence.rawValue.lowercased(), AccessRequirement(presence: presence), in: store)
        let stored = try #require(device.attributes(ofAccount: presence.rawValue.lowercased()))
        #expect(stored["flags"] == String(expected.rawValue))
        #expect(stored["protection"] == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as String)
      }
      #expect(device.prompts.isEmpty)
    }

    @Test("A write updates in place and never deletes; another access class makes no second item")
    func inPlace() async throws {
      try await put([1], "token", in: store)
      try await put([2], "token", AccessRequirement(.whenUnlockedThisDeviceOnly), in: store)
      try await put([3], "token", AccessRequirement(.insecureMigratingWhenUnlocked), in: store)
      #expect(!device.calls.contains("SecItemDelete"))
      #expect(device.itemCount == 1)
      #expect(try await bytes("token", in: store) == [3])
    }

    @Test("Whoever adds the item between our update and our add is overwritten, not duplicated")
    func race() async throws {
      let other = AppleKeychain(place)
      device.beforeNextAdd {
        let raced: [String: Any] = [
          kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: place.service,
          kSecAttrAccount as String: "token", kSecValueData as String: Data([9]),
        ]
        _ = SecItemAdd(raced as CFDictionary, nil)
      }
      try await put([1], "token", in: store)
      #expect(try await bytes("token", in: other) == [1])
      #expect(device.itemCount == 1)
    }

    @Test("A duplicate that never goes away is named, after a bounded number of tries")
    func endlessDuplicate() async throws {
      let missing = errSecItemNotFound
      let there = errSecDuplicateItem
      device.force(missing, missing, missing, missing, on: "SecItemUpdate")
      device.force(there, there, there, there, on: "SecItemAdd")
      await #expect(throws: StorageError.duplicate(try name("token"))) { try await put([1], "token", in: store) }
    }

    @Test("A missing entitlement has its own name, for every call")
    func entitlement() async throws {
      device.setEntitled(false)
      let expected = StorageError.entitlementMissing(-34018)
      await #expect(throws: expected) { try await bytes("token", in: store) }
      await #expect(throws: expected) { try await put([1], "token", in: store) }
      await #expect(throws: expected) { try await store.names() }
      await #expect(throws: expected) { try await store.delete(name("token")) }
      #expect(await store.probe().status == .missingEntitlement)
    }

    @Test("A foreign access group is a missing entitlement; one of ours keeps its items apart")
    func groups() async throws {
      device.setEntitled(true, groups: ["TEAM.first", "TEAM.shared"])
      let shared = AppleKeychain(KeychainPlace(service: place.service, accessGroup: "TEAM.shared"))
      let first = AppleKeychain(KeychainPlace(service: place.service, accessGroup: "TEAM.first"))
      let foreign = AppleKeychain(KeychainPlace(service: place.service, accessGroup: "OTHER.group"))
      try await put([1], "token", in: shared)
      try await put([2], "token", in: first)
      #expect(try await bytes("token", in: shared) == [1])
      #expect(try await bytes("token", in: first) == [2])
      await #expect(throws: StorageError.entitlementMissing(-34018)) { try await put([1], "token", in: foreign) }
    }

    @Test("Items of iCloud Keychain are neither read, listed nor deleted unless told")
    func synchronizable() async throws {
      let item: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: place.service,
        kSecAttrAccount as String: "cloud", kSecAttrSynchronizable as String: true,
        kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlocked, kSecValueData as String: Data([7]),
      ]
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
      #expect(try await bytes("cloud", in: store) == nil)
      #expect(try await store.names().isEmpty)
      try await store.delete(name("cloud"))
      #expect(device.itemCount == 1)
      let all = AppleKeychain(KeychainPlace(service: place.service, synchronization: .everywhere))
      #expect(try await bytes("cloud", in: all) == [7])
      try await put([8], "cloud", in: all)
      #expect(try await all.names().map(\.text) == ["cloud"])
      try await all.delete(name("cloud"))
      #expect(device.itemCount == 0)
    }

    @Test("Items of other code, and the probe item, are not ours")
    func foreignItems() async throws {
      let item: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "somebody.else",
        kSecAttrAccount as String: "token", kSecValueData as String: Data([7]),
      ]
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
      #expect(await store.probe().verdict == .holds)
      #expect(try await store.names().isEmpty)
      #expect(try await bytes("token", in: store) == nil)
    }

    @Test("A secret over 64 KiB is refused and the old value stands")
    func tooLarge() async throws {
      try await put([1], "token", in: store)
      await #expect(throws: StorageError.tooLarge(limit: SealedItem.secretLimit)) {
        try await put([UInt8](repeating: 0, count: SealedItem.secretLimit + 1), "token", in: store)
      }
      #expect(try await bytes("token", in: store) == [1])
    }

    @Test("Each status of the system reaches the caller as its error", arguments: statuses)
    func everyStatus(_ code: Int32, _ expected: StorageError) async throws {
      device.force(code, on: "SecItemCopyMatching")
      await #expect(throws: expected) { try await bytes("token", in: store) }
      device.force(code, on: "SecItemDelete")
      await #expect(throws: expected) { try await store.delete(name("token")) }
    }

    @Test("The probe tells a working keychain from a locked and from a lying one")
    func probe() async throws {
      #expect(await store.probe().verdict == .holds)
      #expect(await store.probe().verdict == .holds)
      device.restart()
      guard case .undetermined = await store.probe().verdict else {
        Issue.record("a locked keychain was judged")
        return
      }
      device.unlock()
      device.force(errSecSuccess, on: "SecItemCopyMatching")
      guard case .fails = await store.probe().verdict else {
        Issue.record("a keychain that gives nothing back was believed")
        return
      }
    }
  }

  private let statuses: [(Int32, StorageError)] = [
    (-50, .unavailable(-50)), (-25291, .unavailable(-25291)), (-25293, .authenticationFailed(-25293)),
    (-128, .cancelled(-128)), (-34018, .entitlementMissing(-34018)), (-34, .full), (-36, .notReadable(-36)),
    (-25302, .tooLarge(limit: SealedItem.secretLimit)), (-25315, .interactionNotAllowed(-25315)),
    (-25243, .denied(-25243)), (-26275, .notReadable(-26275)), (-99999, .unavailable(-99999)),
  ]
#endif
