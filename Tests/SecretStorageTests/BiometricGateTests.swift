import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct BiometricGateTests {
  private let device = InMemorySecretStore()

  /// An outcome without its key, so that it can be compared.
  private enum Seen: Equatable {
    case opened([UInt8])
    case notSetUp, cancelled, notRecognised, enrolmentChanged, passcodeRemoved

    var isGateOrNone: Bool {
      if case .opened = self { true } else { self == .notSetUp }
    }

    init(_ outcome: consuming BiometricOutcome) {
      switch consume outcome {
      case .opened(let key): self = .opened(bytes(key))
      case .notSetUp: self = .notSetUp
      case .cancelled: self = .cancelled
      case .notRecognised: self = .notRecognised
      case .enrolmentChanged: self = .enrolmentChanged
      case .passcodeRemoved: self = .passcodeRemoved
      }
    }
  }

  private func gate(_ owner: (any OwnerPresence)? = nil) throws -> BiometricGate {
    try BiometricGate(in: device, owner: owner ?? device, under: StorageRequirement())
  }

  private func setUp(_ seed: UInt64 = 1) async throws {
    var random = SeededGenerator(seed: seed)
    try await gate().setUp(using: &random)
  }

  private func open(_ gate: BiometricGate? = nil, _ answer: InMemorySecretStore.PromptAnswer? = .approve) async throws
    -> Seen
  {
    if let answer { await device.answerNextPrompt(with: answer) }
    return Seen(try await (gate ?? self.gate()).open(reason: "Unlock"))
  }

  @Test("The owner gets the same key each time, and another gate has another key")
  func opens() async throws {
    try await setUp()
    guard case .opened(let first) = try await open() else {
      Issue.record("the gate did not open")
      return
    }
    #expect(first.count == 32)
    #expect(try await open() == .opened(first))
    try await setUp(2)
    #expect(try await open() != .opened(first))
  }

  @Test("Before it is set up and after it was removed there is no gate, and nobody is asked")
  func absent() async throws {
    #expect(try await open(nil, nil) == .notSetUp)
    try await setUp()
    #expect(try await gate().isSetUp())
    try await gate().remove()
    try await gate().remove()
    #expect(try await open(nil, nil) == .notSetUp)
    #expect(await device.names() == [])
  }

  @Test(
    "The key is bound to the biometric set that is enrolled, on a device with a passcode, whatever the policy allows")
  func bound() async throws {
    var loose = StorageRequirement()
    loose.accessibility = .insecureMigratingAfterFirstUnlock
    for policy in [StorageRequirement(), loose] {
      let access = try BiometricGate(in: device, owner: device, under: policy).key.access
      #expect(access == AccessRequirement(.whenPasscodeSetThisDeviceOnly, presence: .currentBiometry))
    }
  }

  @Test("A dismissed prompt and a stranger open nothing and break nothing")
  func refused() async throws {
    try await setUp()
    #expect(try await open(nil, .cancel) == .cancelled)
    #expect(try await open(nil, .fail) == .notRecognised)
    guard case .opened = try await open() else {
      Issue.record("the gate is broken")
      return
    }
  }

  @Test("A face that was added later opens nothing; the gate is gone until a new one is set up")
  func enrolment() async throws {
    try await setUp()
    await device.changeBiometry()
    #expect(try await open() == .enrolmentChanged)
    #expect(try await open(nil, nil) == .notSetUp)
    #expect(await device.names() == [])
    try await setUp()
    guard case .opened = try await open() else {
      Issue.record("the new gate did not open")
      return
    }
  }

  /// A system that says of an item of a former set what it says of a stranger.
  private struct Terse: OwnerPresence {
    let set: [UInt8]?
    func read(_ name: SecretName, reason: String) throws(StorageError) -> Secret? {
      throw .authenticationFailed(-25293)
    }
    func enrolment() -> [UInt8]? { set }
    func passcode() -> Verdict { .holds }
  }

  @Test("Where the system tells no more than a failure, the enrolled set tells; silence about it changes nothing")
  func terse() async throws {
    try await setUp()
    let same = await device.enrolment()
    #expect(try await open(gate(Terse(set: same)), nil) == .notRecognised)
    #expect(try await open(gate(Terse(set: nil)), nil) == .notRecognised)
    #expect(try await open(gate(Terse(set: [9])), nil) == .enrolmentChanged)
    #expect(try await open(nil, nil) == .notSetUp)
  }

  @Test("Without a passcode no gate is set up, and one that was there is gone by name")
  func passcode() async throws {
    try await setUp()
    await device.setPasscode(false)
    #expect(try await open(nil, nil) == .passcodeRemoved)
    await #expect(throws: StorageError.passcodeNotSet(0)) { try await setUp() }
    #expect(await device.names() == [])
  }

  @Test("A key that somebody put in the place of the gate's opens nothing")
  func planted() async throws {
    try await setUp()
    let key = try gate().key
    try await device.write(Secret(count: 32) { $0[0] = 7 }, as: key.name, access: key.access)
    await #expect(throws: StorageError.corrupted(key.name)) { _ = try await open() }
  }

  @Test("A mark that was cut, lengthened, exchanged or written by a newer version is refused by name; nobody is asked")
  func damaged() async throws {
    try await setUp()
    let mark = SecretName(constant: "pin.gate-mark")
    let whole = try #require(try await bytes("pin.gate-mark", in: device))
    #expect(whole.count == 69)
    let head = Array(whole.prefix(4))
    let unreadable: [[UInt8]] = [
      [], head, Array(whole.dropLast()), Array(whole.prefix(36)), Array(whole.prefix(38)), whole + [0],
      [0] + whole.dropFirst(), head + [0] + whole.dropFirst(5),
    ]
    for damaged in unreadable {
      try await device.write(Secret(copying: damaged), as: mark, access: AccessRequirement())
      await #expect(throws: StorageError.unreadableValue(mark), "\(damaged)") { _ = try await open(nil, nil) }
    }
    try await device.write(Secret(copying: head + [2] + whole.dropFirst(5)), as: mark, access: AccessRequirement())
    await #expect(throws: StorageError.newerVersion(mark)) { _ = try await open(nil, nil) }
    try await device.write(Secret(copying: whole), as: mark, access: AccessRequirement())
    guard case .opened = try await open() else {
      Issue.record("the mark did not come back")
      return
    }
  }

  @Test("On a locked device nothing is decided")
  func locked() async throws {
    try await setUp()
    await device.lockDevice()
    await #expect(throws: StorageError.locked) { _ = try await open() }
    await device.unlockDevice()
    guard case .opened = try await open() else {
      Issue.record("the gate was lost")
      return
    }
  }

  /// Keeps the items, and does something before each step.
  private struct WatchedStore: SecretStore {
    let store: InMemorySecretStore
    let look: @Sendable () async throws(StorageError) -> Void

    func read(_ name: SecretName) async throws(StorageError) -> Secret? {
      try await look()
      return try await store.read(name)
    }
    func write(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
      try await look()
      try await store.write(secret, as: name, access: access)
    }
    func add(_ secret: borrowing Secret, as name: SecretName, access: AccessRequirement) async throws(StorageError) {
      try await look()
      try await store.add(secret, as: name, access: access)
    }
    func delete(_ name: SecretName) async throws(StorageError) {
      try await look()
      await store.delete(name)
    }
    func names() async throws(StorageError) -> [SecretName] { await store.names() }
  }

  /// An owner before whose answer something happens.
  private struct LateOwner: OwnerPresence {
    let device: InMemorySecretStore
    let before: @Sendable () async -> Void

    func read(_ name: SecretName, reason: String) async throws(StorageError) -> Secret? {
      await before()
      return try await device.read(name, reason: reason)
    }
    func enrolment() async -> [UInt8]? { await device.enrolment() }
    func passcode() async -> Verdict { await device.passcode() }
  }

  /// What a gate in this device does, step by step, until it is cut off.
  fileprivate enum Change: CaseIterable {
    case first, another, removal

    func run(in store: any SecretStore, _ owner: InMemorySecretStore) async throws(StorageError) {
      let gate = try BiometricGate(in: store, owner: owner, under: StorageRequirement())
      var random = SeededGenerator(seed: 2)
      if self == .removal { try await gate.remove() } else { try await gate.setUp(using: &random) }
    }
  }

  @Test(
    "Wherever a set-up or a removal ends, there is a gate that opens or none: nobody is told of a changed enrolment",
    arguments: Change.allCases)
  fileprivate func cutOff(_ change: Change) async throws {
    for steps in 0... {
      for name in await device.names() { await device.delete(name) }
      if change != .first { try await setUp() }
      let cut = Cut(after: steps)
      do throws(StorageError) { try await change.run(in: CuttingStore(store: device, cut: cut), device) } catch {
        #expect(error == Cut.error)
      }
      let isThere = try await gate().isSetUp()
      let seen = try await open(nil, isThere ? .approve : nil)
      if isThere {
        guard case .opened = seen else {
          Issue.record("\(seen) after \(steps) steps")
          return
        }
      } else {
        #expect(seen == .notSetUp, "after \(steps) steps")
      }
      try await setUp(3)
      guard case .opened = try await open() else {
        Issue.record("no new gate after \(steps) steps")
        return
      }
      guard cut.hasHappened else { return }
    }
  }

  @Test(
    "Who opens at any step of a set-up finds a whole gate or none, and takes nothing away", arguments: [true, false])
  func openedMeanwhile(_ isFirst: Bool) async throws {
    if !isFirst { try await setUp() }
    let device = device
    let watched = WatchedStore(store: device) { () throws(StorageError) in
      let gate = try BiometricGate(in: device, owner: device, under: StorageRequirement())
      if try await gate.isSetUp() { await device.answerNextPrompt(with: .approve) }
      guard Seen(try await gate.open(reason: "Unlock")).isGateOrNone else { throw .unavailable(-3) }
    }
    try await Change.another.run(in: watched, device)
    guard case .opened = try await open() else {
      Issue.record("the gate was taken away")
      return
    }
  }

  @Test("Behind a prompt that was up while another gate was made, whole or in part, nothing is taken away")
  func madeBehindPrompt() async throws {
    let device = device
    for steps in 0... {
      for name in await device.names() { await device.delete(name) }
      try await setUp()
      let cut = Cut(after: steps)
      let late = LateOwner(device: device) {
        try? await Change.another.run(in: CuttingStore(store: device, cut: cut), device)
      }
      await device.answerNextPrompt(with: .approve, .approve)
      let seen = Seen(try await gate(late).open(reason: "Unlock"))
      #expect(seen.isGateOrNone, "\(seen) after \(steps) steps")
      if !cut.hasHappened {
        #expect(try await gate().isSetUp())
        return
      }
    }
  }
}
