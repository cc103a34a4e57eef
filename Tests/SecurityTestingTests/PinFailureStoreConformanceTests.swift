import NetworkTrust
import SecurityTesting
import Testing

/// Breaks one promise at a time.
private struct LyingStore: PinFailureStore {
  enum Lie: CaseIterable { case forgets, keepsTheFirst, cuts, throwsWhenEmpty, appends }

  let inner = InMemoryPinFailureStore()
  let lie: Lie

  func load() async throws(NetworkError) -> [UInt8]? {
    let bytes = try await inner.load()
    if lie == .throwsWhenEmpty, bytes == nil { throw .storeUnavailable }
    return bytes
  }

  func save(_ bytes: [UInt8]) async throws(NetworkError) {
    if lie == .forgets { return }
    let before = try await inner.load()
    if lie == .keepsTheFirst, before != nil { return }
    if lie == .appends { return try await inner.save((before ?? []) + bytes) }
    try await inner.save(lie == .cuts ? Array(bytes.prefix(4096)) : bytes)
  }
}

@Suite struct PinFailureStoreConformanceTests {
  @Test("The twin keeps every claim")
  func twin() async {
    #expect(await PinFailureStoreConformance.brokenClaims { InMemoryPinFailureStore() } == [])
  }

  @Test("A store that breaks a promise is told which", arguments: LyingStore.Lie.allCases)
  private func broken(lie: LyingStore.Lie) async {
    #expect(await !PinFailureStoreConformance.brokenClaims { LyingStore(lie: lie) }.isEmpty)
  }

  @Test("A twin that is told to fail fails at every call and changes nothing")
  func failing() async throws {
    let store = InMemoryPinFailureStore([1])
    store.isFailing = true
    await #expect(throws: NetworkError.storeUnavailable) { try await store.load() }
    await #expect(throws: NetworkError.storeUnavailable) { try await store.save([2]) }
    store.isFailing = false
    #expect(try await store.load() == [1])
  }
}
