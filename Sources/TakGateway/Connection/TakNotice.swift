public import CursorOnTarget

/// What a ``TakConnection`` tells whoever holds it.
@nonexhaustive
public enum TakNotice: Sendable, Hashable {
  /// The server answered.
  case connected
  case event(CoTEvent)
  /// The server relayed something that no event may be.
  case dropped(CoTError)
  case disconnected(GatewayError)
  /// The next attempt is made after this time.
  case waiting(Duration)
}
