/// Whether a stream still has somebody at its other end, as a state machine without a clock.
///
/// A handshake proves nothing: with TLS 1.3 the client is done before the server has judged its certificate, and a server may
/// keep a connection whose bytes it no longer reads. Only what comes in counts.
///
/// Source: ATAK's streaming connections: 15 s of silence, a ping every 4.5 s, the end after 25 s.
public struct CoTLiveness: Sendable {
  /// What is to be done now.
  public enum Step: Sendable, Hashable { case wait, sendPing, giveUp }

  /// Silence after which the first ping is sent.
  public static let silence = Duration.seconds(15)
  public static let pingInterval = Duration.milliseconds(4500)
  /// Silence after which the connection is given up.
  public static let end = Duration.seconds(25)

  private var lastReceived: Duration
  private var lastPing: Duration?
  /// Whether anything came in since the connection was made: only then it is one.
  public private(set) var isProven = false

  /// - Parameter moment: when the connection was made, on a clock that is never set.
  public init(connectedAt moment: Duration) { lastReceived = moment }

  /// Takes note that an event or message came in.
  public mutating func received(at moment: Duration) {
    lastReceived = max(lastReceived, moment)
    lastPing = nil
    isProven = true
  }

  /// What is to be done at `moment`; a ping is asked for at once on a connection that is not proven.
  public mutating func step(at moment: Duration) -> Step {
    guard moment - lastReceived < Self.end else { return .giveUp }
    guard moment >= nextPing else { return .wait }
    lastPing = moment
    return .sendPing
  }

  /// When ``step(at:)`` has to be asked again.
  public var deadline: Duration { min(nextPing, lastReceived + Self.end) }

  private var nextPing: Duration {
    if let lastPing { return lastPing + Self.pingInterval }
    return isProven ? lastReceived + Self.silence : lastReceived
  }
}
