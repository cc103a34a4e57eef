import AppIntegrity
import SecurityPolicy
import Testing

@Suite("Assessment")
struct AssessmentTests {
  private func signal(
    _ category: ThreatCategory, _ strength: Signal.Strength, _ family: Signal.Family,
    _ observation: Signal.Observation, probe: String = "test.probe"
  ) -> Signal {
    Signal(probe: probe, category: category, strength: strength, family: family, observation: observation)
  }

  private func word(_ verdict: Verdict) -> String {
    switch verdict {
    case .holds: "holds"
    case .fails: "fails"
    case .undetermined: "undetermined"
    }
  }

  @Test("One strong detection fails its own question and no other")
  func strongDecides() {
    let table: [(ThreatCategory, rooted: String, hooked: String, debugged: String)] = [
      (.privilegedAccess, "fails", "holds", "holds"),
      (.hooks, "holds", "fails", "holds"),
      (.appIntegrity, "holds", "fails", "holds"),
      (.debug, "holds", "holds", "fails"),
      (.simulator, "holds", "holds", "holds"),
    ]
    let clean = [ThreatCategory.privilegedAccess, .hooks, .debug].map { signal($0, .strong, .environment, .clean) }
    for row in table {
      let result = Assessment(clean + [signal(row.0, .strong, .filesystem, .detected)])
      #expect(word(result.rooted) == row.rooted, "\(row.0)")
      #expect(word(result.hooked) == row.hooked, "\(row.0)")
      #expect(word(result.debugged) == row.debugged, "\(row.0)")
    }
  }

  @Test("Two medium detections decide only when their families differ")
  func mediumNeedsIndependence() {
    let one = signal(.hooks, .medium, .environment, .detected, probe: "hooks.a")
    #expect(Assessment([one]).hooked == .holds)
    #expect(Assessment([one, signal(.hooks, .medium, .environment, .detected, probe: "hooks.b")]).hooked == .holds)
    let two = Assessment([one, signal(.appIntegrity, .medium, .codeIntegrity, .detected, probe: "appIntegrity.c")])
    #expect(word(two.hooked) == "fails")
    #expect(two.rooted == .undetermined("no probe looked"))
  }

  @Test("Weak detections never decide, however many there are")
  func weakNeverDecides() {
    let all = Signal.Family.allCases.map { signal(.privilegedAccess, .weak, $0, .detected) }
    #expect(Assessment(all).rooted == .holds)
    #expect(Assessment(all + [signal(.privilegedAccess, .medium, .mounts, .detected)]).rooted == .holds)
  }

  @Test("A strong probe that could not look leaves the question open, a weaker one does not")
  func unavailable() {
    let clean = signal(.debug, .strong, .processState, .clean)
    #expect(Assessment([clean]).debugged == .holds)
    for strength in [Signal.Strength.medium, .weak] {
      #expect(Assessment([clean, signal(.debug, strength, .environment, .unavailable)]).debugged == .holds)
    }
    let blind = signal(.debug, .strong, .environment, .unavailable)
    #expect(word(Assessment([clean, blind]).debugged) == "undetermined")
    #expect(word(Assessment([blind, signal(.debug, .strong, .network, .detected)]).debugged) == "fails")
  }

  @Test("Without any probe nothing holds")
  func nobodyLooked() {
    let empty = Assessment([])
    #expect(word(empty.rooted) == "undetermined")
    #expect(word(empty.overall) == "undetermined")
    #expect(word(Assessment([signal(.hooks, .medium, .mounts, .unavailable)]).hooked) == "undetermined")
  }

  @Test("Known harmless machines are not accused")
  func falsePositives() {
    let clean = [ThreatCategory.privilegedAccess, .hooks, .debug].map { signal($0, .strong, .filesystem, .clean) }
    let machines: [String: [Signal]] = [
      "root account on a server": [signal(.privilegedAccess, .weak, .processState, .detected)],
      "maker ships busybox and a debuggable build": [
        signal(.privilegedAccess, .weak, .filesystem, .detected),
        signal(.privilegedAccess, .medium, .systemProperties, .detected),
      ],
      "custom system: test keys, unlocked boot loader": [
        signal(.privilegedAccess, .medium, .systemProperties, .detected),
        signal(.privilegedAccess, .medium, .systemProperties, .detected),
      ],
      "preloaded allocator": [signal(.hooks, .medium, .environment, .detected)],
      "just-in-time compiler": [signal(.hooks, .medium, .loadedImages, .detected)],
      "package upgraded while running": [signal(.hooks, .weak, .loadedImages, .detected)],
    ]
    for (name, signals) in machines {
      let result = Assessment(clean + signals)
      #expect(result.overall == .holds, "\(name)")
    }
  }

  @Test("The reason names the probes that decided and no evidence from outside")
  func reasons() {
    let signals = [
      Signal(
        probe: "debug.tracerPid", category: .debug, strength: .strong, family: .processState, observation: .detected,
        evidence: ["TracerPid: 4711"])
    ]
    #expect(Assessment(signals).debugged == .fails("detected by debug.tracerPid"))
  }
}
