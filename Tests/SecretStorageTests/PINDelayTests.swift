import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

/// Tries of a PIN under the policy's rules: how many, how fast, and what does not help to get more.
@Suite struct PINDelayTests {
  /// A device that runs, restarts, and may not say which start it is.
  private final class Device: Sendable {
    private let state = Mutex(PINClockReading(uptime: .seconds(1000), boot: "one"))
    var reading: PINClockReading { state.withLock { $0 } }
    func pass(_ duration: Duration) {
      state.withLock { $0 = PINClockReading(uptime: $0.uptime + duration, boot: $0.boot) }
    }
    func set(_ uptime: Duration, _ boot: String?) {
      state.withLock { $0 = PINClockReading(uptime: uptime, boot: boot) }
    }
  }

  private let store = InMemorySecretStore()
  private let device = Device()
  private let rules: PINRules

  init() {
    var requirement = PINRequirement()
    requirement.tries = 6
    rules = PINRules(requirement)
  }

  /// Another process each time: nothing is remembered but what is stored.
  private func vault(_ seed: UInt64 = 1, _ store: (any SecretStore)? = nil) throws -> PINVault {
    try PINVault(
      in: store ?? self.store, under: StorageRequirement(), parameters: .least, random: SeededGenerator(seed: seed))
  }

  private func check(_ text: String, _ vault: PINVault? = nil) async throws -> PINOutcome {
    let vault = try vault ?? self.vault()
    return try await vault.check(makePIN(text), under: rules) { [device] in device.reading }
  }

  /// Three wrong ones, which cost no waiting.
  private func freeTries() async throws {
    try await vault().set(makePIN("471100"))
    for left in [5, 4] { #expect(try await check("806835") == .wrong(triesLeft: left, wait: .zero)) }
    #expect(try await check("806835") == .wrong(triesLeft: 3, wait: .seconds(30)))
  }

  @Test("A weak PIN is refused by its reason and the one before still holds")
  func weak() async throws {
    let vault = try vault()
    try await vault.set(makePIN("471100"), under: rules)
    await #expect(throws: StorageError.pinRefused(.row)) { try await vault.set(makePIN("123456"), under: rules) }
    await #expect(throws: StorageError.pinRefused(.tooLong(maximum: 6))) {
      try await vault.set(makePIN("4711007"), under: rules)
    }
    #expect(try await check("471100") == .holds)
  }

  @Test("After the free tries each further one has to wait, twice as long as the one before, also the right one")
  func doubles() async throws {
    try await freeTries()
    #expect(try await check("471100") == .mustWait(.seconds(30)))
    device.pass(.seconds(29))
    #expect(try await check("471100") == .mustWait(.seconds(1)))
    #expect(try await vault().attempts().count == 3, "who waits loses no try")
    device.pass(.seconds(1))
    #expect(try await check("806835") == .wrong(triesLeft: 2, wait: .seconds(60)))
    device.pass(.seconds(60))
    #expect(try await check("806835") == .wrong(triesLeft: 1, wait: .seconds(120)))
    device.pass(.seconds(120))
    #expect(try await check("471100") == .holds)
    #expect(try await vault().attempts().count == 0)
    #expect(try await check("806835") == .wrong(triesLeft: 5, wait: .zero))
  }

  @Test("The last wrong one leaves no try, and then not even the right one is compared")
  func noTryLeft() async throws {
    try await freeTries()
    for _ in 0..<2 {
      device.pass(.seconds(3600))
      _ = try await check("806835")
    }
    device.pass(.seconds(3600))
    #expect(try await check("806835") == .noTryLeft)
    device.pass(.seconds(36000))
    #expect(try await check("471100") == .noTryLeft)
    #expect(try await vault().attempts().count == 6)
  }

  @Test("Ending the app shortens no wait, and does not make it longer either")
  func restartedApp() async throws {
    try await freeTries()
    device.pass(.seconds(20))
    #expect(try await check("471100", vault(2)) == .mustWait(.seconds(10)))
    device.pass(.seconds(10))
    #expect(try await check("471100", vault(3)) == .holds)
  }

  @Test("After a restart of the device the whole wait begins anew, once", arguments: [5, 100_000])
  func restartedDevice(_ uptime: Int) async throws {
    try await freeTries()
    device.pass(.seconds(20))
    device.set(.seconds(uptime), "two")
    #expect(try await check("471100") == .mustWait(.seconds(30)))
    device.pass(.seconds(10))
    #expect(try await check("471100") == .mustWait(.seconds(20)))
    device.pass(.seconds(20))
    #expect(try await check("471100") == .holds)
  }

