/// The app that an Android key must belong to.
public struct AndroidApplication: Sendable, Hashable {
  /// The package name.
  public let package: String
  /// SHA-256 of the signing certificates that are ours; empty leaves the signer to the policy.
  public let signingDigests: Set<[UInt8]>

  public init(package: String, signingDigests: Set<[UInt8]>) {
    self.package = package
    self.signingDigests = signingDigests
  }
}
