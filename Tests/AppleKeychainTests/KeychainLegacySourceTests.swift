#if APPLE_EMULATION
  import AppleKeychain
  import Foundation
  import Redaction
  import SecretStorage
  import Security
  import SecurityPolicy
  import Testing

  @Suite(.ownDevice) struct KeychainLegacySourceTests {
    private let device = EmulatedDevice.current

    private func add(_ service: String, _ account: String, _ bytes: [UInt8], _ more: [String: Any] = [:]) {
      let item: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        kSecAttrAccount as String: account, kSecValueData as String: Data(bytes),
      ]
      #expect(SecItemAdd(item.merging(more) { $1 } as CFDictionary, nil) == errSecSuccess)
    }

    private func value(_ item: LegacyItem, _ source: KeychainLegacySource) async throws -> [UInt8]? {
      guard let secret = try await source.read(item) else { return nil }
      return secret.withExposedBytes { Array($0) }
    }

    @Test("What each library left is found, read and erased; its neighbours and its own bookkeeping stay")
    func libraries() async throws {
      let valet = LegacyShape.valet(.valet(.whenUnlocked), identifier: "id")
      let service = try #require(valet.service)
      add("com.example", "ka", [1], [kSecAttrSynchronizable as String: true])
      add(service, "valet", [2])
      add(service, "VAL_KeychainCanaryUsername", [0])
      add("own", "plain", [3])
      add("foreign", "other", [4])
      let source = KeychainLegacySource([.keychainAccess(service: "com.example"), valet, .plain(service: "own")])
      let items = try await source.items()
      #expect(items.map(\.account) == ["ka", "valet", "plain"])
      for (index, item) in items.enumerated() {
        #expect(try await value(item, source) == [UInt8(index + 1)])
        try await source.erase(item)
        try await source.erase(item)
        #expect(try await value(item, source) == nil)
      }
      #expect(try await source.items().isEmpty)
      #expect(device.itemCount == 2)
    }

    @Test("An internet password is matched by server, port and protocol")
    func internetPassword() async throws {
      let item: [String: Any] = [
        kSecClass as String: kSecClassInternetPassword, kSecAttrServer as String: "example.com",
        kSecAttrPort as String: 8443, kSecAttrProtocol as String: "htps",
        kSecAttrAuthenticationType as String: "dflt", kSecAttrAccount as String: "a",
        kSecValueData as String: Data([1]),
      ]
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
      let other = KeychainLegacySource([.keychainAccess(server: "example.com", port: 443)])
      #expect(try await other.items().isEmpty)
      let source = KeychainLegacySource([.keychainAccess(server: "example.com", port: 8443)])
      let found = try #require(try await source.items().first)
      #expect(try await value(found, source) == [1])
    }

    @Test("A locked device is an error of its own, never an empty place")
    func locked() async throws {
      add("own", "plain", [3])
      let source = KeychainLegacySource([.plain(service: "own")])
      let item = try #require(try await source.items().first)
      device.lockScreen()
      await #expect(throws: StorageError.locked) { try await value(item, source) }
      device.restart()
      await #expect(throws: StorageError.locked) { try await source.items() }
    }

    @Test("Items that ask their owner are listed silently and read with the prompt only")
    func asksOwner() async throws {
      let shape = LegacyShape.valet(.secureEnclave(.userPresence), identifier: "id")
      let control = try #require(
        SecAccessControlCreateWithFlags(
          nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, .userPresence, nil))
      add(try #require(shape.service), "owner", [5], [kSecAttrAccessControl as String: control])
      let silent = KeychainLegacySource([shape])
      let item = try #require(try await silent.items().first)
      await #expect(throws: StorageError.interactionNotAllowed(-25308)) { try await value(item, silent) }
      #expect(device.prompts.isEmpty)
      #expect(try await value(item, KeychainLegacySource([shape], asking: "Move your diary")) == [5])
      device.answer(.cancel)
      await #expect(throws: StorageError.cancelled(-128)) {
        try await value(item, KeychainLegacySource([shape], asking: "x"))
      }
    }

    @Test("Moving an item ends with it in the new store and gone from the old place")
    func migration() async throws {
      add("own", "auth_token", [1, 2, 3])
      let store = AppleKeychain(place)
      let key = try SecretKey<Secret>(name("token"), holding: .authenticationToken, under: StorageRequirement())
      let report = try await SecretMigration(
        from: KeychainLegacySource([.plain(service: "own")]), to: store, steps: [.move("auth_token", to: key)]
      ).run()
      #expect(report.entries.map(\.outcome) == [MigrationOutcome.moved])
      #expect(try await bytes("token", in: store) == [1, 2, 3])
      #expect(device.attributes(ofAccount: "auth_token") == nil)
    }
  }
#endif
