import AppIntegrity
import Foundation
import SecurityPolicy
import Synchronization
import Testing

/// What an app asks of a watch while it is told about a check.
@Suite(.timeLimit(.minutes(15))) struct WatchNoticeTests {
  /// Watches that their own notices can reach, and what came of it.
  private final class Reached: Sendable {
    private let state = Mutex<(watches: [IntegrityWatch], told: Int, answers: [ReactionDecision?])>(([], 0, []))

    func add(_ watch: IntegrityWatch) { state.withLock { $0.watches.append(watch) } }
    func clear() { state.withLock { $0.watches = [] } }
    func watch(_ number: Int) -> IntegrityWatch? {
      state.withLock { $0.watches.indices.contains(number) ? $0.watches[number] : nil }
    }

    /// Counts from 1.
    func tell() -> Int {
      state.withLock { state in
        state.told += 1
        return state.told
      }
    }

    func answer(_ decision: ReactionDecision?) { state.withLock { $0.answers.append(decision) } }
    var told: Int { state.withLock { $0.told } }
    var answers: [ReactionDecision?] { state.withLock { $0.answers } }
  }

  private let clock = StagedClock(waits: 0)
  private let reached = Reached()

  /// A watch that each notice is given the number of, until a failing test has had enough.
  private func make(fails: Bool = false, notify: @escaping @Sendable (Int) async -> Void) throws -> IntegrityWatch {
    let watch = try IntegrityWatch(
      requirement: IntegrityRequirement(), insecureProfile: .release, clock: clock, dice: SystemRandomNumberGenerator(),
      check: { now throws(IntegrityError) in
        if fails { throw .systemUnknown }
        let system = OperatingSystem(platform: .linux, name: "Debian", version: "12", patchLevel: nil)
        return SecurityCheckResult(date: now, system: system, signals: [])
      },
      notify: { [reached] _ in
        let number = reached.tell()
        if number < 6 { await notify(number) }
      })
    reached.add(watch)
    return watch
  }

  @Test(
    "A notice that asks its own watch again is answered by the check it tells of, also from a task that it starts",
    arguments: [false, true], [false, true])
  func asks(inTask: Bool, fails: Bool) async throws {
    let watch = try make(fails: fails) { [reached] _ in
      @Sendable func ask() async {
        await reached.watch(0)?.enteredForeground()
        reached.answer(await reached.watch(0)?.beforeSession())
      }
      if inTask { Task { await ask() } } else { await ask() }
    }
    defer { reached.clear() }
    await watch.enteredForeground()
    while reached.answers.isEmpty { await Task.yield() }
    #expect(reached.told == 1)
    // A check that could not be made is no permission.
    let reactions: [IntegrityReaction?] = [fails ? nil : .warn]
    #expect(reached.answers.map { $0?.reaction } == reactions)
    // The next return is one.
    await watch.enteredForeground()
    #expect(reached.told == 2)
  }

  @Test("Two watches whose notices ask each other are told once each")
  func each() async throws {
    let first = try make { [reached] _ in await reached.watch(1)?.enteredForeground() }
    _ = try make { [reached] _ in await reached.watch(0)?.enteredForeground() }
    defer { reached.clear() }
    await first.enteredForeground()
    #expect(reached.told == 2)
  }

  @Test("What a notice asks after a minute has a check of its own, and that is told once")
  func late() async throws {
    let watch = try make { [reached, clock] number in
      if number == 1 { clock.state.withLock { $0.elapsed += .seconds(60) } }
      await reached.watch(0)?.enteredForeground()
    }
    defer { reached.clear() }
    await watch.enteredForeground()
    #expect(reached.told == 2)
  }
}
