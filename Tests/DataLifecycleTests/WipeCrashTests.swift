import DataLifecycle
import SecurityTesting
import Synchronization
import Testing

/// Lets a number of durable steps through and then fails every one: what a dead process does.
private final class Power: Sendable {
  private let left: Mutex<Int>

  init(steps: Int) { left = Mutex(steps) }

  func step() throws(LifecycleError) {
    try left.withLock { left throws(LifecycleError) in
      guard left > 0 else { throw .unavailable(0) }
      left -= 1
    }
  }

  var isOut: Bool { left.withLock { $0 == 0 } }
}

private struct PoweredTarget: WipeTarget {
  let inner: InMemoryWipeTarget
  let power: Power

  var name: WipeTargetName { inner.name }
  var kind: UserDataKind { inner.kind }

  func destroyKeys(_ scope: WipeScope) throws(LifecycleError) {
    try power.step()
    inner.destroyKeys(scope)
  }

  func erase(_ scope: WipeScope) throws(LifecycleError) {
    try power.step()
    inner.erase(scope)
  }

  func remains(_ scope: WipeScope) throws(LifecycleError) -> [WipeRemnant] {
    if power.isOut { throw .unavailable(0) }
    return inner.remains(scope)
  }
}

private struct PoweredJournal: WipeJournal {
  let inner: InMemoryWipeJournal
  let power: Power

  func read() -> [UInt8]? { inner.read() }

  func replace(_ bytes: [UInt8]) throws(LifecycleError) {
    try power.step()
    inner.replace(bytes)
  }

  func remove() throws(LifecycleError) {
    try power.step()
    inner.remove()
  }
}

@Suite struct WipeCrashTests {
  @Test("Cut off after any number of durable steps, and again while it resumes, a wipe always completes")
  func everyCut() async throws {
    var cuts = 0
    for first in 0..<40 {
      for second in [0, 1, 2, 5, 40] {
        let journal = InMemoryWipeJournal()
        let targets = try [("a", UserDataKind.records), ("b", .secrets), ("c", .caches)].map { name, kind in
          InMemoryWipeTarget(name: try targetName(name), kind: kind)
        }
        for steps in [first, second] {
          let power = Power(steps: steps)
          let plan = try plan(targets.map { PoweredTarget(inner: $0, power: power) })
          let (wipe, opening) = try Wipe.open(plan: plan, journal: PoweredJournal(inner: journal, power: power))
          switch opening {
          case .clear: _ = try? await wipe.run(.accountSwitch)
          case .pending(let pending): _ = try? await pending.resume()
          }
          cuts += power.isOut ? 1 : 0
        }
        let isTouched = targets.contains { !$0.hasKey || $0.items == 0 }
        let isDone = targets.allSatisfy { !$0.hasKey && $0.items == 0 }
        let (_, opening) = try Wipe.open(plan: plan(targets), journal: journal)
        switch opening {
        case .clear: #expect(isDone || !isTouched, "access to half a wipe after \(first) and \(second) steps")
        case .pending(let pending):
          guard case .complete = try await pending.resume() else {
            Issue.record("not complete after \(first) and \(second) steps")
            continue
          }
          #expect(targets.allSatisfy { !$0.hasKey && $0.items == 0 })
          #expect(journal.read() == nil)
        }
      }
    }
    #expect(cuts > 100)
  }

  @Test("Resuming does not repeat what is written down as done")
  func progress() async throws {
    let count = Counter()
    let target = ActionWipe(
      name: try targetName("a"), kind: .records, destroyKeys: { _ in count.add() }, erase: { _ in count.add() },
      remains: { _ in [] })
    var record = WipeRecord(requested: .logout)
    record.keysDestroyed = [target.name]
    let (_, opening) = try Wipe.open(plan: plan([target]), journal: InMemoryWipeJournal(record.bytes))
    guard case .pending(let pending) = opening else {
      Issue.record("not pending")
      return
    }
    _ = try await pending.resume()
    #expect(count.value == 1)
  }
}

private final class Counter: Sendable {
  private let state = Mutex(0)
  func add() { state.withLock { $0 += 1 } }
  var value: Int { state.withLock { $0 } }
}
