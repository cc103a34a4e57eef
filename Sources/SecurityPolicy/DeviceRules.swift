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
  /// An attested boot state other than verified, or an unlocked boot loader (`rejectedBecauseRooted`).
  public var whenBootUnverified: Response = .reject
  /// Oldest attested patch level of the maker's own parts (`osPatchTooLow`); asks nothing of devices that attest none.
  public var minimumVendorPatch: DottedVersion?
  /// Oldest attested patch level of the boot image (`osPatchTooLow`); asks nothing of devices that attest none.
  public var minimumBootPatch: DottedVersion?
  /// For release builds; a debug build may always come without.
  public var attestation: AttestationRule = .required
  public var origin = AppOrigin()
  /// Codes that are noted and refuse nobody: for watching a new rule before it binds. Whatever is listed here, a device
  /// is refused whose evidence was not accepted, or proves another app, signer, team or way of distribution than
  /// ``origin`` takes.
  public var observeOnly: [DecisionCode] = []

  public init() {}
}
