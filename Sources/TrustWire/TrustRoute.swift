/// The server's addresses, spelt once for both sides.
public enum TrustRoute: String, Sendable, Hashable, CaseIterable {
  case challenge = "/v1/challenge"
  case token = "/v1/token"
  case records = "/v1/records"
  case revoke = "/v1/revoke"
  case introspect = "/v1/introspect"
  /// A person's sessions: GET lists them, POST ends one or all.
  case sessions = "/v1/sessions"
  /// A person's change of password.
  case password = "/v1/password"
  /// What an installation saw when a server showed no pinned key.
  case pinFailures = "/v1/pin-failures"
  /// The newest signed pin update.
  case pins = "/v1/pins"
  /// The process answers.
  case health = "/health"
  /// It can decide: store and keys are there.
  case ready = "/ready"
  case jwks = "/.well-known/jwks.json"
  case metadata = "/.well-known/oauth-authorization-server"

  /// The header that carries the AppToken; the UserToken goes in `Authorization`.
  public static let appTokenHeader = "Mantlet-App-Token"
  /// Source: RFC 9449, section 4.1.
  public static let proofHeader = "DPoP"
}
