/// What makes a key description worthless as evidence. Whether a boot state or patch level is good enough is not decided
/// here.
/// Source: android/keyattestation, its default constraints.
public struct AndroidKeyRules: Sendable, Hashable {
  /// Both levels must be equal and at least this.
  public var minimumSecurityLevel: KeySecurityLevel = .trustedEnvironment
  /// Tags of both lists in ascending order; some genuine devices do not keep it.
  public var requiresOrderedTags = false
  let acceptsSoftware: Bool

  public init() { acceptsSoftware = false }
  private init(acceptsSoftware: Bool) { self.acceptsSoftware = acceptsSoftware }

  /// Takes keys of any level and origin, without root of trust, also below short RSA keys: for emulators and for test
  /// vectors. Such a statement is as good as what anybody on the device may write.
  public static let insecureSoftwareKeys = AndroidKeyRules(acceptsSoftware: true)
}
