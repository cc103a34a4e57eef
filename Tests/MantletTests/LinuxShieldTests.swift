#if os(Linux) && LinuxClient && Records
  import DataLifecycle
  import Foundation
  import Mantlet
  import Redaction
  import SecretStorage
  import SecurityPolicy
  import SecurityTesting
  import Testing

  /// The façade on its real adapters, without a server.
  @Suite(.timeLimit(.minutes(5))) struct LinuxShieldTests {
    private struct Icon: CacheableValue, Codable, Hashable { var bytes: [UInt8] = [1, 2, 3] }
    private enum Theme: String, NonSensitiveValue, Codable { case light, dark }

    private final class Home: Sendable {
      let path = FileManager.default.temporaryDirectory.path + "/linux-shield-\(UUID().uuidString)"
      deinit { try? FileManager.default.removeItem(atPath: path) }

      func bytes(_ file: String) -> [UInt8] {
        FileManager.default.contents(atPath: path + "/" + file).map(Array.init) ?? []
      }
      func files(_ folder: String) -> [String] { FileManager.default.subpaths(atPath: path + "/" + folder) ?? [] }
    }

    private func shield(_ home: Home, _ migration: LegacyMigration? = nil) async throws -> Shield {
      try await Shield.linux(
        policy: try DevicePolicy(verifying: try await signed(try testSlice().bytes), signedBy: policySigner),
        app: AppIdentity(identifier: "org.example", version: "1"), folder: home.path, migration: migration)
    }

    @Test("Caches and settings lie in the folders that a logout empties")
    func caches() async throws {
      let home = Home()
      let shield = try await shield(home)
      let (images, settings) = (try await shield.imageCache(of: Icon.self), try await shield.preferences())
      let theme = try #require(PreferenceKey<Theme>("theme"))
      try images.store(Icon(), for: "i", now: Date())
      try settings.set(.dark, of: theme)
      #expect(home.files("caches/images").count { $0.hasSuffix(".cached") } == 1)
      #expect(String(decoding: home.bytes("preferences/preferences.json"), as: UTF8.self).contains("dark"))
      #expect(try await shield.logOut().isComplete)
      #expect(home.files("caches").isEmpty && home.files("preferences").isEmpty)
      #expect(throws: LifecycleError.wipePending) { try images.store(Icon(), for: "i", now: Date()) }
      #expect(throws: LifecycleError.wipePending) { try settings.set(.dark, of: theme) }
      #expect(home.files("caches").isEmpty && home.files("preferences").isEmpty)
      #expect(try await shield.preferences().value(of: theme) == nil)
    }

    @Test("An older version's secret is moved into the sealed files by the first start")
    func migration() async throws {
      let home = Home()
      let name = SecretName(constant: "partner.token")
      let key = try SecretKey<Secret>(name, holding: .authenticationToken, under: StorageRequirement())
      let settings = InMemoryLegacyPreferences(["auth_token": [1, 2, 3]])
      let migration = LegacyMigration(
        leftIn: [FileManager.default.temporaryDirectory.path],
        moves: [
          .init(from: PreferencesLegacySource(settings, keys: ["auth_token"]), steps: [.move("auth_token", to: key)])
        ])
      for _ in 0..<2 {
        let shield = try await shield(home, migration)
        #expect(await shield.migration.verdict == .holds)
        #expect(try await shield.secrets.names() == [name])
      }
      #expect(await settings.values.isEmpty)
    }
  }
#endif
