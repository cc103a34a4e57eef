import SecurityPolicy

/// What the signals of one check add up to: a verdict for each category of threat that a probe asked about, and the
/// three questions of a report.
///
/// The rule is ``SignalWeight``'s, the same for every category and the same at the server: it counts independent
/// families and not rows.
///
/// Protected: nothing by itself. `holds` means that no sign was found, not that there is nothing to find. All of it
/// runs inside the process that it judges, so whoever controls the process (or the kernel) can make it say anything;
/// a reader from outside and a mount-hiding root tool leave no trace here. The decision belongs to the server, which
/// has hardware attestation.
/// Source: MASVS-RESILIENCE-1, MASVS-RESILIENCE-4; BSI TR-03161-1 O.Resi_2, O.Resi_3.
public struct Assessment: Sendable, Hashable {
  /// Does privileged access to this device show? (`privilegedAccess` signals)
  public let rooted: Verdict
  /// Does changed or foreign code show in this process? (`hooks` and `appIntegrity` signals, weighed together)
  public let hooked: Verdict
  /// Does a debugger show? (`debug` signals)
  public let debugged: Verdict
  /// By category, each weighed alone; a category that no probe asks about has no verdict.
  public let verdicts: [ThreatCategory: Verdict]

  /// Weighs the signals of one check. The order of the signals does not matter.
  public init(_ signals: [Signal]) {
    rooted = SignalWeight.verdict(on: [.privilegedAccess], signals)
    hooked = SignalWeight.verdict(on: [.hooks, .appIntegrity], signals)
    debugged = SignalWeight.verdict(on: [.debug], signals)
    verdicts = Dictionary(
      uniqueKeysWithValues: Set(signals.map(\.category)).map { ($0, SignalWeight.verdict(on: [$0], signals)) })
  }

  /// The verdict on the claim that none of the three shows.
  public var overall: Verdict { rooted.and(hooked).and(debugged) }

  /// The verdict on one category; undetermined when no probe asked.
  public func verdict(on category: ThreatCategory) -> Verdict {
    verdicts[category] ?? .undetermined("no probe looked")
  }
}
