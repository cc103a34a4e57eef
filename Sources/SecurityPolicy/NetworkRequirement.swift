/// How the app talks. Protects bytes in flight from the network; pins and endpoints stand per environment.
public struct NetworkRequirement: Sendable, Hashable {
  /// TLS versions that a policy may ask for; older ones cannot be written.
  public enum TLSVersion: String, Sendable, Hashable, CaseIterable {
    case tls12 = "1.2"
    case tls13 = "1.3"
  }

  public var minimumTLS: TLSVersion = .tls12
  /// Which cipher suites, groups and signatures are offered.
  public var tlsProfile: TLSProfileName = .tr02102
  /// From sending a request to the first byte of its answer.
  public var requestTimeout: Duration = .seconds(30)
  /// From sending a request to the last byte of its answer.
  public var resourceTimeout: Duration = .seconds(60)

  public init() {}
}
