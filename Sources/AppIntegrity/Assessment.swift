import SecurityPolicy

/// What the signals of one check add up to: three questions, a verdict each.
///
/// The rule is the same for every question. It **fails** on one strong detection, or on two medium detections of
/// different families (two signals from one family may have one harmless cause). Weak detections are evidence and
/// never decide. Without a detection it is **undetermined** when a strong probe of the question could not look, or
/// when no probe looked at all; it **holds** otherwise.
///
/// Protected: nothing by itself. `holds` means that no sign was found, not that there is nothing to find. All of it
/// runs inside the process that it judges, so whoever controls the process (or the kernel) can make it say anything;
/// a reader from outside and a mount-hiding root tool leave no trace here. The decision belongs to the server, which
/// has hardware attestation.
/// Source: MASVS-RESILIENCE-1, MASVS-RESILIENCE-4; BSI TR-03161-1 O.Resi_2, O.Resi_3.
public struct Assessment: Sendable, Hashable {
  /// Does privileged access to this device show? (`privilegedAccess` signals)
  public let rooted: Verdict
  /// Does changed or foreign code show in this process? (`hooks` and `appIntegrity` signals)
  public let hooked: Verdict
  /// Does a debugger show? (`debug` signals)
  public let debugged: Verdict

  /// Weighs the signals of one check. The order of the signals does not matter.
  public init(_ signals: [Signal]) {
    rooted = Self.verdict(on: [.privilegedAccess], signals)
    hooked = Self.verdict(on: [.hooks, .appIntegrity], signals)
    debugged = Self.verdict(on: [.debug], signals)
  }

  /// The verdict on the claim that none of the three shows.
  public var overall: Verdict { rooted.and(hooked).and(debugged) }

  private static func verdict(on categories: Set<ThreatCategory>, _ signals: [Signal]) -> Verdict {
    let asked = signals.filter { categories.contains($0.category) }
    let detected = asked.filter { $0.observation == .detected }

    let strong = detected.filter { $0.strength == .strong }
    if !strong.isEmpty { return .fails(.init("detected by \(names(strong))")) }

    let medium = detected.filter { $0.strength == .medium }
    if Set(medium.map(\.family)).count >= 2 {
      return .fails(.init("detected by independent medium signs: \(names(medium))"))
    }

    // O.Resi_2#1: a probe that could not look is not taken for a clean device.
    let blind = asked.filter { $0.strength == .strong && $0.observation == .unavailable }
    if !blind.isEmpty { return .undetermined(.init("could not look: \(names(blind))")) }
    guard asked.contains(where: { $0.observation != .unavailable }) else { return .undetermined("no probe looked") }
    return .holds
  }

  private static func names(_ signals: [Signal]) -> String {
    Set(signals.map(\.probe)).sorted().joined(separator: ", ")
  }
}
