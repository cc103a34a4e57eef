import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct PreferencesLegacySourceTests {
  private let preferences = InMemoryLegacyPreferences(["token": Array("abc".utf8), "theme": [1], "password": [2]])

  @Test("Only the named keys are secrets; the others are neither listed nor read nor removed")
  func named() async throws {
    let source = PreferencesLegacySource(preferences, keys: ["token", "missing"])
    let items = try await source.items()
    #expect(items.map(\.account) == ["token"])
    #expect(items.allSatisfy { $0.shape.library == .preferences })
    let theme = LegacyItem(try #require(items.first).shape, account: "theme")
    let isHidden = try await source.read(theme) == nil
    #expect(isHidden)
    try await source.erase(theme)
    #expect(await preferences.values["theme"] == [1])
  }

  @Test("A token leaves the preferences for the store, a password leaves them for nowhere")
  func migrates() async throws {
    let store = InMemorySecretStore()
    let key = try SecretKey<TokenText>(secretName("session.token"), under: StorageRequirement())
    let report = try await SecretMigration(
      from: PreferencesLegacySource(preferences, keys: ["token", "password"]), to: store,
      steps: [.move("token", to: key), .discard("password")]
    ).run()
    #expect(report.entries.map(\.outcome) == [.moved, .discarded])
    #expect(await preferences.values == ["theme": [1]])
    let text = try await store.read(key)?.withExposedText { $0 }
    #expect(text == "abc")
    #expect(await store.names() == [key.name])
  }
}
