public import CursorOnTarget

/// A client's side of one stream to a TAK server, without clock and network: bytes in, events and bytes out.
///
/// Claim: nothing is an event that ``CoTReader`` refuses, in either form; the stream counts as connected only when an event that
/// we read came back; a server that is silent although pinged is given up, and so is one that sends events but answers no
/// ping. A server is asked nothing while a request for a version waits, and on a stream with events for a minute after an answer to
/// that. A single bad event, and one that is too large, is dropped in either form, for servers relay what other clients
/// wrote. The stream ends only where nobody can safely tell where the next event begins, as ``CoTStreamReader`` and
/// ``TAKStreamReader`` say: at bytes that are no event at all, and at one larger than the 16 MiB that are passed over.
///
/// XML at first. Where the server offers version 1 it is asked for, and nothing is sent until the answer: a refusal leaves
/// XML, a grant changes both directions at once, and no answer within a minute ends the stream. Control events that belong
/// to no request are dropped, and nothing follows from them. Not protected: another client whose offer is relayed before the
/// server's own can spoil this stream; ``isChangeInDoubt`` then says not to ask on the next one.
///
/// Source: ATAK's protocol description, protocol negotiation for streaming connections.
public struct TakStreamMachine: Sendable {
  /// What is to be done, in this order.
  @nonexhaustive
  public enum Effect: Sendable, Hashable {
    case send([UInt8])
    /// The first answer: only now is this a connection.
    case connected
    /// Which version is spoken: 0 for XML, 1 for messages. 0 comes with the first answer to a ping, if nothing is asked by
    /// then, or with the server's refusal.
    case version(Int)
    case event(CoTEvent)
    /// An event that the reader refused, or one that breaks the negotiation.
    case dropped(CoTError)
    case end(GatewayError)
  }

  private let uid: CoTLine
  private var form = TakStreamForm()
  private var liveness: CoTLiveness
  private var negotiation: TAKNegotiation
  private var isVersionTold = false
  /// Whether a message was understood since the change.
  private var isUnderstood = false
  public private(set) var hasEnded = false
  /// Answers to pings that came in.
  package private(set) var answers = 0

  /// - Parameters:
  ///   - uid: of this client.
  ///   - moment: when the stream was opened, on a clock that is never set.
  ///   - asksForMessages: whether version 1 is asked for where it is offered; never without the trait `TAK`.
  public init(uid: CoTLine, openedAt moment: Duration, asksForMessages: Bool = true) {
    self.uid = uid
    liveness = CoTLiveness(connectedAt: moment)
    negotiation = TAKNegotiation(wantsMessages: asksForMessages && TakStreamForm.speaksMessages)
  }

  public var isConnected: Bool { liveness.isProven && !hasEnded }
  /// Whether it ever was a connection.
  public var isProven: Bool { liveness.isProven }
  /// Whether nothing may be sent until the server has answered the request for a version.
  public var isHoldingBack: Bool { negotiation.isHoldingBack }
  /// Which version is spoken now: 0 for XML, 1 for messages.
  public var version: Int { form.version }
  /// Whether the change of version may be why this stream ended: asked for and not answered, or made and nothing understood
  /// since.
  public var isChangeInDoubt: Bool { negotiation.isHoldingBack || (version == 1 && !isUnderstood) }
  /// When ``tick(at:now:)`` wants to be called again. What is received can bring an earlier one.
  public var deadline: Duration { negotiation.deadline ?? liveness.deadline }

  /// An event as it is to be sent now; not while ``isHoldingBack``.
  ///
  /// - Throws: ``CoTError`` `tooLarge`, `tooDeep`, `tooMany`.
  public func bytes(_ event: CoTEvent) throws(CoTError) -> [UInt8] { try form.bytes(event) }

  /// Takes what the server sent.
  public mutating func receive(_ bytes: [UInt8], at moment: Duration, now: CoTTime) -> [Effect] {
    guard !hasEnded else { return [] }
    var effects: [Effect] = []
    do throws(CoTError) {
      // The reader takes twice the size of one event at a time.
      for start in stride(from: 0, to: bytes.count, by: 32 << 10) {
        try form.receive(bytes[start..<min(start + 32 << 10, bytes.count)])
        while let item = try form.next() {
          note(item, at: moment, into: &effects)
          try take(item, at: moment, now: now, into: &effects)
        }
      }
    } catch {
      end(.event(error), &effects)
    }
    return effects
  }

  /// What is no event that we read proves no server; from one that is proven it says that the line stands.
  private mutating func note(_ item: TakStreamForm.Item, at moment: Duration, into effects: inout [Effect]) {
    let isEvent = if case .event = item { true } else { false }
    guard isEvent || liveness.isProven else { return }
    if !liveness.isProven { effects.append(.connected) }
    if isEvent, version == 1 { isUnderstood = true }
    liveness.received(at: moment)
  }

  /// Lets time pass: pings, or gives up.
  public mutating func tick(at moment: Duration, now: CoTTime) -> [Effect] {
    guard !hasEnded else { return [] }
    var effects: [Effect] = []
    if let deadline = negotiation.deadline {
      if moment >= deadline { end(.versionUnanswered, &effects) }
      return effects
    }
    switch liveness.step(at: moment) {
    case .wait: break
    case .giveUp: end(.noAnswer, &effects)
    case .sendPing:
      do throws(CoTError) { effects.append(.send(try bytes(CoTEvent.ping(from: uid, at: now)))) } catch {
        end(.event(error), &effects)
      }
    }
    return effects
  }

  private mutating func take(
    _ item: TakStreamForm.Item, at moment: Duration, now: CoTTime, into effects: inout [Effect]
  ) throws(CoTError) {
    switch item {
    case .nothing: break
    case .refused(let error): effects.append(.dropped(error))
    case .event(let event) where event.type == .pong:
      answers += 1
      liveness.answered(at: moment)
      if !isHoldingBack { tellVersion(&effects) }
    case .event(let event) where event.type == .ping:
      if !isHoldingBack { effects.append(.send(try bytes(CoTEvent.pong(from: uid, at: now)))) }
    case .event(let event): try negotiate(event, at: moment, now: now, into: &effects)
    }
  }

  private mutating func negotiate(
    _ event: CoTEvent, at moment: Duration, now: CoTTime, into effects: inout [Effect]
  ) throws(CoTError) {
    let step: TAKNegotiation.Step
    do throws(CoTError) { step = try negotiation.receive(event, at: moment, now: now) } catch {
      effects.append(.dropped(error))
      return
    }
    switch step {
    case .use: effects.append(.event(event))
    case .wait: break
    case .send(let request): effects.append(.send(try bytes(request)))
    case .switchToMessages:
      // While it was awaited nothing was asked: the answer to the request is one.
      liveness.answered(at: moment)
      try form.change()
      isVersionTold = false
      tellVersion(&effects)
    case .stayWithEvents:
      liveness.answered(at: moment)
      tellVersion(&effects)
    }
  }

  private mutating func tellVersion(_ effects: inout [Effect]) {
    guard !isVersionTold else { return }
    isVersionTold = true
    effects.append(.version(version))
  }

  private mutating func end(_ error: GatewayError, _ effects: inout [Effect]) {
    hasEnded = true
    effects.append(.end(error))
  }
}
