import NetworkTrust
import SecurityTesting
import Testing

/// Breaks one promise at a time.
private struct LyingSource: ClientKeySource {
  enum Lie: CaseIterable {
    case forgets, keepsTheFirst, onePlace, neverRemoves, removesBoth, foreignSignature, everyAlgorithm
  }

  private struct Signer: ClientSigner {
    let inner: any ClientSigner
    let lie: Lie
    var publicKey: [UInt8] { inner.publicKey }

    func signature(
      over message: [UInt8], using algorithm: ClientSignatureAlgorithm
    ) async throws(IdentityError) -> [UInt8] {
      let message = lie == .foreignSignature ? message + [0] : message
      return try await inner.signature(over: message, using: lie == .everyAlgorithm ? .ecdsaSHA256 : algorithm)
    }
  }

  let inner = InMemoryClientKeys()
  let lie: Lie

  private func place(_ slot: ClientKeySlot) -> ClientKeySlot { lie == .onePlace ? .a : slot }

  func makeKey(in slot: ClientKeySlot) async throws(IdentityError) -> any ClientSigner {
    if lie == .keepsTheFirst, let key = try await inner.key(in: slot) { return Signer(inner: key, lie: lie) }
    let key = try await inner.makeKey(in: place(slot))
    if lie == .forgets { try await inner.removeKey(in: slot) }
    return Signer(inner: key, lie: lie)
  }

  func key(in slot: ClientKeySlot) async throws(IdentityError) -> (any ClientSigner)? {
    try await inner.key(in: place(slot)).map { Signer(inner: $0, lie: lie) }
  }

  func removeKey(in slot: ClientKeySlot) async throws(IdentityError) {
    if lie == .neverRemoves { return }
    if lie == .removesBoth { for slot in ClientKeySlot.allCases { try await inner.removeKey(in: slot) } }
    try await inner.removeKey(in: place(slot))
  }
}

@Suite struct ClientKeySourceConformanceTests {
  @Test("The twin keeps every claim")
  func twin() async {
    #expect(await ClientKeySourceConformance.brokenClaims { InMemoryClientKeys() } == [])
  }

  @Test("A source that breaks a promise is told which", arguments: LyingSource.Lie.allCases)
  private func broken(lie: LyingSource.Lie) async {
    #expect(await !ClientKeySourceConformance.brokenClaims { LyingSource(lie: lie) }.isEmpty)
  }

  @Test("A locked twin says so instead of having no key")
  func locked() async throws {
    let source = InMemoryClientKeys()
    let made = try await source.makeKey(in: .a)
    source.isLocked = true
    await #expect(throws: IdentityError.locked) { _ = try await source.key(in: .a) }
    await #expect(throws: IdentityError.locked) { _ = try await source.makeKey(in: .a) }
    await #expect(throws: IdentityError.locked) { try await source.removeKey(in: .a) }
    source.isLocked = false
    #expect(try await source.key(in: .a)?.publicKey == made.publicKey)
  }
}
