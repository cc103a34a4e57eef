/// What an app's platform answers. "Could not look" is never "absent".
public enum ProbeAnswer: Sendable, Hashable {
  case absent
  case present
  /// The answer to `images`.
  case names([String])
  /// The scheme is not declared in `LSApplicationQueriesSchemes`, so the system does not say.
  case notDeclared
  /// The platform could not look: its error number, 0 when it has none.
  case unavailable(Int32)
}
