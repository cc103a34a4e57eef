import SecurityPolicy
import Testing

@Suite struct SignalWeightTests {
  private func signal(
    _ family: Signal.Family, _ strength: Signal.Strength = .medium, _ observation: Signal.Observation = .detected
  ) -> Signal {
    Signal(probe: "hooks.\(family)", category: .hooks, strength: strength, family: family, observation: observation)
  }

  private func fails(_ signals: [Signal]) -> Bool {
    if case .fails = SignalWeight.verdict(on: [.hooks], signals) { true } else { false }
  }

  @Test("What a tool leaves behind when it has gone is told by two independent signs")
  func attachAndLeave() {
    #expect(fails([signal(.pageCopies), signal(.mappings)]))
    #expect(!fails([signal(.pageCopies), signal(.pageCopies)]))
  }

  @Test("Any two different families decide, no family twice does")
  func families() {
    for one in Signal.Family.allCases {
      for other in Signal.Family.allCases { #expect(fails([signal(one), signal(other)]) == (one != other)) }
    }
  }

  @Test("What leaves a question open is named, whether or not clean signals are listed")
  func blind() {
    let closed = signal(.systemCalls, .strong, .unavailable)
    let rest = [signal(.mounts, .strong, .clean), signal(.mappings, .medium, .unavailable), signal(.threads, .weak)]
    #expect(SignalWeight.blind(on: [.hooks], [closed] + rest) == [closed])
    #expect(SignalWeight.blind(on: [.hooks], [closed]) == [closed])
    #expect(SignalWeight.blind(on: [.hooks], rest) == [])
    #expect(SignalWeight.blind(on: [.debug], [closed]) == [])
    #expect(SignalWeight.verdict(on: [.hooks], [closed] + rest) == .undetermined("could not look: hooks.systemCalls"))
  }

  @Test("Signals of other categories are not counted")
  func others() {
    let foreign = Signal(probe: "p", category: .debug, strength: .strong, family: .mounts, observation: .detected)
    #expect(SignalWeight.verdict(on: [.hooks], [foreign]) == .undetermined("no probe looked"))
    #expect(SignalWeight.verdict(on: [.hooks], [foreign, signal(.mounts, .weak, .clean)]) == .holds)
  }
}
