import AppIntegrity
import Foundation
import SecurityPolicy
import Testing

@Suite("SecurityCheck")
struct SecurityCheckTests {
  private struct FixedSource: SignalSource {
    let answer: [Signal]
    func signals() -> [Signal] { answer }
  }

  private struct FixedFacts: SystemFacts {
    let answer: OperatingSystem?
    func system() -> OperatingSystem? { answer }
  }

  private let debian = OperatingSystem(platform: .linux, name: "Debian", version: "12", patchLevel: "6.1")
  private let now = Date(timeIntervalSince1970: 1_800_000_000)

  private func signal(
    _ probe: String, _ category: ThreatCategory, _ strength: Signal.Strength, _ observation: Signal.Observation
  ) -> Signal {
    Signal(
      probe: probe, category: category, strength: strength, family: .processState, observation: observation,
      evidence: ["a", "b"])
  }

  @Test("A check asks every source and stamps version, date and system")
  func asksAll() throws {
    let tracer = signal("debug.tracerPid", .debug, .strong, .detected)
    let tools = signal("hooks.toolCode", .hooks, .strong, .clean)
    let check = SecurityCheck(
      facts: FixedFacts(answer: debian), sources: [FixedSource(answer: [tracer]), FixedSource(answer: [tools])])
    let result = try check.run(now: now)
    #expect(result.signals == [tracer, tools])
    #expect(result.checkVersion == 3)
    #expect(result.date == now)
    #expect(result.system == debian)
    #expect(result.isDebugged)
    #expect(!result.isHooked)
    #expect(result.evidence == ["strong debug.tracerPid: a; b"])
  }

  @Test("A check without a named system is refused")
  func needsSystem() {
    let check = SecurityCheck(facts: FixedFacts(answer: nil), sources: [])
    #expect(throws: IntegrityError.systemUnknown) { try check.run(now: now) }
  }

  @Test("Could not look is printed as not rooted, but its verdict is no success")
  func undeterminedIsNotClean() {
    let result = CheckResult(
      date: now, system: debian, signals: [signal("privilegedAccess.su", .privilegedAccess, .strong, .unavailable)])
    #expect(!result.isRooted)
    #expect(result.assessment.rooted == .undetermined("could not look: privilegedAccess.su"))
    #expect(result.evidence.isEmpty)
  }
}
