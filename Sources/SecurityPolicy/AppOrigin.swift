/// Which builds of an app the server takes for genuine. An empty list asks nothing.
///
/// Against an attestation each list is a proof: another app, team or signing key was repackaged. Against a mere report
/// only the app's identifier can be compared, and it is a claim.
public struct AppOrigin: Sendable, Hashable {
  /// Bundle identifiers without the team, or package names.
  public var apps: [String] = []
  /// Apple team identifiers, ten letters and digits.
  public var teamIDs: [String] = []
  /// SHA-256 of the signing certificates, lower-case hexadecimal.
  public var signingDigests: [String] = []

  public init() {}
}
