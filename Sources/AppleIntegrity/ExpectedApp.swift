/// What the app is when nobody has repackaged it: written into its source, not read from its bundle.
public struct ExpectedApp: Sendable, Hashable {
  public let bundleIdentifier: String
  /// The id of the team that signs it, ten characters; nil does not ask.
  public let team: String?

  public init(bundleIdentifier: String, team: String?) {
    self.bundleIdentifier = bundleIdentifier
    self.team = team
  }
}
