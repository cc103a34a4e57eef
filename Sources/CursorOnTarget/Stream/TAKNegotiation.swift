/// A client's side of the change from XML to the TAK protocol on one stream, as a state machine without a clock.
///
/// The server may offer once; the client may ask once and then sends nothing until the answer, reading XML all the while.
/// Request and answer bear the uid of the offer, which TAK Server makes anew for each connection.
///
/// Protects against answers of others: servers relay what their clients write, and one of those that has not seen the offer
/// does not know its uid. Does not protect against an offer that another client wrote and that came before the server's own:
/// whoever uses this disconnects when the answer fails to come or the bytes behind it are no messages, and stays with XML then.
///
/// Source: ATAK's protocol description, protocol negotiation for streaming connections; the listeners of TAK Server 5.
public struct TAKNegotiation: Sendable {
  /// What an event of the server leads to.
  public enum Step: Sendable, Hashable {
    /// It is no part of the negotiation: use it.
    case use
    /// Nothing to do.
    case wait
    /// Send this, then hold back everything until the answer.
    case send(CoTEvent)
    /// From the next byte on, both directions hold messages.
    case switchToMessages
    /// Both directions stay with XML; sending may go on.
    case stayWithEvents
  }

  private enum State: Hashable, Sendable {
    case listening, asked(CoTLine, until: Duration), settled
  }

  /// How long the answer may take.
  public static let patience = Duration.seconds(60)

  private let wantsMessages: Bool
  private var state = State.listening
  private var isOffered = false

  /// - Parameter wantsMessages: whether to ask for version 1 where it is offered.
  public init(wantsMessages: Bool = true) { self.wantsMessages = wantsMessages }

  /// Whether events wait until the answer is there.
  public var isHoldingBack: Bool {
    if case .asked = state { true } else { false }
  }

  /// When to give up and disconnect, on the clock of ``receive(_:at:now:)``; nil while nothing is asked.
  public var deadline: Duration? {
    if case .asked(_, until: let until) = state { until } else { nil }
  }

  /// - Parameters:
  ///   - moment: on a clock that is never set, from any beginning.
  ///   - now: the wall clock, for the times of the request.
  /// - Throws: ``CoTError`` `unexpectedControl` for a second offer, a request, an answer that nobody asked for, one to
  ///   another offer, or one after the deadline; `invalid` for a control event that cannot be read. Nothing follows from
  ///   such an event: drop it, for servers relay those of other clients.
  public mutating func receive(_ event: CoTEvent, at moment: Duration, now: CoTTime) throws(CoTError) -> Step {
    guard let control = try TAKControl(event) else { return .use }
    switch (control, state) {
    case (.support(let versions), .listening):
      guard !isOffered else { throw .unexpectedControl }
      isOffered = true
      guard wantsMessages, versions.contains(1) else { return .wait }
      let request = try TAKControl.request(1).event(uid: event.uid, at: now)
      state = .asked(event.uid, until: moment + Self.patience)
      return .send(request)
    case (.response(let isGranted), .asked(let uid, until: let until)):
      guard event.uid == uid, moment < until else { throw .unexpectedControl }
      state = .settled
      return isGranted ? .switchToMessages : .stayWithEvents
    default: throw .unexpectedControl
    }
  }
}