  @Test("Whoever only looks at the wait after a restart of the device sees it end")
  func lookedAt() async throws {
    try await freeTries()
    device.set(.seconds(5), "two")
    #expect(try await vault().wait(under: rules, at: device.reading) == .seconds(30))
    device.pass(.seconds(30))
    #expect(try await vault().wait(under: rules, at: device.reading) == .zero)
    #expect(try await vault().attempts().count == 3)
    #expect(try await check("471100") == .holds)
  }

  @Test("A clock that goes backwards makes the whole wait begin anew")
  func backwards() async throws {
    try await freeTries()
    device.set(.seconds(3), "one")
    #expect(try await check("471100") == .mustWait(.seconds(30)))
    device.pass(.seconds(30))
    #expect(try await check("471100") == .holds)
  }

  @Test("Where the platform does not name its starts, a process counts for itself and the next one begins anew")
  func unnamed() async throws {
    device.set(.seconds(50), nil)
    try await freeTries()
    let (first, second) = (try vault(1), try vault(2))
    device.pass(.seconds(10))
    #expect(try await check("471100", first) == .mustWait(.seconds(20)))
    #expect(try await check("471100", second) == .mustWait(.seconds(30)))
    device.pass(.seconds(30))
    #expect(try await check("471100", second) == .holds)
  }

  @Test("A count of the version before, which noted no time, begins with the whole wait")
  func version1() async throws {
    try await vault().set(makePIN("471100"))
    try await store.write(PINAttempts(count: 4).secretForm(), as: PINAttempts.secretName)
    #expect(try await check("471100") == .mustWait(.seconds(60)))
    device.pass(.seconds(60))
    #expect(try await check("471100") == .holds)
  }

  @Test("A count that outlived a reinstall keeps its wait")
  func reinstalled() async throws {
    try await freeTries()
    for name in await store.names() where name != PINAttempts.secretName { await store.delete(name) }
    #expect(try await vault().wait(under: rules, at: device.reading) == .seconds(30))
    device.pass(.seconds(12))
    #expect(try await vault().wait(under: rules, at: device.reading) == .seconds(18))
    #expect(try await vault().attempts().count == 3)
  }

  @Test("However many callers try at once, only the free tries are compared")
  func parallel() async throws {
    let vault = try vault()
    try await vault.set(makePIN("471100"))
    let outcomes = try await withThrowingTaskGroup(of: PINOutcome.self) { group in
      for _ in 0..<20 { group.addTask { try await check("806835", vault) } }
      return try await group.reduce(into: [PINOutcome]()) { $0.append($1) }
    }
    #expect(outcomes.count { $0 == .mustWait(.seconds(30)) } == 17)
    #expect(try await vault.attempts().count == 3)
  }

  @Test("The try is counted before it is compared, with its time, so ending the app saves neither")
  func countsFirst() async throws {
    try await freeTries()
    device.pass(.seconds(30))
    // Steps: read the hash, read the count, write the count (two steps, the second after its effect); then the end.
    let cut = Cut(after: 3)
    let dying = try vault(1, CuttingStore(store: store, cut: cut))
    await #expect(throws: Cut.error) { _ = try await check("471100", dying) }
    #expect(cut.hasHappened)
    #expect(try await check("471100") == .mustWait(.seconds(60)))
  }

  @Test("Without a PIN nobody can tell, and nothing is counted")
  func noPIN() async throws {
    guard case .undetermined = try await check("471100") else {
      Issue.record("no PIN was judged")
      return
    }
    #expect(try await vault().attempts().count == 0)
    let isSet = try await vault().isSet()
    #expect(!isSet)
  }

  @Test("Only the right PIN is a verdict that holds")
  func verdicts() {
    #expect(PINOutcome.holds.verdict == .holds)
    guard case .fails = PINOutcome.wrong(triesLeft: 1, wait: .zero).verdict else {
      Issue.record("wrong is no failure")
      return
    }
    for outcome in [PINOutcome.mustWait(.seconds(1)), .noTryLeft, .undetermined("x")] {
      guard case .undetermined = outcome.verdict else {
        Issue.record("\(outcome) was judged")
        continue
      }
    }
  }
}
