/// How long a session may live and what it takes to go on. Protects the right to act from token thieves.
///
/// The device enforces what asks its user for the PIN; the server enforces everything that ends a session, whatever the
/// device says. What asks for the PIN is kept by the app's own process and does not bind whoever controls it; nothing here
/// protects a person who is watched or forced. Source: BSI TR-03161-1 O.Auth_7 to O.Auth_10; RFC 9700, section 4.14.
public struct SessionRequirement: Sendable, Hashable {
  /// Whether access and refresh tokens are bound to the device key.
  public enum TokenBinding: String, Sendable, Hashable, CaseIterable {
    /// Every request proves the key (RFC 9449); the server gives out no bearer token.
    case required
    /// A client that sends no proof gets bearer tokens, with the short retry window.
    case optional
  }

  /// What protects name and password on their way, beside pinned TLS.
  public enum LoginEncryption: String, Sendable, Hashable, CaseIterable {
    /// Encrypted to the environment's login key (RFC 7516, RSA-OAEP-256), bound to a challenge and the device key.
    case required
    /// Pinned TLS alone.
    case transport
  }

  /// Where the AppToken stands in a request.
  public enum AppTokenHeader: String, Sendable, Hashable, CaseIterable {
    /// In `Mantlet-App-Token`; `Authorization` carries the UserToken.
    case mantlet
    /// `Authorization: Bearer` before login, for servers that know no other form.
    case bearer
  }

  public var accessToken: Duration = .seconds(30 * 60)
  public var refreshToken: Duration = .seconds(14 * 86400)
  /// From login to the end of the session, whatever happens in between.
  public var maximum: Duration = .seconds(30 * 86400)
  /// Without use for this long, the app asks for the PIN.
  public var inactivity: Duration = .seconds(4 * 3600)
  /// After this long in the background the app asks for the PIN when it comes back.
  public var background: Duration = .seconds(5 * 60)
  /// Without a refresh for this long the server ends the session.
  public var serverInactivity: Duration = .seconds(14 * 86400)
  /// For how long a used refresh token without key binding may be presented again when its answer was lost.
  public var retryWindow: Duration = .seconds(60)
  /// The same for tokens that are bound to a key: whoever retries has to prove the key.
  public var boundRetryWindow: Duration = .seconds(86400)
  /// Refresh failures in a row that end the session.
  public var refreshFailures: Int = 5
  public var tokenBinding: TokenBinding = .required
  public var loginEncryption: LoginEncryption = .required
  public var appTokenHeader: AppTokenHeader = .mantlet
  public var pin = PINRequirement()
  public var password = PasswordRequirement()

  public init() {}
}
