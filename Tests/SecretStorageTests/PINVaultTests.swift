import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct PINVaultTests {
  private let store = InMemorySecretStore()

  private func vault(
    _ store: (any SecretStore)? = nil, parameters: PINHashParameters = .least, seed: UInt64 = 1
  ) throws -> PINVault {
    try PINVault(
      in: store ?? self.store, under: StorageRequirement(), parameters: parameters, random: SeededGenerator(seed: seed))
  }

  private func pin(_ text: String = "4711") throws -> PIN { try makePIN(text) }

  private func fails(_ verdict: Verdict) -> Bool { if case .fails = verdict { true } else { false } }
  private func isUndetermined(_ verdict: Verdict) -> Bool { if case .undetermined = verdict { true } else { false } }

  @Test("The PIN that was set holds, another fails, and each failure counts")
  func check() async throws {
    let vault = try vault()
    #expect(isUndetermined(try await vault.check(pin())))
    try await vault.set(pin())
    #expect(try await vault.check(pin()) == .holds)
    for count in 1...3 {
      #expect(fails(try await vault.check(pin("0000"))))
      #expect(try await vault.attempts().count == count)
    }
    #expect(try await vault.check(pin()) == .holds)
    #expect(try await vault.attempts().count == 0)
  }

  @Test("The attempt is counted before it is compared, so ending the program saves no try")
  func countsFirst() async throws {
    try await vault().set(pin())
    // Steps: read the hash, read the count, write the count (two steps, the second after its effect); then the end.
    let cut = Cut(after: 3)
    let dying = try vault(CuttingStore(store: store, cut: cut))
    await #expect(throws: Cut.error) { _ = try await dying.check(pin()) }
    #expect(cut.hasHappened)
    #expect(try await vault().attempts().count == 1)
  }

  @Test("When counting fails nothing is compared")
  func noCountNoCheck() async throws {
    let vault = try vault()
    try await vault.set(pin())
    await store.setFull(true)
    await #expect(throws: StorageError.full) { _ = try await vault.check(pin()) }
  }

  @Test("Checks at the same time all count")
  func concurrent() async throws {
    let vault = try vault()
    try await vault.set(pin())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<6 { group.addTask { _ = try await vault.check(try makePIN("0000")) } }
      try await group.waitForAll()
    }
    #expect(try await vault.attempts().count == 6)
  }

  @Test("However many callers try at once, no more comparisons are made than the limit allows")
  func concurrentLimit() async throws {
    let vault = try vault()
    try await vault.set(pin())
    let verdicts = try await withThrowingTaskGroup(of: Verdict.self) { group in
      for _ in 0..<20 {
        group.addTask {
          guard try await vault.attempts().count < 5 else { return PINVault.noTryLeft }
          return try await vault.check(try makePIN("0000"), limit: 5)
        }
      }
      return try await group.reduce(into: [Verdict]()) { $0.append($1) }
    }
    #expect(verdicts.count { fails($0) } == 5)
    #expect(verdicts.count { $0 == PINVault.noTryLeft } == 15)
    #expect(try await vault.attempts().count == 5)
  }

  @Test("With no try left even the right PIN is not compared, and the count stands")
  func noTryLeft() async throws {
    let vault = try vault()
    try await vault.set(pin())
    #expect(try await vault.check(pin(), limit: 0) == PINVault.noTryLeft)
    #expect(fails(try await vault.check(pin("0000"), limit: 2)))
    #expect(try await vault.check(pin(), limit: 2) == .holds, "the last try counts")
    for _ in 1...2 { #expect(fails(try await vault.check(pin("0000"), limit: 2))) }
    #expect(try await vault.check(pin(), limit: 2) == PINVault.noTryLeft)
    #expect(try await vault.attempts().count == 2)
    #expect(try await vault.check(pin(), limit: 3) == .holds)
  }

  @Test("A counter that was taken away leaves no try, for the right PIN either, until the PIN is set anew")
  func counterTaken() async throws {
    let vault = try vault()
    try await vault.set(pin())
    await store.delete(PINAttempts.secretName)
    let rules = PINRules(PINRequirement())
    let outcome = try await vault.check(pin(), under: rules) { PINClockReading(uptime: .seconds(7200), boot: "b") }
    #expect(outcome == .noTryLeft)
    #expect(try await vault.check(pin(), limit: 1000) == PINVault.noTryLeft)
    #expect(try await vault.attempts().count == .max)
    let wait = try await vault.wait(under: rules, at: PINClockReading(uptime: .seconds(7200), boot: "b"))
    #expect(wait == PINRules.longestDelay)
    try await vault.set(pin())
    #expect(try await vault.check(pin(), limit: 5) == .holds)
  }

  @Test("A PIN that is set for the first time is never without its counter, wherever the app ends")
  func counterFirst() async throws {
    var wasComplete = false
    for steps in 0..<20 where !wasComplete {
      let (store, cut) = (InMemorySecretStore(), Cut(after: steps))
      let dying = try vault(CuttingStore(store: store, cut: cut))
      do { try await dying.set(pin()) } catch { #expect(error as? StorageError == Cut.error) }
      let names = await store.names()
      #expect(!names.contains(dying.hashKey.name) || names.contains(PINAttempts.secretName), "cut after \(steps)")
      wasComplete = !cut.hasHappened
    }
    #expect(wasComplete)
  }

  @Test("A hash of an older app is replaced at the next correct entry, and not before")
  func legacyUpgrade() async throws {
    let vault = try vault()
    let old = [UInt8]("de650d61f5bd166a91f8ccec3158297db18b9d50eaedca238cd29dc3a214a916".utf8)
    try await store.write(Secret(copying: old), as: vault.hashKey.name)
    #expect(fails(try await vault.check(pin("0000"))))
    #expect(try await bytes("pin.hash", in: store) == old)
    #expect(try await vault.check(pin()) == .holds)
    let new = try await bytes("pin.hash", in: store)
    #expect(new?.prefix(5) == Array("PINH".utf8)[...] + [1])
    #expect(try await vault.check(pin()) == .holds)
    #expect(fails(try await vault.check(pin("0000"))))
    #expect(try await bytes("pin.hash", in: store) == new)
  }

  @Test("A hash with weaker parameters is replaced at the next correct entry")
  func parameterUpgrade() async throws {
    try await vault().set(pin())
    let stronger = try #require(PINHashParameters(logRounds: 14, parallelism: 2))
    #expect(try await vault(parameters: stronger, seed: 2).check(pin()) == .holds)
    #expect(try await bytes("pin.hash", in: store)?[5..<8] == [14, 8, 2])
  }

  @Test("Without its device secret a PIN is undetermined, not wrong")
  func lostDeviceSecret() async throws {
    let vault = try vault()
    try await vault.set(pin())
    try await store.delete(secretName("pin.device-secret"))
    #expect(isUndetermined(try await vault.check(pin())))
    try await vault.set(pin())
    #expect(try await vault.check(pin()) == .holds)
  }

  @Test("Removing takes hash and device secret and leaves the counter")
  func remove() async throws {
    let vault = try vault()
    try await vault.set(pin())
    #expect(fails(try await vault.check(pin("0000"))))
    try await vault.remove()
    try await vault.remove()
    #expect(await store.names() == [PINAttempts.secretName])
    #expect(try await vault.attempts().count == 1)
  }

  @Test("The digits rest nowhere in the store")
  func noDigits() async throws {
    try await vault().set(pin("471147114711"))
    for name in await store.names() {
      let stored = try await bytes(name.text, in: store) ?? []
      #expect(!String(decoding: stored, as: UTF8.self).contains("4711"))
    }
  }
}
