#if APPLE_EMULATION
  import AppleFiles
  import AppleKeychain
  import DataLifecycle
  import Foundation
  import Mantlet
  import Redaction
  import SecretStorage
  import Security
  import SecurityPolicy
  import Testing

  @Suite(OwnPhone(), .serialized, .timeLimit(.minutes(15))) struct AppleMigrationTests: AppleShields {
    private struct Icon: CacheableValue, Codable, Hashable { var bytes: [UInt8] = [1, 2, 3] }
    private enum Theme: String, NonSensitiveValue, Codable { case light, dark }
    private static let token = SecretName(constant: "partner.token")
    private static let other = SecretName(constant: "partner.other")

    private func bytes(_ name: SecretName, _ shield: Shield) async throws -> [UInt8]? {
      guard let secret = try await shield.secrets.read(name) else { return nil }
      return secret.withExposedBytes { Array($0) }
    }

    private func addOldItem(_ account: String = "auth_token", in service: String = "org.example.old") {
      let item: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: service,
        kSecAttrAccount as String: account, kSecValueData as String: Data([1, 2, 3]),
      ]
      #expect(SecItemAdd(item as CFDictionary, nil) == errSecSuccess)
    }

    private func migration(_ trace: String, _ suite: String) throws -> LegacyMigration {
      let key = try SecretKey<Secret>(Self.token, holding: .authenticationToken, under: StorageRequirement())
      let other = try SecretKey<Secret>(Self.other, holding: .authenticationToken, under: StorageRequirement())
      return LegacyMigration(
        leftIn: [trace],
        moves: [
          .init(
            from: KeychainLegacySource([.plain(service: "org.example.old")]), steps: [.move("auth_token", to: key)]),
          .init(
            from: PreferencesLegacySource(LegacyUserDefaults(domain: suite), keys: ["refresh"]),
            steps: [.move("refresh", to: other)]),
        ])
    }

    @Test("What a removed app left in the keychain is erased by a new installation, not moved")
    func reinstalled() async throws {
      addOldItem()
      let container = try Container()
      let plan = try migration(container.path + "/Documents", "org.example.old-\(UUID().uuidString)")
      let shield = try await shield(stores(container), migration: plan)
      #expect(try await bytes(Self.token, shield) == nil)
      #expect(EmulatedDevice.current.attributes(ofAccount: "auth_token") == nil)
      #expect(await shield.migration.verdict == .holds)
    }

    @Test("An older app's item and setting are secrets of the shield after the first start, and gone where they were")
    func moved() async throws {
      let container = try Container()
      let suite = "org.example.old-\(UUID().uuidString)"
      let defaults = try #require(UserDefaults(suiteName: suite))
      defer { defaults.removePersistentDomain(forName: suite) }
      defaults.set("r-4711", forKey: "refresh")
      addOldItem()
      let documents = container.path + "/Documents"
      try Foundation.FileManager.default.createDirectory(atPath: documents, withIntermediateDirectories: true)
      let shield = try await shield(stores(container), migration: try migration(documents, suite))
      #expect(await shield.migration.verdict == .holds)
      #expect(try await bytes(Self.token, shield) == [1, 2, 3])
      #expect(try await bytes(Self.other, shield) == Array("r-4711".utf8))
      #expect(defaults.string(forKey: "refresh") == nil)
      #expect(EmulatedDevice.current.attributes(ofAccount: "auth_token") == nil)
    }

    @Test("What an older library kept under the bundle identifier moves, under the same name as well, and stays moved")
    func sameName() async throws {
      addOldItem(Self.token.text, in: Container.identifier)
      let container = try Container()
      let documents = container.path + "/Documents"
      try Foundation.FileManager.default.createDirectory(atPath: documents, withIntermediateDirectories: true)
      let key = try SecretKey<Secret>(Self.token, holding: .authenticationToken, under: StorageRequirement())
      let plan = LegacyMigration(
        leftIn: [documents],
        moves: [
          .init(
            from: KeychainLegacySource([.keychainAccess(service: Container.identifier)]),
            steps: [.move(Self.token.text, to: key)])
        ])
      for expected in [MigrationOutcome.moved, .absent] {
        let shield = try await shield(stores(container), migration: plan)
        let run = try #require(await shield.migration.runs.first)
        guard case .done(let report) = run else {
          Issue.record("not listed")
          return
        }
        #expect(report.entries.map(\.outcome) == [expected])
        #expect(try await bytes(Self.token, shield) == [1, 2, 3])
      }
    }

    @Test("A logout and a new installation take what an older library kept there, and leave the shield's own items")
    func ownItems() async throws {
      let (container, other) = (try Container(), try Container())
      let source = KeychainLegacySource([.keychainAccess(service: Container.identifier)])
      let plan = LegacyMigration(
        leftIn: [container.path + "/Documents"], moves: [.init(from: source, steps: [])])
      let stores = try stores(container)
      let first = try await shield(stores, migration: plan)
      try await signIn(first)
      addOldItem("session", in: Container.identifier)
      addOldItem("authToken", in: stores.secrets.place.service)
      #expect(try await first.logOut().isComplete)
      #expect(try await source.items().isEmpty)
      #expect(EmulatedDevice.current.attributes(ofAccount: "authToken") == nil)
      let left = try await stores.secrets.names().map(\.text)
      #expect(left.contains("installation.marker") && left.contains("device-key.hardware"))
      addOldItem("session", in: Container.identifier)
      try await stores.secrets.write(PINAttempts(count: 2).secretForm(), as: PINAttempts.secretName)
      let second = try await shield(self.stores(other), migration: plan)
      #expect(try await source.items().isEmpty)
      #expect(try await second.pin.attempts().count == 2)
    }

    @Test("The service that the shield keeps its secrets under is no older library's place")
    func ownService() async throws {
      let container = try Container()
      let stores = try stores(container)
      let service = stores.secrets.place.service
      #expect(service == Container.identifier + ".mantlet")
      let plan = LegacyMigration(
        leftIn: [], moves: [.init(from: KeychainLegacySource([.keychainAccess(service: service)]), steps: [])])
      await #expect(throws: ShieldError.storage(.ownPlace)) { _ = try await shield(stores, migration: plan) }
      #expect(EmulatedDevice.current.itemCount == 0)
    }

    @Test("Caches and settings lie in the app's places, go with a logout, and memory is freed when the system asks")
    func caches() async throws {
      let container = try Container()
      // The settings of an identifier are one place for the whole process.
      let stores = try stores(container, identifier: "org.example.apple-caches")
      let shield = try await shield(stores)
      let (answers, images) = (try await shield.responseCache(), try await shield.imageCache(of: Icon.self))
      let theme = try #require(PreferenceKey<Theme>("theme"))
      try await shield.preferences().set(.dark, of: theme)
      try answers.store(Icon(), for: "a", now: Date())
      try images.store(Icon(), for: "i", now: Date())
      NotificationCenter.default.post(
        name: Notification.Name("UIApplicationDidReceiveMemoryWarningNotification"), object: nil)
      #expect(answers.count == 0 && images.count == 1)
      #expect(container.exists(stores.cacheFolder + "/images"))
      #expect(try stores.preferences.entries() == ["theme": "\"dark\""])
      #expect(try await shield.logOut().isComplete)
      #expect(!container.exists(stores.cacheFolder + "/images"))
      #expect(try stores.preferences.entries().isEmpty)
      #expect(throws: LifecycleError.wipePending) { try images.store(Icon(), for: "i", now: Date()) }
    }
  }
#endif
