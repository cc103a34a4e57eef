import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

/// A store in which somebody else is faster once: after the first look at a name that gave nothing.
private final class OvertakenStore: SecretStore {
  let store: InMemorySecretStore
  private let name: SecretName
  private let refused: SecretName?
  private let other: @Sendable () async throws -> Void
  private let isOver = Mutex(false)

  /// - Parameter refused: a name that is not written: the end of the program.
  init(
    _ store: InMemorySecretStore, at name: SecretName, refusing refused: SecretName? = nil,
    _ other: @escaping @Sendable () async throws -> Void
  ) {
    (self.store, self.name, self.refused, self.other) = (store, name, refused, other)
  }

  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    let found = try await store.read(name)
    guard found == nil, name == self.name else { return found }
    let isFirst = isOver.withLock { isOver in
      defer { isOver = true }
      return !isOver
    }
    if isFirst { do { try await other() } catch { throw .unavailable(-2) } }
    return nil
  }

  func write(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
    guard name != refused else { throw Cut.error }
    try await store.write(secret, as: name, access: access)
  }

  func add(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
    guard name != refused else { throw Cut.error }
    try await store.add(secret, as: name, access: access)
  }

  func delete(_ name: SecretName) async throws(StorageError) { await store.delete(name) }
  func names() async throws(StorageError) -> [SecretName] { await store.names() }
}

/// A store whose items were made just after somebody took them away: deleting reaches nothing.
private struct BlindStore: SecretStore {
  private let store: InMemorySecretStore

  init(_ store: InMemorySecretStore) { self.store = store }

  func read(_ name: SecretName) async throws(StorageError) -> Secret? { try await store.read(name) }
  func write(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
    try await store.write(secret, as: name, access: access)
  }
  func add(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
    try await store.add(secret, as: name, access: access)
  }
  func delete(_ name: SecretName) async throws(StorageError) {}
  func names() async throws(StorageError) -> [SecretName] { await store.names() }
}

/// What two processes make at once is made once.
@Suite struct FirstKeyTests {
  private let store = InMemorySecretStore()
  private let policy = StorageRequirement()

  @Test("Of all who add a key at once each goes on with the first one")
  func many() async throws {
    let (store, name) = (store, try secretName("key"))
    let found = try await withThrowingTaskGroup(of: [UInt8].self) { group in
      for number: UInt8 in 0..<20 {
        group.addTask {
          try await bytes(store.addOrRead(Secret(copying: [number]), as: name, access: AccessRequirement()))
        }
      }
      return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
    }
    #expect(found.count == 1)
    #expect(try await bytes("key", in: store) == found.first)
  }

