public import NetworkTrust

/// A TAK server as an import or an enrolment left it: where it is, whom to trust there, who we are.
public struct TakServer: Sendable {
  /// What a certificate store of the field never exceeds.
  public static let maximumAuthorities = 16

  public let endpoint: Endpoint
  /// DER; only paths to these count, unless the platform's own are added on purpose.
  public let authorities: [[UInt8]]
  /// Nil before an enrolment.
  public var identity: ClientIdentity?
  public let name: String?
  public let callsign: String?
  /// Whether the connection shall be made without being asked for.
  public var isEnabled: Bool
  /// The server's own key: from the package, or as it was seen first.
  public var pin: ServerPin?

  /// A server whose key is not known yet; no authorities means that nothing can be asked of it.
  public init(
    endpoint: Endpoint, authorities: [[UInt8]], identity: ClientIdentity? = nil, name: String? = nil,
    callsign: String? = nil, isEnabled: Bool = false
  ) {
    (self.endpoint, self.authorities, self.identity) = (endpoint, authorities, identity)
    (self.name, self.callsign, self.isEnabled) = (name, callsign, isEnabled)
  }
}
