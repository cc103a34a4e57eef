#if APPLE_EMULATION
  import AppleKeychain
  import Foundation
  import Redaction
  import SecretStorage
  import Security
  import SecurityPolicy
  import SecurityTesting
  import Testing

  /// Items that other code keeps in the store's service.
  @Suite(.ownDevice) struct AppleKeychainStrayTests {
    private let device = EmulatedDevice.current
    private let store = AppleKeychain(place)

    private func add(_ account: Any, _ bytes: [UInt8] = [7], in service: String = place.service) {
      let item: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        kSecAttrAccount as String: account, kSecValueData as String: Data(bytes),
      ]
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
    }

    private func key(_ text: String) throws -> SecretKey<Secret> {
      try SecretKey(name(text), holding: .authenticationToken, under: StorageRequirement())
    }

    @Test("Accounts that are no secret's name are counted and removed; secrets, the probe and other services stay")
    func strays() async throws {
      try await put([1], "token", in: store)
      #expect(await store.probe().verdict == .holds)
      add("authToken", in: "somebody.else")
      #expect(try await store.strayCount() == 0)
      add("authToken")
      add("Jane@example.org")
      add(Data("token".utf8))
      #expect(try await store.strayCount() == 3)
      #expect(try await store.names().map(\.text) == ["token"])
      try await store.deleteStrays()
      try await store.deleteStrays()
      #expect(try await store.strayCount() == 0)
      #expect(try await bytes("token", in: store) == [1])
      #expect(device.itemCount == 3)
    }

    @Test("Before the first unlock they are not none, and a removal that the system refuses is an error")
    func locked() async throws {
      add("")
      device.restart()
      await #expect(throws: StorageError.locked) { try await store.strayCount() }
      await #expect(throws: StorageError.locked) { try await store.deleteStrays() }
      device.unlock()
      device.force(-61, on: "SecItemDelete")
      await #expect(throws: StorageError.denied(-61)) { try await store.deleteStrays() }
      #expect(try await store.strayCount() == 1)
      try await store.deleteStrays()
      #expect(device.itemCount == 0)
    }

    @Test("What an older version left under no secret's name goes at a reinstall; the attempt counter stays")
    func reinstalled() async throws {
      add("authToken")
      try await put([1], "pin.attempts", in: store)
      let own = KeychainLegacySource([.keychainAccess(service: place.service)])
      var dice = SystemRandomNumberGenerator()
      let report = try await FirstLaunch(
        store: store, container: InMemoryInstallationContainer(), legacy: [own]
      ).settle(using: &dice)
      #expect(report.state == .reinstalled && report.removedLegacyItems + report.removedStrays == 1)
      #expect(device.attributes(ofAccount: "authToken") == nil)
      #expect(try await bytes("pin.attempts", in: store) == [1])
    }

    @Test("A migration within one service takes none of the store's items, and moves what is not the store's")
    func oneService() async throws {
      try await put([1, 2, 3], "token", in: store)
      add("authToken", [4])
      let steps: [MigrationStep] = [
        .move("token", to: try key("token")), .discard("token"), .move("authToken", to: try key("moved")),
      ]
      let source = KeychainLegacySource([.keychainAccess(service: place.service)])
      let report = try await SecretMigration(from: source, to: store, steps: steps).run()
      #expect(report.entries.map(\.outcome) == [.failed(.ownPlace), .failed(.ownPlace), MigrationOutcome.moved])
      #expect(try await bytes("token", in: store) == [1, 2, 3])
      #expect(try await bytes("moved", in: store) == [4])
      #expect(device.attributes(ofAccount: "authToken") == nil)
    }

    @Test("A source says where it searches, and a store where it lies")
    func places() {
      let shapes = [LegacyShape.plain(service: "a"), .keychainAccess(service: "b")]
      #expect(KeychainLegacySource(shapes).shapes == shapes)
      #expect(store.keychainPlace == place && store.asking("Test").keychainPlace == place)
    }
  }
#endif
