/// Which devices of one platform the server admits. The names follow the decision codes.
public struct DeviceRules: Sendable, Hashable {
  /// What the server does about a finding.
  public enum Response: String, Sendable, Hashable, CaseIterable { case reject, allow }

  /// Refuse this platform altogether (`osRejected`).
  public var rejected = false
  public var minimumVersion: DottedVersion?
  public var maximumVersion: DottedVersion?
  public var blacklistedVersions: [DottedVersion] = []
  public var minimumPatch: DottedVersion?
  public var maximumPatch: DottedVersion?
  public var blacklistedPatches: [DottedVersion] = []
  public var whenRooted: Response = .reject
  /// Hooks and debuggers alike (`rejectedBecauseHooked`).
  public var whenHooked: Response = .reject
  /// When the device could not tell: `reject` is the safe default.
  public var whenUndetermined: Response = .reject

  public init() {}
}
