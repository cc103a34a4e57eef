import DataLifecycle
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

/// What happened, in order.
private final class Events: Sendable {
  private let list = Mutex<[String]>([])
  func add(_ event: String) { list.withLock { $0.append(event) } }
  var all: [String] { list.withLock { $0 } }
}

private func target(
  _ name: String, _ kind: UserDataKind, events: Events, left: Int = 0
) throws -> ActionWipe {
  ActionWipe(
    name: try targetName(name), kind: kind, destroyKeys: { _ in events.add("keys \(name)") },
    erase: { _ in events.add("erase \(name)") },
    remains: { _ in left == 0 ? [] : [WipeRemnant(count: left)] })
}

@Suite struct WipeTests {
  @Test("Without a pending wipe there is access at once")
  func clear() throws {
    let (_, access) = try NoUserData.access()
    #expect(throws: Never.self) { try access.require() }
  }

  @Test("All keys are destroyed before the first data is erased, and the request is written down before both")
  func order() async throws {
    let events = Events()
    let journal = TracedJournal { events.add($0) }
    let targets = [try target("a", .records, events: events), try target("b", .secrets, events: events)]
    let (wipe, _) = try Wipe.open(plan: plan(targets), journal: journal)
    guard case .complete(let report, let access) = try await wipe.run(.logout) else {
      Issue.record("not complete")
      return
    }
    #expect(events.all.filter { !$0.hasPrefix("write") } == ["keys a", "keys b", "erase a", "erase b", "remove"])
    #expect(events.all.first == "write")
    #expect(report.removed.map(\.text) == ["a", "b"])
    #expect(report.absent.count == UserDataKind.allCases.count - 2)
    #expect(throws: Never.self) { try access.require() }
    #expect(try journal.read() == nil)
  }

  @Test("Access that was given out before a wipe ends when the wipe begins")
  func accessEnds() async throws {
    let (wipe, access) = try NoUserData.access()
    guard case .complete(_, let next) = try await wipe.run(.logout) else {
      Issue.record("not complete")
      return
    }
    #expect(throws: LifecycleError.wipePending) { try access.require() }
    #expect(throws: Never.self) { try next.require() }
  }

  @Test("A target that fails does not stop the others; the wipe stays pending, says which, and can be finished")
  func failing() async throws {
    let isBroken = Mutexed(true)
    let good = InMemoryWipeTarget(name: try targetName("good"), kind: .records)
    let bad = InMemoryWipeTarget(name: try targetName("bad"), kind: .secrets)
    let wrapped = ActionWipe(
      name: bad.name, kind: bad.kind, destroyKeys: { bad.destroyKeys($0) },
      erase: { scope throws(LifecycleError) in
        if isBroken.value { throw .denied(13) }
        bad.erase(scope)
      }, remains: { bad.remains($0) })
    let journal = InMemoryWipeJournal()
    let plan = try plan([wrapped, good])
    let (wipe, _) = try Wipe.open(plan: plan, journal: journal)
    guard case .pending(let report, let pending) = try await wipe.run(.logout) else {
      Issue.record("called complete")
      return
    }
    #expect(good.items == 0 && bad.items == 3 && !bad.hasKey)
    #expect(report.failures == [bad.name: .denied(13)])
    #expect(report.remnants == [bad.name: [WipeRemnant(count: 3)]])
    #expect(report.removed == [good.name])
    guard case .pending = try Wipe.open(plan: plan, journal: journal).opening else {
      Issue.record("a restart forgot the wipe")
      return
    }
    isBroken.value = false
    guard case .complete(let done, _) = try await pending.resume() else {
      Issue.record("not finished")
      return
    }
    #expect(done.removed == [bad.name, good.name] && bad.items == 0)
  }

