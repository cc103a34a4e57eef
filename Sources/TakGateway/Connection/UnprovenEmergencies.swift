package import CursorOnTarget

/// Emergencies that were written to a stream and may not have arrived: a write ends when the system has taken the
/// bytes, also where none of them reaches the server any more.
///
/// Claim: an emergency stays here until the server has answered a ping that was sent behind it, for a server reads what
/// it is sent in its order. An answer does not say which ping it is for: the first one counts for the first ping, so
/// pings that stay unanswered keep emergencies here for longer. A call for help that was ended is not here, also when
/// its end is stale before it: sent again alone it would come alive again.
///
/// Not protected: an answer that another client wrote and the server relays counts as one.
package struct UnprovenEmergencies: Sendable {
  /// Pings that were sent on this stream.
  package private(set) var pings = 0
  /// How many of them were answered, from the first on.
  private var answers = 0
  private var written: [(event: CoTEvent, pings: Int)] = []

  package init() {}

  /// A ping goes out, behind all that was given to the stream before.
  package mutating func pinged() { pings += 1 }

  /// An answer came in; where all pings were answered it is for none of ours.
  package mutating func answered() {
    let answered = min(answers + 1, pings)
    answers = answered
    written.removeAll { $0.pings < answered }
  }

  /// Takes an emergency that was written, in the place of an earlier one of its kind, and an end in that of the older
  /// calls under its uid: as many as ``PendingEvents`` takes, of one uid and of all.
  ///
  /// - Parameter count: ``pings`` when it was given to the stream.
  package mutating func wrote(_ event: CoTEvent, behind count: Int, at now: CoTTime) {
    forgetCalls(endedBy: event)
    guard answers <= count else { return }
    written.removeAll { $0.event.isStale(at: now) || ($0.event.uid == event.uid && $0.event.type == event.type) }
    let own = written.indices.filter { written[$0].event.uid == event.uid }
    // Where all places are taken the end of a call takes that of its call.
    let isFull = own.count >= PendingEvents.emergenciesOfOne || written.count >= PendingEvents.maximumEmergencies
    if isFull, let oldest = own.first { written.remove(at: oldest) }
    guard written.count < PendingEvents.maximumEmergencies else { return }
    written.append((event, count))
  }

  /// Forgets older calls under the uid of an event that ends them.
  package mutating func forgetCalls(endedBy event: CoTEvent) { written.removeAll { $0.event.isEnded(by: event) } }

  /// What is to be sent again when the stream has ended, as it still holds; nothing is left here.
  package mutating func takeAll(at now: CoTTime) -> [CoTEvent] {
    defer { self = UnprovenEmergencies() }
    return written.map { $0.event }.filter { !$0.isStale(at: now) }
  }
}
