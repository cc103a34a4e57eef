public import CursorOnTarget

/// A client's side of one stream to a TAK server, without clock and network: bytes in, events and bytes out.
///
/// Claim: nothing is an event that ``CoTReader`` refuses; the stream counts as connected only when something came back; a
/// server that is silent although pinged is given up. A single bad event, and one that is too large, is dropped, for
/// servers relay what other clients wrote; bytes that are no event at all end the stream.
///
/// XML only: an offer of the binary protocol is left unanswered, which the protocol allows. So nothing follows from control
/// events either, and those that were relayed from another client are dropped.
public struct TakStreamMachine: Sendable {
  /// What is to be done, in this order.
  @nonexhaustive
  public enum Effect: Sendable, Hashable {
    case send([UInt8])
    /// The first answer: only now is this a connection.
    case connected
    case event(CoTEvent)
    /// An event that the reader refused.
    case dropped(CoTError)
    case end(GatewayError)
  }

  private let uid: CoTLine
  private var reader = CoTStreamReader()
  private var liveness: CoTLiveness
  private var negotiation: TAKNegotiation
  public private(set) var hasEnded = false

  /// - Parameters:
  ///   - uid: of this client.
  ///   - moment: when the stream was opened, on a clock that is never set.
  public init(uid: CoTLine, openedAt moment: Duration) {
    self.uid = uid
    liveness = CoTLiveness(connectedAt: moment)
    negotiation = TAKNegotiation(uid: uid, wantsMessages: false)
  }

  public var isConnected: Bool { liveness.isProven && !hasEnded }
  /// Whether it ever was a connection.
  public var isProven: Bool { liveness.isProven }
  /// When ``tick(at:now:)`` wants to be called again.
  public var deadline: Duration { liveness.deadline }

  /// Takes what the server sent.
  public mutating func receive(_ bytes: [UInt8], at moment: Duration, now: CoTTime) -> [Effect] {
    guard !hasEnded else { return [] }
    var effects: [Effect] = []
    do throws(CoTError) {
      // The reader takes twice the size of one event at a time.
      for start in stride(from: 0, to: bytes.count, by: 32 << 10) {
        try reader.receive(bytes[start..<min(start + 32 << 10, bytes.count)])
        while let frame = try next(at: moment, into: &effects) {
          try take(frame, at: moment, now: now, into: &effects)
        }
      }
    } catch {
      end(.event(error), &effects)
    }
    return effects
  }

  /// Lets time pass: pings, or gives up.
  public mutating func tick(at moment: Duration, now: CoTTime) -> [Effect] {
    guard !hasEnded else { return [] }
    var effects: [Effect] = []
    switch liveness.step(at: moment) {
    case .wait: break
    case .giveUp: end(.noAnswer, &effects)
    case .sendPing:
      do throws(CoTError) { effects.append(.send(try CoTWriter().bytes(CoTEvent.ping(from: uid, at: now)))) } catch {
        end(.event(error), &effects)
      }
    }
    return effects
  }

  /// The next event that is small enough.
  private mutating func next(at moment: Duration, into effects: inout [Effect]) throws(CoTError) -> [UInt8]? {
    while true {
      do throws(CoTError) { return try reader.next() } catch {
        guard !reader.isClosed else { throw error }
        hear(at: moment, into: &effects)
        effects.append(.dropped(error))
      }
    }
  }

  private mutating func hear(at moment: Duration, into effects: inout [Effect]) {
    if !liveness.isProven { effects.append(.connected) }
    liveness.received(at: moment)
  }

  private mutating func take(
    _ frame: [UInt8], at moment: Duration, now: CoTTime, into effects: inout [Effect]
  ) throws(CoTError) {
    hear(at: moment, into: &effects)
    let event: CoTEvent
    do throws(CoTError) { event = try CoTReader().read(frame) } catch {
      effects.append(.dropped(error))
      return
    }
    guard event.type != .pong else { return }
    if event.type == .ping {
      effects.append(.send(try CoTWriter().bytes(CoTEvent.pong(from: uid, at: now))))
      return
    }
    do throws(CoTError) {
      if case .use = try negotiation.receive(event, at: moment, now: now) { effects.append(.event(event)) }
    } catch { effects.append(.dropped(error)) }
  }

  private mutating func end(_ error: GatewayError, _ effects: inout [Effect]) {
    hasEnded = true
    effects.append(.end(error))
  }
}
