public import CursorOnTarget

/// What a ``TakConnection`` tells whoever holds it.
@nonexhaustive
public enum TakNotice: Sendable, Hashable {
  /// The server answered.
  case connected
  /// Which version of the TAK protocol is spoken from here on: 0 for XML, 1 for messages. 0 says that nothing is asked
  /// for when the server first answers a ping, or that it refused; an offer that comes later can still bring 1.
  case version(Int)
  case event(CoTEvent)
  /// What had waited for a connection was written to the server; an emergency that may not have arrived, once more.
  case sent(CoTEvent)
  /// What had waited for a connection is forgotten: it holds no more, others took its place, or it cannot be written.
  /// Of an emergency that was sent before it says that it is not sent once more, though its connection ended before
  /// the server answered behind it.
  case unsent(CoTEvent)
  /// The server relayed something that no event may be.
  case dropped(CoTError)
  case disconnected(GatewayError)
  /// The next attempt is made after this time.
  case waiting(Duration)
}
