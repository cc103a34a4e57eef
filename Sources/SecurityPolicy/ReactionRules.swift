/// The reaction to each category of threat, for the two profiles apart.
///
/// A debug build only reports whatever it finds, unless the policy says otherwise: developers run debuggers and
/// simulators. A release build ends at once for a debugger, a simulator and privileged access, as O.Resi_3 and O.Resi_4
/// ask; it ends the session for hooks and a changed app, because a profiler or an upgrade under the running process can
/// look alike. A doubt about one of these questions is shown to the person.
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
    case .debug, .simulator, .privilegedAccess: .terminate
    case .hooks, .appIntegrity, .deviceBinding: .endSession
    case .unofficialStore, .passcode, .screenRecording, .multiInstance, .automation: .warn
    case .secureHardwareNotAvailable, .systemVPN, .devMode, .adbEnabled, .screenshot, .timeSpoofing, .locationSpoofing:
      .reportOnly
    }
  }
}
