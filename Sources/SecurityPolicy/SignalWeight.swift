/// The rule that turns the signals of one check into verdicts: the same on the device and at the server.
///
/// A question **fails** on one strong detection, or on two medium detections of different families (two signals of one
/// family may have one harmless cause). Weak detections are evidence and never decide. Without a detection it is
/// **undetermined** when a strong probe of the question could not look, or when no probe looked at all; it **holds**
/// otherwise.
public enum SignalWeight {
  /// The verdict on the claim that nothing of these categories shows. The order of the signals does not matter.
  public static func verdict(on categories: Set<ThreatCategory>, _ signals: [Signal]) -> Verdict {
    let asked = signals.filter { categories.contains($0.category) }
    let detected = asked.filter { $0.observation == .detected }

    let strong = detected.filter { $0.strength == .strong }
    if !strong.isEmpty { return .fails(.init("detected by \(names(strong))")) }

    let medium = detected.filter { $0.strength == .medium }
    if Set(medium.map(\.family)).count >= 2 {
      return .fails(.init("detected by independent medium signs: \(names(medium))"))
    }

    // O.Resi_2#1: a probe that could not look is not taken for a clean device.
    let blind = Self.blind(on: categories, signals)
    if !blind.isEmpty { return .undetermined(.init("could not look: \(names(blind))")) }
    guard asked.contains(where: { $0.observation != .unavailable }) else { return .undetermined("no probe looked") }
    return .holds
  }

  /// The strong probes of these categories that could not look: where the question does not fail, any of them leaves it
  /// open. Unlike ``verdict(on:_:)`` this can be asked of a list that leaves out what was clean.
  public static func blind(on categories: Set<ThreatCategory>, _ signals: [Signal]) -> [Signal] {
    signals.filter { categories.contains($0.category) && $0.strength == .strong && $0.observation == .unavailable }
  }

  private static func names(_ signals: [Signal]) -> String {
    Set(signals.map(\.probe)).sorted().joined(separator: ", ")
  }
}
