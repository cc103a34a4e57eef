import AppIntegrity
import AppSession
import Crypto
import DataLifecycle
import Foundation
import HTTPTypes
import Mantlet
import NetworkTrust
import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(15))) struct PinUpkeepTests {
  private static let now = Date(timeIntervalSince1970: 1_800_000_000)

  /// The pins that a transport was given.
  private final class Adopted: Sendable {
    private let list = Mutex<[PinPolicy]>([])
    var numbers: [Int64?] { list.withLock { $0.map { $0.update?.update.number } } }
    var last: PinPolicy? { list.withLock { $0.last } }
    func add(_ pins: PinPolicy) { list.withLock { $0.append(pins) } }
  }

  /// A clock that a test sets.
  private final class Clock: Sendable {
    private let current = Mutex(PinUpkeepTests.now)
    var now: Date { current.withLock { $0 } }
    func advance(_ seconds: TimeInterval) { current.withLock { $0 = $0.addingTimeInterval(seconds) } }
  }

  /// What the server offers to who asks next, each once, before it answers as it is told.
  private final class Offers: Sendable {
    private let list = Mutex<[[UInt8]]>([])
    func add(_ update: [UInt8]) { list.withLock { $0.append(update) } }
    func next() -> [UInt8]? { list.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
  }

  /// An installation that looks after its pins.
  private struct Phone {
    let server = TinyServer()
    let adopted = Adopted()
    let clock = Clock()
    let offers = Offers()
    let failures: PinFailureQueue
    let transport: InMemoryTransport
    let shield: Shield
    private let key: P256.Signing.PrivateKey

    init(
      update number: Int64? = nil, in secrets: any SecretStore = InMemorySecretStore(),
      container: InMemoryInstallationContainer = InMemoryInstallationContainer(),
      key: P256.Signing.PrivateKey = .init()
    ) async throws {
      self.key = key
      var rules = PinningRequirement()
      rules.updateKey = DevicePublicKey(key.publicKey).thumbprint
      let pins = try [UInt8(1), 2].map { try ServerPin(digest: Array(repeating: $0, count: 32)) }
      let builtIn = try PinPolicy(
        hosts: [PinnedHost(host: try ServerHost("trust.test"), pins: try PinSet(pins))], rules: rules)
      let access = AccessRequirement()
      failures = PinFailureQueue(store: StoredPinFailures(store: secrets, access: access))
      let rotation = PinRotation(builtIn: builtIn, store: StoredPinUpdate(store: secrets, access: access))
      let transport = InMemoryTransport { [server, offers] request, body throws(NetworkError) in
        if request.path == TrustRoute.pins.rawValue, let next = offers.next() {
          return HTTPAnswer(response: HTTPResponse(status: .ok), body: next)
        }
        return try server.answer(request, body)
      }
      self.transport = transport
      let records = InMemoryRecords()
      let probes = QuietDevice()
      var adapters = Shield.Adapters(
        secrets: secrets, openRecords: { _, _, _ in records }, recordFiles: [],
        container: container, journal: InMemoryWipeJournal(), wipeTargets: [],
        absent: Stage.absent, transport: transport, check: SecurityCheck(facts: probes, sources: [probes]))
      adapters.pinParameters = .least
      adapters.pinUpkeep = PinUpkeep(
        rotation: rotation, failures: failures, obeyed: await rotation.policy(at: PinUpkeepTests.now)
      ) { [adopted] pins throws(NetworkError) in adopted.add(pins) }
      server.answer(.pins, 404, RefusalBody(.invalidRequest, .malformed, "none").bytes)
      server.answer(.pinFailures, 200, pinMatch: .holds)
      if let number { server.answer(.pins, 200, try await Self.update(number, by: key)) }
      shield = try await Shield.open(
        policy: try DevicePolicy(verifying: try await signed(testSlice().bytes), signedBy: policySigner),
        app: AppIdentity(identifier: "org.example", version: "1"), adapters: adapters, now: { [clock] in clock.now })
    }

    static func update(
      _ number: Int64, days: Int64 = 1, withdrawn: [UInt8] = [], by key: P256.Signing.PrivateKey
    ) async throws -> [UInt8] {
      let (pins, withdrawn) = (
        [UInt8(3), 4].map { Data(repeating: $0, count: 32).base64EncodedString() },
        withdrawn.map { Data(repeating: $0, count: 32).base64EncodedString() }
      )
      let update = PinUpdate(
        number: number, issuedAt: 1_800_000_000, expiresAt: 1_800_000_000 + days * 86_400,
        hosts: [PinUpdate.Host(host: "trust.test", pins: pins, withdrawn: withdrawn)])
      return Array(try await signed(update.bytes, .pinUpdate, by: key).utf8)
    }

    func offer(_ number: Int64, days: Int64 = 1, by other: P256.Signing.PrivateKey? = nil) async throws {
      server.answer(.pins, 200, try await Self.update(number, days: days, by: other ?? key))
    }

    func failed(_ byte: UInt8 = 9) async throws {
      let seen = try ServerPin(digest: Array(repeating: byte, count: 32))
      await failures.record(
        PinFailureReport(host: try ServerHost("trust.test"), expected: [], seen: [seen], date: PinUpkeepTests.now))
    }

    func requests(_ route: TrustRoute) -> [InMemoryTransport.Received] {
      transport.received.filter { $0.request.path == route.rawValue }
    }
  }

  /// A store in which one item is locked until it is unlocked.
  private actor LockedStore: SecretStore {
    private let inner = InMemorySecretStore()
    private var locked: SecretName?
    private var read: Set<SecretName> = []

    func lock(_ name: SecretName?) {
      locked = name
      read = []
    }
    func wasRead(_ name: SecretName) -> Bool { read.contains(name) }

    func read(_ name: SecretName) async throws(StorageError) -> Secret? {
      read.insert(name)
      if name == locked { throw .locked }
      return try await inner.read(name)
    }

    func write(
      _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
    ) async throws(StorageError) { try await inner.write(secret, as: name, access: access) }

    func add(
      _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
    ) async throws(StorageError) { try await inner.add(secret, as: name, access: access) }

    func delete(_ name: SecretName) async throws(StorageError) { await inner.delete(name) }
    func names() async throws(StorageError) -> [SecretName] { await inner.names() }
  }

  /// A store in which one item is damaged until it is written anew.
  private actor DamagedStore: SecretStore {
    private let inner = InMemorySecretStore()
    private var damage: [SecretName: StorageError]

    init(_ damage: [SecretName: StorageError]) { self.damage = damage }

    func read(_ name: SecretName) async throws(StorageError) -> Secret? {
      if let error = damage[name] { throw error }
      return try await inner.read(name)
    }

    func write(
      _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
    ) async throws(StorageError) {
      try await inner.write(secret, as: name, access: access)
      damage[name] = nil
    }

    func add(
      _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
    ) async throws(StorageError) { try await inner.add(secret, as: name, access: access) }

    func delete(_ name: SecretName) async throws(StorageError) { await inner.delete(name) }
    func names() async throws(StorageError) -> [SecretName] { await inner.names() }
  }

  @Test("A start asks for the update and obeys it; the same one again changes nothing, a newer one does")
  func tended() async throws {
    let phone = try await Phone(update: 1)
    while phone.adopted.numbers.isEmpty { await Task.yield() }
    #expect(try await phone.shield.updatePins())
    #expect(phone.adopted.numbers == [1])
    try await phone.offer(2)
    #expect(try await phone.shield.updatePins())
    #expect(phone.adopted.numbers == [1, 2])
    try await phone.offer(1)
    await #expect(throws: ShieldError.pinsRefused(.rolledBack(held: 2))) { try await phone.shield.updatePins() }
    #expect(phone.adopted.numbers == [1, 2])
  }

  @Test("When the kept update has ended, the next request of any kind asks for another one first")
  func recalled() async throws {
    let phone = try await Phone(update: 1)
    while phone.adopted.numbers.isEmpty { await Task.yield() }
    try await phone.offer(2, days: 3)
    phone.clock.advance(86_399)
    _ = try? await phone.shield.enroll()
    #expect(phone.adopted.numbers == [1] && phone.requests(.pins).count == 1)
    phone.clock.advance(1)
    _ = try? await phone.shield.enroll()
    #expect(phone.adopted.numbers == [1, 2] && phone.requests(.pins).count == 2)
    let paths = phone.transport.received.map(\.request.path)
    let second = try #require(paths.lastIndex(of: TrustRoute.pins.rawValue))
    #expect(second < paths.count - 1)
  }

  @Test("404 means that there is no update; every other refusal is told, and a foreign update is not obeyed")
  func refused() async throws {
    let phone = try await Phone()
    #expect(try await phone.shield.updatePins() == false)
    let body = RefusalBody(.accessDenied, .deviceRefused, "no")
    phone.server.answer(.pins, 403, body.bytes)
    await #expect(throws: ShieldError.session(.refused(body))) { try await phone.shield.updatePins() }
    try await phone.offer(1, by: .init())
    await #expect(throws: ShieldError.pinsRefused(.foreignKey)) { try await phone.shield.updatePins() }
    #expect(phone.adopted.numbers.isEmpty)
  }

  @Test("Failures are told once, however many tell, with the installation's token and nobody's else")
  func reported() async throws {
    let phone = try await Phone()
    try await phone.shield.enroll()
    try await phone.failed()
    let shield = phone.shield
    async let first = shield.reportPinFailures()
    async let second = shield.reportPinFailures()
    #expect(try await first + second <= 1)
    // What the start began may be the one that tells.
    while await !phone.failures.due(at: Self.now.addingTimeInterval(7200)).isEmpty { await Task.yield() }
    let sent = phone.requests(.pinFailures)
    #expect(sent.count == 1)
    let request = try #require(sent.last)
    #expect(try PinFailureBatch(reading: request.body).entries.map(\.count) == [1])
    let token = try #require(HTTPField.Name(TrustRoute.appTokenHeader))
    #expect(request.request.headerFields[token] != nil && request.request.headerFields[.authorization] == nil)
  }

  @Test("A report that was taken over a path without a pinned key is kept, whatever the answer said")
  func swallowed() async throws {
    let phone = try await Phone()
    try await phone.shield.enroll()
    phone.server.answer(.pinFailures, 200, pinMatch: .fails("no pin matched"))
    try await phone.failed()
    // What the start began may be the one that tells.
    _ = try await phone.shield.reportPinFailures()
    while phone.requests(.pinFailures).isEmpty { await Task.yield() }
    while await !phone.failures.due(at: Self.now).isEmpty { await Task.yield() }
    let kept = await phone.failures.due(at: Self.now.addingTimeInterval(7200))
    #expect(kept.map { $0.entries.map(\.count) } == [[1]])
  }

  @Test("Damage in what is kept ends neither updates nor reports: the next save takes its place")
  func damaged() async throws {
    for error in [
      StorageError.corrupted(StoredPinUpdate.name), .wrongKey(StoredPinUpdate.name), .removed(StoredPinUpdate.name),
      .rolledBack(StoredPinUpdate.name), .unreadableValue(StoredPinUpdate.name),
    ] {
      let store = DamagedStore([StoredPinUpdate.name: error, StoredPinFailures.name: error])
      let phone = try await Phone(update: 1, in: store)
      #expect(try await phone.shield.updatePins())
      #expect(try await store.read(StoredPinUpdate.name) != nil)
      try await phone.failed()
      #expect(try await store.read(StoredPinFailures.name) != nil)
    }
  }

  @Test("What is kept is obeyed although it was locked at the start and the server, or who stands in for it, has none")
  func lockedAtStart() async throws {
    for isOffline in [false, true] {
      let (key, store) = (P256.Signing.PrivateKey(), LockedStore())
      // Opened before: what lies there is no leftover of another installation.
      let container = InMemoryInstallationContainer()
      _ = try await Phone(in: store, container: container, key: key)
      while await !store.wasRead(StoredPinFailures.name) { await Task.yield() }
      let text = try await Phone.update(5, withdrawn: [1], by: key)
      try await StoredPinUpdate(store: store, access: AccessRequirement()).save(String(decoding: text, as: UTF8.self))
      await store.lock(StoredPinUpdate.name)
      let phone = try await Phone(in: store, container: container, key: key)
      // The start is over when what failed was looked for.
      while await !store.wasRead(StoredPinFailures.name) { await Task.yield() }
      #expect(phone.adopted.numbers.isEmpty)
      await store.lock(nil)
      if isOffline { phone.server.state.withLock { $0.isOffline = true } }
      _ = try? await phone.shield.enroll()
      #expect(phone.adopted.numbers == [5])
      let pins = try #require(phone.adopted.last)
      let lost = try ServerPin(digest: Array(repeating: 1, count: 32))
      #expect(!pins.expectedPins(for: try ServerHost("trust.test"), now: Self.now).contains(lost))
    }
  }

  @Test("Of updates that come at the same time none is adopted after a newer one")
  func ordered() async throws {
    let key = P256.Signing.PrivateKey()
    let phone = try await Phone(key: key)
    for number in 1...16 { phone.offers.add(try await Phone.update(Int64(number), by: key)) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 1...16 { group.addTask { _ = try? await phone.shield.updatePins() } }
    }
    // What the start began may be the one that adopts the last.
    while phone.adopted.numbers.last != 16 { await Task.yield() }
    let numbers = phone.adopted.numbers.compactMap(\.self)
    #expect(numbers == numbers.sorted())
  }

  @Test("A store that cannot be read now keeps what it holds")
  func locked() async throws {
    for error in [StorageError.locked, .unavailable(1), .notReadable(5), .newerVersion(StoredPinUpdate.name)] {
      let store = DamagedStore([StoredPinUpdate.name: error])
      let phone = try await Phone(update: 1, in: store)
      await #expect(throws: ShieldError.pinsRefused(.storeUnavailable)) { try await phone.shield.updatePins() }
      #expect(phone.adopted.numbers.isEmpty)
    }
  }
}

extension TinyServer {
  /// What a route answers from now on.
  fileprivate func answer(
    _ route: TrustRoute, _ status: Int, _ body: [UInt8] = [], pinMatch: Verdict = .undetermined("not looked at")
  ) {
    let answer = HTTPAnswer(response: HTTPResponse(status: .init(code: status)), body: body, pinMatch: pinMatch)
    state.withLock { $0.answers[route.rawValue] = answer }
  }
}
