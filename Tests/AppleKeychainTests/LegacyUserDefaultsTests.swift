#if APPLE_EMULATION
  import AppleKeychain
  import Foundation
  import Redaction
  import SecretStorage
  import SecurityPolicy
  import SecurityTesting
  import Testing

  @Suite struct LegacyUserDefaultsTests {
    /// A suite of its own, gone with the test.
    private final class Settings: Sendable {
      let name = "example.tests.legacy-\(UUID().uuidString)"

      func open() throws -> UserDefaults { try #require(UserDefaults(suiteName: name)) }

      deinit { UserDefaults(suiteName: name)?.removePersistentDomain(forName: name) }
    }

    private func value(_ key: String, _ settings: Settings) throws -> [UInt8]? {
      guard let secret = try LegacyUserDefaults(domain: settings.name).bytes(for: key) else { return nil }
      return secret.withExposedBytes { Array($0) }
    }

    @Test("Text is read in UTF-8 and data as it is; what is neither, and what is not there, is nothing")
    func reads() throws {
      let settings = Settings()
      let defaults = try settings.open()
      defaults.set("tökën", forKey: "text")
      defaults.set(Data([0, 255, 1]), forKey: "data")
      defaults.set("", forKey: "empty")
      defaults.set(4711, forKey: "number")
      defaults.set(["a", "b"], forKey: "list")
      #expect(try value("text", settings) == Array("tökën".utf8))
      #expect(try value("data", settings) == [0, 255, 1])
      #expect(try value("empty", settings) == [])
      for key in ["number", "list", "absent"] { #expect(try value(key, settings) == nil) }
    }

    @Test("What another domain holds under the same key is not read and not removed")
    func domains() throws {
      let (settings, other) = (Settings(), Settings())
      try other.open().set("other", forKey: "token")
      #expect(try value("token", settings) == nil)
      try LegacyUserDefaults(domain: settings.name).remove("token")
      #expect(try value("token", other) == Array("other".utf8))
    }

    @Test("A removed value is gone, its neighbours stay, and removing twice is no error")
    func removes() throws {
      let settings = Settings()
      try settings.open().set("secret", forKey: "token")
      try settings.open().set("dark", forKey: "theme")
      for _ in 0..<2 { try LegacyUserDefaults(domain: settings.name).remove("token") }
      #expect(try value("token", settings) == nil)
      #expect(try settings.open().string(forKey: "theme") == "dark")
    }

    @Test("More bytes than a secret may have are refused and stand")
    func tooLarge() throws {
      let settings = Settings()
      try settings.open().set(Data(repeating: 1, count: SealedItem.secretLimit + 1), forKey: "blob")
      try settings.open().set(String(repeating: "x", count: SealedItem.secretLimit + 1), forKey: "text")
      for key in ["blob", "text"] {
        #expect(throws: StorageError.tooLarge(limit: SealedItem.secretLimit)) { try value(key, settings) }
      }
      #expect(try settings.open().data(forKey: "blob")?.count == SealedItem.secretLimit + 1)
    }

    @Test("A migration moves the token out of the settings and leaves the others there")
    func migration() async throws {
      let settings = Settings()
      try settings.open().set("eyJ4711", forKey: "auth_token")
      try settings.open().set("dark", forKey: "theme")
      let store = InMemorySecretStore()
      let key = try SecretKey<TokenText>(SecretName(constant: "token"), under: StorageRequirement())
      let source = PreferencesLegacySource(LegacyUserDefaults(domain: settings.name), keys: ["auth_token"])
      let migration = SecretMigration(from: source, to: store, steps: [.move("auth_token", to: key)])
      #expect(try await migration.run().entries.map(\.outcome) == [MigrationOutcome.moved])
      #expect(try await migration.run().entries.map(\.outcome) == [MigrationOutcome.absent])
      #expect(try await bytes("token", in: store) == Array("eyJ4711".utf8))
      #expect(try settings.open().string(forKey: "auth_token") == nil)
      #expect(try settings.open().string(forKey: "theme") == "dark")
    }
  }
#endif
