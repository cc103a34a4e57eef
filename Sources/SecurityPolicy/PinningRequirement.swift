/// What the pins of one environment are good for, and until when.
///
/// Validation of the certificate path (anchors, name, dates, usage) is no matter of these rules: it always runs.
/// Source: MASVS-NETWORK-2; RFC 7469, sections 2.1.2, 2.5 and 4.3; Android network security configuration, `pin-set`.
public struct PinningRequirement: Sendable, Hashable {
  /// What a path without a pinned key means.
  public enum Mode: String, Sendable, Hashable, CaseIterable {
    /// No connection.
    case enforce
    /// A connection and a report: whoever gets a certificate from an anchor reads along. Refused in `prod`.
    case insecureReportOnly

    /// Whether a policy with this word is refused in the environment `prod`.
    public var isInsecure: Bool { rawValue.hasPrefix("insecure") }
  }

  /// What happens from the day ``PinningRequirement/expires`` on, when no signed pin update is in force.
  public enum AfterExpiry: String, Sendable, Hashable, CaseIterable {
    /// No connection until the app is updated.
    case refuse
    /// Pins are asked for no longer: whoever gets a certificate from an anchor may speak for the host. Refused in
    /// `prod` where the platform's anchors count, because every public authority is one of them.
    case anchorsAlone
  }

  public var mode: Mode = .enforce
  /// The day on which the pins of the policy stop counting; nil for never.
  public var expires: PolicyDay?
  public var afterExpiry: AfterExpiry = .refuse
  /// Whether the pins of the endpoint's host hold for all names below it, too.
  public var subdomains = false
  /// SHA-256 over whole certificates (standard base64 of 32 bytes) that count for the endpoint's host beside its pins.
  /// Each ends with its certificate, at the next renewal: prefer the pins of keys.
  public var certificates: [String] = []
  /// The thumbprint (RFC 7638, base64url of SHA-256) of the P-256 key, kept offline, that signs pin updates; nil accepts
  /// none.
  public var updateKey: String?

  public init() {}
}
