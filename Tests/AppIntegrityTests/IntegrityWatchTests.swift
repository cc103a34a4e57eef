import AppIntegrity
import Foundation
import SecurityPolicy
import Synchronization
import Testing
import TrustWire

@Suite struct IntegrityWatchTests {
  /// SplitMix64: the same sequence for the same seed.
  private struct SeededDice: RandomNumberGenerator, Sendable {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  /// What a watch told, with the time that nobody sets.
  private final class Log: Sendable {
    private let entries = Mutex<[(Duration, IntegrityWatch.Notice)]>([])
    func add(_ time: Duration, _ notice: IntegrityWatch.Notice) { entries.withLock { $0.append((time, notice)) } }
    var times: [Duration] { entries.withLock { $0.map(\.0) } }
    var notices: [IntegrityWatch.Notice] { entries.withLock { $0.map(\.1) } }
    var occasions: [CheckOccasion] {
      notices.map {
        switch $0 {
        case .checked(let occasion, _, _), .failed(let occasion, _): occasion
        }
      }
    }
    /// Minutes from each check to the next.
    var gaps: [Double] {
      zip(times, times.dropFirst()).map { Double(($1 - $0).components.seconds) / 60 }
    }
  }

  /// Counts from 1.
  private final class Tries: Sendable {
    private let count = Mutex(0)
    func next() -> Int {
      count.withLock { count in
        count += 1
        return count
      }
    }
  }

  private static let system = OperatingSystem(platform: .linux, name: "Debian", version: "12", patchLevel: nil)

  private func watch(
    _ clock: StagedClock, _ log: Log, seed: UInt64 = 1, profile: BuildProfile = .release, signals: [Signal] = [],
    error: IntegrityError? = nil, log checks: CheckLog = CheckLog()
  ) throws -> IntegrityWatch {
    try IntegrityWatch(
      requirement: IntegrityRequirement(), insecureProfile: profile, clock: clock, dice: SeededDice(state: seed),
      log: checks,
      check: { now throws(IntegrityError) in
        if let error { throw error }
        return SecurityCheckResult(date: now, system: Self.system, signals: signals)
      }, notify: { log.add(clock.elapsed(), $0) })
  }

  @Test("The first check is made at the start, the others at random moments that fill 30 to 180 minutes evenly")
  func distribution() async throws {
    let (clock, log) = (StagedClock(waits: 200_000), Log())
    try await watch(clock, log).run()
    #expect(log.times.first == .zero && log.occasions.first == .start)
    #expect(log.occasions.dropFirst().allSatisfy { $0 == .drawn })
    let gaps = log.gaps
    #expect(gaps.count > 1500)
    #expect(gaps.allSatisfy { (30.0...180.0).contains($0) }, "\(gaps.max() ?? 0)")
    var buckets = [Int](repeating: 0, count: 5)
    for gap in gaps { buckets[min(4, Int((gap - 30) / 30))] += 1 }
    let expected = gaps.count / 5
    #expect(buckets.allSatisfy { abs($0 - expected) < expected / 4 }, "\(buckets)")
  }

  @Test("After a suspension the check comes with the first moment that the process has")
  func suspension() async throws {
    let (clock, log) = (StagedClock(waits: 3), Log())
    clock.state.withLock { $0.suspension = .seconds(10 * 3600) }
    try await watch(clock, log).run()
    #expect(log.occasions == [.start, .drawn])
    #expect(log.times == [.zero, .seconds(10 * 3600) + IntegrityWatch.slice])
  }

  @Test("A wall clock that is set back or forward delays no check", arguments: [-7200.0, -60, -30, 30, 7200])
  func clockSet(step: Double) async throws {
    let (clock, log) = (StagedClock(waits: 2000), Log())
    clock.state.withLock { $0.wallStep = step }
    try await watch(clock, log).run()
    #expect(log.gaps.count > 5 && log.gaps.allSatisfy { $0 <= 180 })
  }

  @Test("A return to the foreground and a session with the server are checked at once, and each draws anew")
  func occasions() async throws {
    let (clock, log) = (StagedClock(waits: 0), Log())
    let watch = try watch(clock, log)
    await watch.enteredForeground()
    let decision = await watch.beforeSession()
    #expect(log.occasions == [.foreground, .session])
    // Nothing looked, so nothing is clean.
    #expect(decision?.reaction == .warn)
    #expect(watch.log.history.checks.count == 2)
  }

