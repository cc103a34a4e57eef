import NetworkTrust
import SecurityTesting
import Testing

/// Breaks one promise at a time.
private struct LyingStore: PinUpdateStore {
  enum Lie: CaseIterable { case forgets, keepsTheFirst, cuts, throwsWhenEmpty }

  let inner = InMemoryPinUpdateStore()
  let lie: Lie

  func load() async throws(NetworkError) -> String? {
    let text = try await inner.load()
    if lie == .throwsWhenEmpty, text == nil { throw .storeUnavailable }
    return text
  }

  func save(_ compact: String) async throws(NetworkError) {
    if lie == .forgets { return }
    if lie == .keepsTheFirst, try await inner.load() != nil { return }
    try await inner.save(lie == .cuts ? String(compact.prefix(4096)) : compact)
  }
}

@Suite struct PinUpdateStoreConformanceTests {
  @Test("The twin keeps every claim")
  func twin() async {
    #expect(await PinUpdateStoreConformance.brokenClaims { InMemoryPinUpdateStore() } == [])
  }

  @Test("A store that breaks a promise is told which", arguments: LyingStore.Lie.allCases)
  private func broken(lie: LyingStore.Lie) async {
    #expect(await !PinUpdateStoreConformance.brokenClaims { LyingStore(lie: lie) }.isEmpty)
  }
}
