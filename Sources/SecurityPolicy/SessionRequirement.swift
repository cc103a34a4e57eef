/// How long a session may live and what it takes to go on. Protects the right to act from token thieves.
public struct SessionRequirement: Sendable, Hashable {
  public var accessToken: Duration = .seconds(30 * 60)
  public var refreshToken: Duration = .seconds(14 * 86400)
  /// From login to the end of the session, whatever happens in between.
  public var maximum: Duration = .seconds(30 * 86400)
  /// Without use for this long, the app asks for the PIN.
  public var inactivity: Duration = .seconds(4 * 3600)
  /// Refresh failures in a row that end the session.
  public var refreshFailures: Int = 5
  public var minimumPINDigits: Int = 4
  public var maximumPINDigits: Int = 6

  public init() {}
}
