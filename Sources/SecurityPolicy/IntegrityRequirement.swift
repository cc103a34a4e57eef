/// When the device is checked, what the app does about a finding, and who may switch probes off.
public struct IntegrityRequirement: Sendable, Hashable {
  /// Each check comes at a random moment between the two bounds after the last one.
  public var minimumInterval: Duration = .seconds(30 * 60)
  public var maximumInterval: Duration = .seconds(180 * 60)
  public var reactions = ReactionRules()
  /// Whose signature a probe overlay needs: the RFC 7638 thumbprint of a P-256 key, base64url of 32 bytes. Without one
  /// no overlay is obeyed.
  public var overlayKey: String?

  public init() {}
}