  @Test(
    "A target that is erased late is followed by those behind it, also when they were done before", arguments: [0, 1])
  func behind(_ refusals: Int) async throws {
    let (events, broken) = (Events(), Mutexed(refusals > 0))
    let late = ActionWipe(
      name: try targetName("late"), kind: .secrets,
      erase: { _ throws(LifecycleError) in
        if broken.value { throw .denied(13) }
        events.add("erase late")
      },
      remains: { _ in
        // Without a refusal: something is found once, as if it was written beside the wipe.
        events.all.contains("look") ? [] : [WipeRemnant(count: 1)]
      })
    let root = ActionWipe(name: try targetName("root"), kind: .cryptographicKeys) { _ in
      events.add("erase root")
    } remains: { _ in
      events.add("look")
      return []
    }
    let journal = InMemoryWipeJournal()
    let (wipe, _) = try Wipe.open(plan: plan([late, root]), journal: journal)
    if case .pending = try await wipe.run(.logout) {
      broken.value = false
      guard case .pending(let next) = try Wipe.open(plan: plan([late, root]), journal: journal).opening else {
        Issue.record("a restart forgot the wipe")
        return
      }
      _ = try await next.resume()
    }
    #expect(journal.read() == nil)
    #expect(events.all.filter { $0 != "look" }.last == "erase root")
    #expect(events.all.filter { $0 != "look" }.suffix(2) == ["erase late", "erase root"])
  }

  @Test("What is found when reading back keeps the wipe pending, also when every step said it was done")
  func liar() async throws {
    let events = Events()
    let liar = try target("liar", .caches, events: events, left: 2)
    let (wipe, _) = try Wipe.open(plan: plan([liar]), journal: InMemoryWipeJournal())
    guard case .pending(let report, let pending) = try await wipe.run(.logout) else {
      Issue.record("called complete")
      return
    }
    #expect(report.remnants == [liar.name: [WipeRemnant(count: 2)]] && report.removed.isEmpty)
    _ = try await pending.resume()
    // Each of the two calls erases, looks, and erases once more.
    #expect(events.all.filter { $0 == "erase liar" }.count == 4)
  }

  @Test("What was written beside the wipe, after its target was erased, is erased in the same call")
  func beside() async throws {
    let looks = Events()
    let late = ActionWipe(
      name: try targetName("late"), kind: .caches, erase: { _ in looks.add("erase") },
      remains: { _ in
        looks.add("look")
        return looks.all.filter { $0 == "look" }.count == 1 ? [WipeRemnant(count: 1)] : []
      })
    let (wipe, _) = try Wipe.open(plan: plan([late]), journal: InMemoryWipeJournal())
    guard case .complete(let report, _) = try await wipe.run(.logout) else {
      Issue.record("not complete")
      return
    }
    #expect(report.removed == [late.name])
    #expect(looks.all == ["erase", "look", "erase", "look"])
  }

  @Test("A target that cannot be read back is a failure, not a success")
  func cannotLook() async throws {
    let blind = ActionWipe(
      name: try targetName("blind"), kind: .records, erase: { _ in },
      remains: { _ throws(LifecycleError) in throw .notReadable(5) })
    let (wipe, _) = try Wipe.open(plan: plan([blind]), journal: InMemoryWipeJournal())
    let outcome = try await wipe.run(.logout)
    #expect(outcome.report.failures == [blind.name: .notReadable(5)] && !outcome.report.isComplete)
  }

  @Test("The PIN's attempt counter survives a reinstall and nothing else", arguments: WipeScope.allCases)
  func counter(scope: WipeScope) async throws {
    let pin = InMemoryWipeTarget(name: try targetName("pin"), kind: .pin, hasCounter: true)
    let (wipe, _) = try Wipe.open(plan: plan([pin]), journal: InMemoryWipeJournal())
    guard case .complete(let report, _) = try await wipe.run(scope) else {
      Issue.record("not complete")
      return
    }
    #expect(pin.hasCounter == (scope == .reinstall))
    let kept = WipeRemnant(count: 1, kept: .attemptCounter)
    #expect(report.kept == (scope == .reinstall ? [pin.name: [kept]] : [:]))
  }

  @Test("Only the PIN may keep a counter, and only over a reinstall")
  func excuse() async throws {
    for (kind, scope) in [(UserDataKind.pin, WipeScope.logout), (.secrets, .reinstall), (.pin, .accountSwitch)] {
      let target = ActionWipe(
        name: try targetName("keeper"), kind: kind, erase: { _ in },
        remains: { _ in [WipeRemnant(count: 1, kept: .attemptCounter)] })
      let (wipe, _) = try Wipe.open(plan: plan([target]), journal: InMemoryWipeJournal())
      #expect(try await !wipe.run(scope).report.isComplete)
    }
  }