  @Test("What is found is told with the reaction of the policy and stands in the next report")
  func found() async throws {
    let (clock, log) = (StagedClock(waits: 0), Log())
    let tracer = Signal(
      probe: "debug.tracerPid", category: .debug, strength: .strong, family: .processState, observation: .detected)
    let watch = try watch(clock, log, signals: [tracer])
    #expect(await watch.beforeSession()?.reaction == .endSession)
    let (report, mark) = try #require(
      watch.log.report {
        SecurityReport(
          $0, challenge: "c", attestation: .unsupported, app: ("a", "1"), environment: .dev, profile: .release,
          policyDigest: "d")
      })
    #expect(report.isDebugged == .yes && report.earlier.isEmpty)
    await watch.enteredForeground()
    await watch.log.accepted(mark)
    #expect(watch.log.history.checks.count == 1)
  }

  @Test("Two watches on one log make one history")
  func shared() async throws {
    let (clock, told, log) = (StagedClock(waits: 0), Log(), CheckLog())
    for _ in 0..<2 { try await watch(clock, told, log: log).enteredForeground() }
    #expect(log.history.checks.count == 2)
  }

  @Test("What ends the process at its start ends the session at every later occasion")
  func startAndLater() async throws {
    let (clock, log) = (StagedClock(waits: 1), Log())
    let tracer = Signal(
      probe: "debug.tracerPid", category: .debug, strength: .strong, family: .processState, observation: .detected)
    let watch = try watch(clock, log, signals: [tracer])
    await watch.run()
    await watch.enteredForeground()
    _ = await watch.beforeSession()
    let reactions = log.notices.map { notice -> IntegrityReaction? in
      if case .checked(_, _, let decision) = notice { decision.reaction } else { nil }
    }
    #expect(reactions == [.terminate, .endSession, .endSession])
  }

  @Test("A check that cannot be made is no clean one, and is tried again within a minute")
  func failing() async throws {
    let (clock, log) = (StagedClock(waits: 5), Log())
    let watch = try watch(clock, log, error: .systemUnknown)
    #expect(await watch.beforeSession() == nil)
    await watch.run()
    #expect(log.notices.allSatisfy { if case .failed(_, .systemUnknown) = $0 { true } else { false } })
    #expect(log.gaps.dropFirst().allSatisfy { $0 <= 1 } && log.gaps.count >= 5)
    #expect(watch.log.history.checks.isEmpty)
  }

  @Test("Where the first checks cannot be made, the first that can is the one of the start")
  func lateStart() async throws {
    let (clock, log, tries) = (StagedClock(waits: 5), Log(), Tries())
    let tracer = Signal(
      probe: "debug.tracerPid", category: .debug, strength: .strong, family: .processState, observation: .detected)
    let watch = try IntegrityWatch(
      requirement: IntegrityRequirement(), insecureProfile: .release, clock: clock, dice: SeededDice(state: 1),
      check: { now throws(IntegrityError) in
        if tries.next() <= 2 { throw .systemUnknown }
        return SecurityCheckResult(date: now, system: Self.system, signals: [tracer])
      }, notify: { log.add(clock.elapsed(), $0) })
    await watch.run()
    await watch.enteredForeground()
    #expect(log.occasions == [.start, .start, .start, .foreground])
    let reactions = log.notices.map { notice -> IntegrityReaction? in
      if case .checked(_, _, let decision) = notice { decision.reaction } else { nil }
    }
    #expect(reactions == [nil, nil, .terminate, .endSession])
  }

  @Test("Bounds that are no range are refused")
  func bounds() {
    var requirement = IntegrityRequirement()
    requirement.minimumInterval = .zero
    #expect(throws: IntegrityError.intervalsInvalid) {
      try IntegrityWatch(
        requirement: requirement, insecureProfile: .debug, clock: StagedClock(waits: 0),
        dice: SystemRandomNumberGenerator(),
        check: { _ throws(IntegrityError) in throw .systemUnknown }, notify: { _ in })
    }
  }
}
