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

  private static let system = OperatingSystem(platform: .linux, name: "Debian", version: "12", patchLevel: nil)

  private func watch(
    _ clock: StagedClock, _ log: Log, seed: UInt64 = 1, profile: BuildProfile = .release, signals: [Signal] = [],
    error: IntegrityError? = nil
  ) throws -> IntegrityWatch {
    try IntegrityWatch(
      requirement: IntegrityRequirement(), profile: profile, clock: clock, dice: SeededDice(state: seed),
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
    #expect(await watch.history.results.count == 2)
  }

  @Test("What is found is told with the reaction of the policy and stands in the next report")
  func found() async throws {
    let (clock, log) = (StagedClock(waits: 0), Log())
    let tracer = Signal(
      probe: "debug.tracerPid", category: .debug, strength: .strong, family: .processState, observation: .detected)
    let watch = try watch(clock, log, signals: [tracer])
    #expect(await watch.beforeSession()?.reaction == .terminate)
    let (report, mark) = try #require(
      await watch.report {
        SecurityReport(
          $0, challenge: "c", attestation: .unsupported, app: ("a", "1"), environment: .dev, profile: .release,
          policyDigest: "d")
      })
    #expect(report.isDebugged == .yes && report.earlier.isEmpty)
    await watch.enteredForeground()
    await watch.accepted(mark)
    #expect(await watch.history.results.count == 1)
  }

  @Test("A check that cannot be made is no clean one, and is tried again within a minute")
  func failing() async throws {
    let (clock, log) = (StagedClock(waits: 5), Log())
    let watch = try watch(clock, log, error: .systemUnknown)
    #expect(await watch.beforeSession() == nil)
    await watch.run()
    #expect(log.notices.allSatisfy { if case .failed(_, .systemUnknown) = $0 { true } else { false } })
    #expect(log.gaps.dropFirst().allSatisfy { $0 <= 1 } && log.gaps.count >= 5)
    #expect(await watch.history.results.isEmpty)
  }

  @Test("Bounds that are no range are refused")
  func bounds() {
    var requirement = IntegrityRequirement()
    requirement.minimumInterval = .zero
    #expect(throws: IntegrityError.intervalsInvalid) {
      try IntegrityWatch(
        requirement: requirement, profile: .debug, clock: StagedClock(waits: 0), dice: SystemRandomNumberGenerator(),
        check: { _ throws(IntegrityError) in throw .systemUnknown }, notify: { _ in })
    }
  }
}
