import SecurityPolicy

/// One observation that needs more than a row of the catalogue.
struct OwnProbe: Sendable {
  enum Finding {
    case clean(String?)
    /// The strength may be less than the probe's: some findings tell more than others.
    case detected(String, Signal.Strength?)

    static let clean = Finding.clean(nil)
    static func detected(_ fact: String) -> Finding { .detected(fact, nil) }
  }

  let id: String
  let category: ThreatCategory
  let strength: Signal.Strength
  let family: Signal.Family
  let look: @Sendable () throws(LookFailure) -> Finding

  init(
    _ id: String, _ category: ThreatCategory, _ strength: Signal.Strength, _ family: Signal.Family,
    look: @escaping @Sendable () throws(LookFailure) -> Finding
  ) {
    self.id = id
    self.category = category
    self.strength = strength
    self.family = family
    self.look = look
  }

  func signal(_ log: (@Sendable (String) -> Void)?) -> Signal {
    do {
      switch try look() {
      case .clean(let fact):
        log?("looking for \(id): absent")
        return signal(.clean, fact)
      case .detected(let fact, let less):
        log?("looking for \(id): present (\(fact))")
        return signal(.detected, fact, less)
      }
    } catch {
      log?("looking for \(id): could not look, error \(error.number)")
      return signal(.unavailable, "could not look: error \(error.number)")
    }
  }

  private func signal(
    _ observation: Signal.Observation, _ fact: String?, _ less: Signal.Strength? = nil
  ) -> Signal {
    Signal(
      probe: id, category: category, strength: less ?? strength, family: family, observation: observation,
      evidence: fact.map { [$0] } ?? [])
  }
}