  @Test(
    "Only what an app group shares may stay for sibling apps, and only over a reinstall", arguments: WipeScope.allCases)
  func siblings(scope: WipeScope) async throws {
    for kind in [UserDataKind.appGroupContainers, .temporaryFiles] {
      let target = ActionWipe(
        name: try targetName("keeper"), kind: kind, erase: { _ in },
        remains: { _ in [WipeRemnant(count: 2, kept: .siblingApps)] })
      let (wipe, _) = try Wipe.open(plan: plan([target]), journal: InMemoryWipeJournal())
      #expect(
        try await wipe.run(scope).report.isComplete == (scope == .reinstall && kind == .appGroupContainers))
    }
  }

  @Test("A damaged journal is a pending wipe that leaves nothing; a newer one is left alone")
  func damaged() async throws {
    let pin = InMemoryWipeTarget(name: try targetName("pin"), kind: .pin, hasCounter: true)
    var bytes = WipeRecord(requested: .reinstall).bytes
    bytes[20] ^= 1
    let (_, opening) = try Wipe.open(plan: plan([pin]), journal: InMemoryWipeJournal(bytes))
    guard case .pending(let pending) = opening else {
      Issue.record("damage was read as nothing")
      return
    }
    #expect(pending.scope == nil)
    #expect(try await pending.resume().report.scope == .logout)
    #expect(!pin.hasCounter)
    let newer = Array("mantlet-wipe 2\nanything".utf8)
    #expect(throws: LifecycleError.journalNewer) { try Wipe.open(plan: plan([]), journal: InMemoryWipeJournal(newer)) }
  }

  @Test("A logout on top of a pending reinstall wipe takes the counter too")
  func escalation() async throws {
    let pin = InMemoryWipeTarget(name: try targetName("pin"), kind: .pin, hasCounter: true)
    var record = WipeRecord(requested: .reinstall)
    record.keysDestroyed = [pin.name]
    record.erased = [pin.name]
    let (wipe, _) = try Wipe.open(plan: plan([pin]), journal: InMemoryWipeJournal(record.bytes))
    #expect(try await wipe.run(.logout).report.scope == .logout)
    #expect(!pin.hasCounter && pin.items == 0)
  }

  @Test("A second wipe at the same time is refused")
  func twice() async throws {
    let gate = AsyncStream<Void>.makeStream()
    let started = AsyncStream<Void>.makeStream()
    let slow = ActionWipe(
      name: try targetName("slow"), kind: .records,
      erase: { _ in
        started.continuation.yield()
        for await _ in gate.stream { break }
      }, remains: { _ in [] })
    let (wipe, _) = try Wipe.open(plan: plan([slow]), journal: InMemoryWipeJournal())
    let first = Task { try await wipe.run(.logout).report.isComplete }
    for await _ in started.stream { break }
    await #expect(throws: LifecycleError.wipeRunning) { try await wipe.run(.logout) }
    gate.continuation.yield()
    #expect(try await first.value)
  }

  @Test("When the request cannot be written down nothing is touched and nothing is forgotten")
  func fullDisk() async throws {
    let target = InMemoryWipeTarget(name: try targetName("a"), kind: .records)
    let (wipe, opening) = try Wipe.open(plan: plan([target]), journal: FullJournal())
    await #expect(throws: LifecycleError.full) { try await wipe.run(.logout) }
    #expect(target.hasKey && target.items == 3)
    guard case .clear(let access) = opening else { return }
    #expect(throws: Never.self) { try access.require() }
  }
}

private struct FullJournal: WipeJournal {
  func read() -> [UInt8]? { nil }
  func replace(_ bytes: [UInt8]) throws(LifecycleError) { throw .full }
  func remove() {}
}

private final class TracedJournal: WipeJournal {
  private let inner = InMemoryWipeJournal()
  private let trace: @Sendable (String) -> Void

  init(_ trace: @escaping @Sendable (String) -> Void) { self.trace = trace }

  func read() throws(LifecycleError) -> [UInt8]? { inner.read() }
  func replace(_ bytes: [UInt8]) {
    trace("write")
    inner.replace(bytes)
  }
  func remove() {
    trace("remove")
    inner.remove()
  }
}

private final class Mutexed: Sendable {
  private let state: Mutex<Bool>
  init(_ value: Bool) { state = Mutex(value) }
  var value: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
