/// The reaction to each category of threat, for the two profiles apart.
///
/// A debug build only reports whatever it finds, unless the policy says otherwise: developers run debuggers and
/// simulators.
///
/// A release build that finds a debugger, a simulator or privileged access **at its start** ends at once: O.Resi_3 and
/// O.Resi_4 are a MUST, and say *at start*. Found **later** the same ends the session and not the process
/// (``IntegrityReaction/terminateAtStart``): a crash reporter traces the process that it describes, a process that
/// vanishes loses what it was recording, and an attacker who sees it end knows which check to patch; with the session go
/// the tokens, and the next start ends. Whoever wants the end at every moment writes `terminate`. Neither is a crash:
/// the process ends by `exit`, after its session was locked.
///
/// Hooks and a changed app end the session, also at the start: eBPF observability, a profiler, or an upgrade of a
/// library under the running process can look alike. O.Resi_2 lets an app warn or stop; so what may be the person's own
/// choice (no passcode, another shop, a recording) is shown. A doubt about one of the three questions is shown, too.
///
/// A reaction here protects whom the device obeys; the server decides about the same report by its own rules.
/// Source: BSI TR-03161-1 O.Resi_2, O.Resi_3, O.Resi_4.
public struct ReactionRules: Sendable, Hashable {
  private var debug: [ThreatCategory: IntegrityReaction] = [:]
  private var release: [ThreatCategory: IntegrityReaction] = [:]
  /// What a debug build does when a question stays open.
  public var debugWhenUndetermined = IntegrityReaction.reportOnly
  /// What a release build does when a question stays open.
  public var releaseWhenUndetermined = IntegrityReaction.warn

  /// The defaults.
  public init() {}

  /// The reaction when a category's verdict fails.
  public subscript(profile: BuildProfile, category: ThreatCategory) -> IntegrityReaction {
    get {
      switch profile {
      case .debug: debug[category] ?? .reportOnly
      case .release: release[category] ?? Self.standard(category)
      }
    }
    set {
      // A default that is written out is the same rule as one that is left out.
      switch profile {
      case .debug: debug[category] = newValue == .reportOnly ? nil : newValue
      case .release: release[category] = newValue == Self.standard(category) ? nil : newValue
      }
    }
  }

  /// The reaction when a question stays open.
  public func whenUndetermined(_ profile: BuildProfile) -> IntegrityReaction {
    profile == .debug ? debugWhenUndetermined : releaseWhenUndetermined
  }

  // O.Resi_3#350 O.Resi_4#350
  private static func standard(_ category: ThreatCategory) -> IntegrityReaction {
    switch category {
    case .debug, .simulator, .privilegedAccess: .terminateAtStart
    case .hooks, .appIntegrity, .deviceBinding: .endSession
    case .unofficialStore, .passcode, .screenRecording, .multiInstance, .automation: .warn
    case .secureHardwareNotAvailable, .systemVPN, .devMode, .adbEnabled, .screenshot, .timeSpoofing, .locationSpoofing:
      .reportOnly
    }
  }
}
