/// What an app calls itself in reports: a claim that only attestation can prove.
public struct AppIdentity: Sendable, Hashable {
  public let identifier: String
  public let version: String

  public init(identifier: String, version: String) {
    self.identifier = identifier
    self.version = version
  }
}
