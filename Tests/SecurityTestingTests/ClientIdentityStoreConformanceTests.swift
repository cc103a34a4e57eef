import NetworkTrust
import Redaction
import SecurityTesting
import Testing

/// Breaks one promise at a time.
private struct LyingStore: ClientIdentityStore {
  enum Lie: CaseIterable { case forgets, keepsTheFirst, cuts, throwsWhenEmpty, neverRemoves, throwsWhenNothingGoes }

  let inner = InMemoryClientIdentityStore()
  let lie: Lie

  func read() async throws(IdentityError) -> Secret? {
    if lie == .throwsWhenEmpty, try await isEmpty() { throw .storeDamaged }
    return try await inner.read()
  }

  func write(_ value: borrowing Secret) async throws(IdentityError) {
    if lie == .forgets { return }
    if lie == .keepsTheFirst, try await !isEmpty() { return }
    if lie == .cuts { return try await inner.write(Secret(copying: value.withExposedBytes { Array($0.prefix(4096)) })) }
    try await inner.write(value)
  }

  func remove() async throws(IdentityError) {
    if lie == .neverRemoves { return }
    if lie == .throwsWhenNothingGoes, try await isEmpty() { throw .storeUnavailable(2) }
    try await inner.remove()
  }

  private func isEmpty() async throws(IdentityError) -> Bool { try await inner.read() == nil }
}

@Suite struct ClientIdentityStoreConformanceTests {
  @Test("The twin keeps every claim")
  func twin() async {
    #expect(await ClientIdentityStoreConformance.brokenClaims { InMemoryClientIdentityStore() } == [])
  }

  @Test("A store that breaks a promise is told which", arguments: LyingStore.Lie.allCases)
  private func broken(lie: LyingStore.Lie) async {
    #expect(await !ClientIdentityStoreConformance.brokenClaims { LyingStore(lie: lie) }.isEmpty)
  }

  @Test("A twin that is told to fail fails at every call and changes nothing")
  func failing() async throws {
    let store = InMemoryClientIdentityStore()
    try await store.write(Secret(copying: [1]))
    store.fail(with: .locked)
    await #expect(throws: IdentityError.locked) { _ = try await store.read() == nil }
    await #expect(throws: IdentityError.locked) { try await store.write(Secret(copying: [2])) }
    await #expect(throws: IdentityError.locked) { try await store.remove() }
    store.fail(with: nil)
    #expect(try await store.read()?.withExposedBytes { Array($0) } == [1])
  }
}
