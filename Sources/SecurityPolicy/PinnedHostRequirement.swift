/// A further host that the app talks to in one environment, with pins of its own.
public struct PinnedHostRequirement: Sendable, Hashable {
  /// A name in lower case, without port.
  public var host: String
  /// As ``EnvironmentRequirement/pins``.
  public var pins: [String]
  /// Whether the pins hold for all names below the host, too.
  public var subdomains: Bool

  public init(host: String, pins: [String], subdomains: Bool = false) {
    self.host = host
    self.pins = pins
    self.subdomains = subdomains
  }
}
