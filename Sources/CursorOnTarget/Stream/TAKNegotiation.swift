/// A client's side of the change from XML to the TAK protocol on one stream, as a state machine without a clock.
///
/// The server may offer once; the client may ask once and then sends nothing until the answer, reading XML all the while.
/// A server that offers twice, or answers what nobody asked, breaks the rules and is refused.
///
/// Source: ATAK's protocol description, protocol negotiation for streaming connections.
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
    case listening, asked(until: Duration), settled(Bool)
  }

  /// How long the answer may take.
  public static let patience = Duration.seconds(60)

  private let uid: CoTLine
  private let wantsMessages: Bool
  private var state = State.listening
  private var isOffered = false

  /// - Parameter uid: of this client; the request bears it.
  public init(uid: CoTLine, wantsMessages: Bool = true) {
    self.uid = uid
    self.wantsMessages = wantsMessages
  }

  /// Whether events wait until the answer is there.
  public var isHoldingBack: Bool {
    if case .asked = state { true } else { false }
  }

  /// When to give up and disconnect, on the clock of ``receive(_:at:now:)``; nil while nothing is asked.
  public var deadline: Duration? {
    if case .asked(let until) = state { until } else { nil }
  }

  /// - Parameters:
  ///   - moment: on a clock that is never set, from any beginning.
  ///   - now: the wall clock, for the times of the request.
  /// - Throws: ``CoTError`` `unexpectedControl` for a second offer, an answer that nobody asked for, or one after the
  ///   deadline; `invalid` for a control event that cannot be read. Disconnect then; a client that wants no messages has
  ///   asked for nothing and may drop the event instead, for servers relay those of other clients.
  public mutating func receive(_ event: CoTEvent, at moment: Duration, now: CoTTime) throws(CoTError) -> Step {
    guard let control = try TAKControl(event) else { return .use }
    switch (control, state) {
    case (.support(let versions), .listening):
      guard !isOffered else { throw .unexpectedControl }
      isOffered = true
      guard wantsMessages, versions.contains(1) else { return .wait }
      state = .asked(until: moment + Self.patience)
      return .send(try TAKControl.request(1).event(uid: uid, at: now))
    case (.response(let isGranted), .asked(let until)):
      guard moment < until else { throw .unexpectedControl }
      state = .settled(isGranted)
      return isGranted ? .switchToMessages : .stayWithEvents
    default: throw .unexpectedControl
    }
  }
}
