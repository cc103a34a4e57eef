import DataLifecycle
import Redaction
import SecurityPolicy
import SecurityTesting
import Testing

private enum Scheme: String, Codable, NonSensitiveValue { case light, dark }
private struct Layout: Codable, NonSensitiveValue, Hashable {
  var columns: Int
  var title: String
}

@Suite struct PreferencesTests {
  private func preferences(
    _ store: any PreferenceStore = InMemoryPreferences(), map: StorageMap = StorageMap()
  ) throws -> Preferences {
    try Preferences(store: store, map: map, access: NoUserData.access().access)
  }

  @Test("A value comes back as it was set; nil removes it")
  func roundTrip() throws {
    let store = InMemoryPreferences()
    let preferences = try preferences(store)
    let scheme = try #require(PreferenceKey<Scheme>("scheme"))
    let layout = try #require(PreferenceKey<Layout>("layout.main"))
    #expect(try preferences.value(of: scheme) == nil)
    try preferences.set(.dark, of: scheme)
    try preferences.set(Layout(columns: 3, title: "a\"b"), of: layout)
    #expect(try preferences.value(of: scheme) == .dark)
    #expect(try preferences.value(of: layout) == Layout(columns: 3, title: "a\"b"))
    #expect(store.entries()["scheme"] == "\"dark\"")
    try preferences.set(nil, of: scheme)
    #expect(store.entries().keys.sorted() == ["layout.main"])
  }

  @Test(
    "A type of data that belongs elsewhere is refused by the name of its rule",
    arguments: DataType.allCases.filter { $0 != .userSetting })
  func misplaced(type: DataType) throws {
    let store = InMemoryPreferences(["scheme": "\"dark\""])
    let key = try #require(PreferenceKey<Scheme>("scheme", type: type))
    let rule = StorageRule(type: type, refused: .preferences)
    #expect(throws: LifecycleError.misplaced(rule)) { try preferences(store).set(.light, of: key) }
    #expect(throws: LifecycleError.misplaced(rule)) { try preferences(store).value(of: key) }
    #expect(LifecycleError.misplaced(rule).description.contains("storage.places.\(type.rawValue)"))
    #expect(store.entries() == ["scheme": "\"dark\""])
  }

  @Test("A policy that puts settings elsewhere is obeyed")
  func policy() throws {
    var map = StorageMap()
    try map.choose(.secretStore, for: .userSetting)
    let key = try #require(PreferenceKey<Scheme>("scheme"))
    #expect(throws: LifecycleError.self) { try preferences(map: map).set(.light, of: key) }
  }

  @Test(
    "A stored value of another type is an error and not nil",
    arguments: ["\"blue\"", "7", "", "\"dark\",\"light\"", "["])
  func wrongType(text: String) throws {
    let key = try #require(PreferenceKey<Scheme>("scheme"))
    let preferences = try preferences(InMemoryPreferences(["scheme": text]))
    #expect(throws: LifecycleError.unreadablePreference) { try preferences.value(of: key) }
  }

  @Test("After a wipe began nothing is read or written")
  func wipe() async throws {
    let (wipe, access) = try NoUserData.access()
    let preferences = Preferences(store: InMemoryPreferences(), map: StorageMap(), access: access)
    let key = try #require(PreferenceKey<Scheme>("scheme"))
    try preferences.set(.dark, of: key)
    _ = try await wipe.run(.logout)
    #expect(throws: LifecycleError.wipePending) { try preferences.value(of: key) }
    #expect(throws: LifecycleError.wipePending) { try preferences.set(.light, of: key) }
  }

  @Test(
    "Names are short and of a narrow alphabet", arguments: ["", "a b", "a/b", "ä", String(repeating: "a", count: 65)])
  func names(text: String) {
    #expect(PreferenceKey<Scheme>(text) == nil)
  }
}
