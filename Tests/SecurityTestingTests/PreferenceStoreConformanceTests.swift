import DataLifecycle
import SecurityTesting
import Testing

/// Breaks one promise at a time.
private struct BrokenStore: PreferenceStore {
  enum Lie { case forgets, folds, keeps, hides }

  let inner = InMemoryPreferences()
  let lie: Lie

  private func name(_ name: PreferenceName) -> PreferenceName {
    lie == .folds ? PreferenceName(name.text.lowercased()) ?? name : name
  }

  func text(of name: PreferenceName) -> String? { inner.text(of: self.name(name)) }

  func set(_ text: String?, of name: PreferenceName) {
    if lie != .forgets, lie != .keeps || text != nil { inner.set(text, of: self.name(name)) }
  }

  func entries() -> [String: String] { lie == .hides ? [:] : inner.entries() }

  func removeAll() { inner.removeAll() }
}

@Suite struct PreferenceStoreConformanceTests {
  @Test("The twin keeps every claim")
  func twin() {
    #expect(PreferenceStoreConformance.brokenClaims { InMemoryPreferences() } == [])
  }

  @Test("A store that breaks a promise is told which", arguments: [BrokenStore.Lie.forgets, .folds, .keeps, .hides])
  private func broken(lie: BrokenStore.Lie) {
    #expect(!PreferenceStoreConformance.brokenClaims { BrokenStore(lie: lie) }.isEmpty)
  }
}
