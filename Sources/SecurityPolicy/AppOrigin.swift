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
  /// How Apple's system may have seen the app signed. Without a word a production environment takes apps from the
  /// App Store only, and every other environment all of them: an app for testers, for one company or for the developer's
  /// own phone is named by whoever sends it into production.
  public var categories: [SigningCategory]?
  /// Refuses a device whose system states no category: those before iOS 27.
  public var requiresCategory = false

  public init() {}

  /// Whether an app that was signed like this is taken for genuine there.
  public func admits(_ category: SigningCategory, in environment: EnvironmentName) -> Bool {
    if let categories { return categories.contains(category) }
    return environment != .prod || category == .appStore
  }
}
