/// Whether a stream still has somebody at its other end, as a state machine without a clock.
///
/// A handshake proves nothing: with TLS 1.3 the client is done before the server has judged its certificate, and a server may
/// keep a connection whose bytes it no longer reads. Only what comes in counts; on a stream on which much comes in, only
/// answers to what we ask show that what we send arrives. So a busy stream is asked, too, and whatever comes in meanwhile,
/// a ping that nobody answers in time ends it.
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
  /// Time after an answer to a ping at which a busy stream is asked again. ``end`` after the first ping without one it is
  /// given up.
  public static let busy = Duration.seconds(60)

  private let connectedAt: Duration
  private var lastReceived: Duration
  private var lastPing: Duration?
  /// When a ping was last answered, nil while none was.
  private var lastAnswer: Duration?
  /// The first ping since then or since the connection was made, and the last.
  private var unanswered: (first: Duration, last: Duration)?
  /// Whether an event came in since the connection was made: only then it is one.
  public private(set) var isProven = false

  /// - Parameter moment: when the connection was made, on a clock that is never set.
  public init(connectedAt moment: Duration) { (connectedAt, lastReceived) = (moment, moment) }

  /// Takes note that an event came in, or anything from a server that is proven.
  public mutating func received(at moment: Duration) {
    lastReceived = max(lastReceived, moment)
    lastPing = nil
    isProven = true
  }

  /// Takes note that an answer to a ping came in, which ``received(at:)`` is told as well.
  public mutating func answered(at moment: Duration) {
    lastAnswer = max(lastAnswer ?? moment, moment)
    unanswered = nil
  }

  /// What is to be done at `moment`; a ping is asked for at once on a new connection, whatever but an answer comes
  /// in before.
  public mutating func step(at moment: Duration) -> Step {
    guard moment - lastReceived < Self.end, moment < answerDue else { return .giveUp }
    guard moment >= min(nextPing, nextBusyPing) else { return .wait }
    lastPing = moment
    unanswered = (unanswered?.first ?? moment, moment)
    return .sendPing
  }

  /// When ``step(at:)`` has to be asked again.
  public var deadline: Duration { min(nextPing, nextBusyPing, lastReceived + Self.end, answerDue) }

  private var nextPing: Duration {
    if let lastPing { return lastPing + Self.pingInterval }
    return isProven ? lastReceived + Self.silence : lastReceived
  }

  /// Whatever comes in meanwhile.
  private var nextBusyPing: Duration {
    unanswered.map { $0.last + Self.pingInterval } ?? lastAnswer.map { $0 + Self.busy } ?? connectedAt
  }

  private var answerDue: Duration {
    unanswered.map { $0.first + Self.end } ?? .seconds(Int64.max)
  }
}
