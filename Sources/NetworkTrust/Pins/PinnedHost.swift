/// What one host is known by.
public struct PinnedHost: Sendable, Hashable {
  public let host: ServerHost
  public let pins: PinSet
  /// Whether the pins hold for all names below the host, too. An address has none.
  public let subdomains: Bool
  /// Whole certificates that count beside the pins.
  public let certificates: Set<CertificatePin>

  /// - Parameter pins: those of the host's key or of an authority above it; the first is the one in use.
  public init(host: ServerHost, pins: PinSet, subdomains: Bool = false, certificates: Set<CertificatePin> = []) {
    self.host = host
    self.pins = pins
    self.subdomains = subdomains && host.kind == .name
    self.certificates = certificates
  }

  /// Whether this is the entry for a host, whatever other entries there are.
  func covers(_ other: ServerHost) -> Bool {
    host == other || subdomains && other.kind == .name && other.description.hasSuffix("." + host.description)
  }
}