  @Test("What is there and locked is neither replaced nor taken for missing")
  func locked() async throws {
    let name = try secretName("key")
    try await store.write(Secret(copying: [1]), as: name, access: AccessRequirement(.whenUnlockedThisDeviceOnly))
    await store.lockDevice()
    await #expect(throws: StorageError.locked) {
      _ = try await store.addOrRead(Secret(copying: [2]), as: name, access: AccessRequirement())
    }
    await store.unlockDevice()
    #expect(try await bytes("key", in: store) == [1])
  }

  @Test("Two that set a first PIN at once have one device secret: the PIN that was set opens after the other one died")
  func deviceSecret() async throws {
    let (store, policy) = (store, policy)
    @Sendable func vault(_ store: any SecretStore, seed: UInt64) throws -> PINVault {
      try PINVault(in: store, under: policy, parameters: .least, random: SeededGenerator(seed: seed))
    }
    let late = OvertakenStore(store, at: try secretName("pin.device-secret"), refusing: try secretName("pin.hash")) {
      try await vault(store, seed: 2).set(makePIN("4711"))
    }
    await #expect(throws: Cut.error) { try await vault(late, seed: 1).set(makePIN("0815")) }
    #expect(try await vault(store, seed: 3).check(makePIN("4711"), limit: 5) == .holds)
  }

  @Test("A first PIN does not take back the tries that another process has counted meanwhile")
  func attempts() async throws {
    let store = store
    let late = OvertakenStore(store, at: try secretName("pin.hash"), refusing: try secretName("pin.hash")) {
      try await store.write(PINAttempts(count: 4).secretForm(), as: PINAttempts.secretName)
    }
    let vault = try PINVault(in: late, under: policy, parameters: .least, random: SeededGenerator(seed: 1))
    await #expect(throws: Cut.error) { try await vault.set(makePIN("0815")) }
    #expect(try await vault.attempts().count == 4)
  }

  @Test("Two first starts at once leave one marker, and the next start knows its installation")
  func marker() async throws {
    let container = InMemoryInstallationContainer()
    let (store, name) = (store, InstallationMarker.secretName)
    var dice = SeededGenerator(seed: 7)
    let other = InstallationMarker(using: &dice)
    let late = OvertakenStore(store, at: name) { try await store.write(other.secretForm(), as: name) }
    let first = try await FirstLaunch(store: late, container: container).settle(using: &dice)
    #expect(first.state == .firstInstall)
    // Now the other start gets to its container.
    try await container.save(other)
    #expect(try await FirstLaunch(store: store, container: container).settle(using: &dice).state == .sameInstallation)
  }

  @Test("What was stored while a migration looked is not overwritten, and the old item stands")
  func migration() async throws {
    let item = LegacyItem(.keychainAccess(service: "com.example.app"), account: "token")
    let source = InMemoryLegacySource([item: Array("abc.def".utf8)])
    let (store, name) = (store, try secretName("session.token"))
    let late = OvertakenStore(store, at: name) { try await store.write(Secret(copying: [9]), as: name) }
    let step = MigrationStep.move("token", to: try SecretKey<TokenText>(name, under: policy))
    let report = try await SecretMigration(from: source, to: late, steps: [step]).run()
    #expect(report.entries.map(\.outcome) == [.occupied])
    #expect(try await bytes("session.token", in: store) == [9])
    #expect(try await source.items() == [item])
  }

  @Test("A gate that somebody else set up meanwhile stays theirs, with its key")
  func gateOfAnother() async throws {
    var dice = SeededGenerator(seed: 1)
    var other = SeededGenerator(seed: 2)
    let claim = try secretName("pin.gate-claim")
    let gate = try BiometricGate(in: store, owner: store, under: policy)
    try await gate.setUp(using: &other)
    await #expect(throws: StorageError.duplicate(claim)) {
      try await BiometricGate(in: BlindStore(store), owner: store, under: policy).setUp(using: &dice)
    }
    await store.answerNextPrompt(with: .approve)
    guard case .opened(let found) = try await gate.open(reason: "Unlock") else {
      Issue.record("the gate that was set up first does not open")
      return
    }
    // The same draw makes the same key.
    var same = SeededGenerator(seed: 2)
    #expect(bytes(found).prefix(1) == [UInt8(truncatingIfNeeded: same.next() as UInt64)])
  }

  @Test(
    "Of two who set up a gate at once, however their steps mix, one has it, and it opens with a key of one who has",
    .timeLimit(.minutes(15)))
  func gates() async throws {
    // A set-up takes eight steps, and three more for each item of the other one that is in the way; who is done is
    // passed over.
    for pattern in 0..<(1 << StepOrder.count) {
      let (store, order) = (InMemorySecretStore(), StepOrder(pattern))
      let results = try await withThrowingTaskGroup(of: (Int, Bool).self) { group in
        for who in 0...1 {
          group.addTask { [policy] in
            var dice = SeededGenerator(seed: UInt64(who))
            let gate = try BiometricGate(in: OrderedStore(store, order, who), owner: store, under: policy)
            var hasIt = true
            var other: StorageError?
            do throws(StorageError) { try await gate.setUp(using: &dice) } catch {
              hasIt = false
              if case .duplicate = error {} else { other = error }
            }
            await order.leave(who)
            if let other { throw other }
            return (who, hasIt)
          }
        }
        return try await group.reduce(into: [Int: Bool]()) { $0[$1.0] = $1.1 }
      }
      let keys = results.filter(\.value).map { who, _ in
        var dice = SeededGenerator(seed: UInt64(who))
        return (0..<32).map { _ in UInt8(truncatingIfNeeded: dice.next() as UInt64) }
      }
      await store.answerNextPrompt(with: .approve)
      guard
        case .opened(let found) = try await BiometricGate(in: store, owner: store, under: policy).open(reason: "Unlock")
      else {
        Issue.record("no gate after \(results) in order \(pattern)")
        return
      }
      #expect(keys.contains(bytes(found)), "\(results) in order \(pattern)")
    }
  }
}

/// Says which of two may do the next step.
private actor StepOrder {
  static let count = 13
  private var rest: [Int]
  private var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  private var gone: Set<Int> = []

  /// - Parameter pattern: its lowest bits are the first steps.
  init(_ pattern: Int) { rest = (0..<Self.count).map { pattern >> $0 & 1 } }

  func wait(_ who: Int) async {
    await withCheckedContinuation { continuation in
      waiting[who] = continuation
      letOneGo()
    }
  }

  /// The step is done.
  func end() {
    if !rest.isEmpty { rest.removeFirst() }
    letOneGo()
  }

  func leave(_ who: Int) {
    gone.insert(who)
    letOneGo()
  }

  private func letOneGo() {
    while let next = rest.first, gone.contains(next) { rest.removeFirst() }
    if let next = rest.first {
      waiting.removeValue(forKey: next)?.resume()
    } else {
      for (who, continuation) in waiting {
        waiting[who] = nil
        continuation.resume()
      }
    }
  }
}

/// One of two who use a store, step by step.
private struct OrderedStore: SecretStore {
  private let store: InMemorySecretStore
  private let order: StepOrder
  private let who: Int

  init(_ store: InMemorySecretStore, _ order: StepOrder, _ who: Int) {
    (self.store, self.order, self.who) = (store, order, who)
  }

  func read(_ name: SecretName) async throws(StorageError) -> Secret? {
    await order.wait(who)
    do throws(StorageError) {
      let found = try await store.read(name)
      await order.end()
      return found
    } catch {
      await order.end()
      throw error
    }
  }

  func write(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
    try await store.write(secret, as: name, access: access)
  }

  func add(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
    await order.wait(who)
    var refusal: StorageError?
    do throws(StorageError) { try await store.add(secret, as: name, access: access) } catch { refusal = error }
    await order.end()
    if let refusal { throw refusal }
  }

  func delete(_ name: SecretName) async throws(StorageError) {
    await order.wait(who)
    await store.delete(name)
    await order.end()
  }

  func names() async throws(StorageError) -> [SecretName] { await store.names() }
}
