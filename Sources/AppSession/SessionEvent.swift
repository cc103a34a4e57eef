import TrustWire

/// What happens to a session. Each comes with a ``ClockReading``.
public enum SessionEvent: Sendable, Hashable {
  /// The app started and read what an earlier run kept.
  case launched
  /// Nothing but time passed.
  case looked
  case enrolled
  /// Somebody signed in; the times are seconds since 1970.
  case loggedIn(refreshEndsAt: Int64, sessionEndsAt: Int64?)
  /// The person did something: a touch or a key, no request that the app makes by itself.
  case used
  case movedToBackground
  case returned
  /// The server said what time it is, in seconds since 1970.
  case heard(serverTime: Int64)
  /// The PIN was right, or biometry released its key.
  case unlocked
  /// Tokens were renewed. For a UserToken the times are its own.
  case refreshed(TokenKind, refreshEndsAt: Int64, sessionEndsAt: Int64?)
  case refreshRefused(TokenKind, RefusalReason)
  /// No answer, or a request for patience: no sign of anything.
  case unreachable
  case ended(SessionEndReason)
  case judged(SessionDecision)
  case loggedOut
}
