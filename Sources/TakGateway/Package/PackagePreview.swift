public import Foundation
public import NetworkTrust

/// What a package would do, for a person to agree to before anything is kept.
public struct PackagePreview: Sendable, Hashable {
  /// One certificate of an authority as people compare it.
  public struct Authority: Sendable, Hashable {
    /// SHA-256 over the certificate, in pairs of hexadecimal digits with colons between.
    public let fingerprint: String
    public let name: String
    public let notAfter: Date
  }

  public let packageName: String?
  public let serverName: String?
  public let endpoint: Endpoint
  public let authorities: [Authority]
  /// The common name of the client's certificate; nil without one.
  public let user: String?
  public let userUntil: Date?
  public let callsign: String?
  public let team: String?
  /// What the user is in the team, in the package's words.
  public let role: String?
  /// The package wants the connection on at once.
  public let isEnabled: Bool
  /// Whether the truststore holds the server's own certificate, so that its key can be pinned from the start.
  public let pinsServer: Bool
  public let warnings: Set<PackageWarning>
}
