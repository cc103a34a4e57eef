/// Whom the app talks to in one environment, and how it knows them.
public struct EnvironmentRequirement: Sendable, Hashable {
  /// `https://host[:port]`; no other scheme, no path, no user.
  public var endpoint: String
  /// SHA-256 digests of SubjectPublicKeyInfo, standard base64 of 32 bytes, at least two: the first in use, the others in
  /// reserve.
  public var pins: [String]
  /// DER certificates (standard base64) that chains must end in; empty means the platform's own anchors.
  public var anchors: [String]
  /// Whether the platform's own anchors count beside ``anchors``; without any of those they count anyway.
  public var systemAnchors = false
  /// What the pins are good for, and until when.
  public var pinning = PinningRequirement()
  /// Further hosts with pins of their own; a host that stands neither here nor in ``endpoint`` is not talked to.
  public var hosts: [PinnedHostRequirement] = []
  /// Key ids (RFC 7638 SHA-256 thumbprints, base64url) whose tokens are accepted.
  public var tokenKeys: [String]
  /// The RSA public key (SubjectPublicKeyInfo in DER, base64url) of 2048 bits or more that logins are encrypted to.
  public var loginKey: String

  public init(
    endpoint: String, pins: [String], anchors: [String] = [], tokenKeys: [String], loginKey: String
  ) {
    self.endpoint = endpoint
    self.pins = pins
    self.anchors = anchors
    self.tokenKeys = tokenKeys
    self.loginKey = loginKey
  }
}
