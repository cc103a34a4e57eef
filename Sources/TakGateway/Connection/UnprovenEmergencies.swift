package import CursorOnTarget

/// Emergencies that were written to a stream and may not have arrived: a write ends when the system has taken the
/// bytes, also where none of them reaches the server any more.
///
/// Claim: an emergency stays here until the server has answered a ping that was sent behind it, for a server reads what
/// it is sent in its order. An answer does not say which ping it is for: the first one counts for the first ping, so
/// pings that stay unanswered keep emergencies here for longer. A call for help that was ended is not here, also when
/// its end is stale before it: sent again alone it would come alive again. An end behind which a newer call was written
/// is not sent, or sent again, also when that call is stale before it: it would end that, which goes again or was seen.
///
/// Not protected: an answer that another client wrote and the server relays counts as one.
package struct UnprovenEmergencies: Sendable {
  private struct Write: Sendable {
    let event: DatedEvent
    /// That were sent before it.
    let pings: Int
    let time: CoTTime

    /// For an hour, and a clock that was set back makes nothing old for longer.
    func counts(at now: CoTTime) -> Bool {
      time <= now && now < time.advanced(milliseconds: CallTable.memory)
    }
  }

  /// Pings that were sent on this stream.
  package private(set) var pings = 0
  /// How many of them were answered, from the first on.
  private var answers = 0
  private var written: [Write] = []
  /// By uid the newest call for help, or end of one, that arrived, on whatever stream.
  private var arrived: [CoTLine: Write] = [:]
  /// By uid the newest that was written: it may have arrived.
  private var sent: [CoTLine: Write] = [:]

  package init() {}

  /// What was written and may not have arrived.
  package var events: [DatedEvent] { written.map { $0.event } }

  /// A ping goes out, behind all that was given to the stream before.
  package mutating func pinged() { pings += 1 }

  /// An answer came in; where all pings were answered it is for none of ours.
  package mutating func answered() {
    let answered = min(answers + 1, pings)
    answers = answered
    for entry in written where entry.pings < answered { Self.note(entry, in: &arrived) }
    written.removeAll { $0.pings < answered }
  }

  /// Takes an emergency that was written, in the place of an earlier one of its kind, and an end in that of the older
  /// calls under its uid: as many as ``PendingEvents`` takes, of one uid and of all. One that is older than another of
  /// its kind here is not taken. What is stale makes room first.
  ///
  /// - Parameter count: ``pings`` when it was given to the stream.
  package mutating func wrote(_ event: DatedEvent, behind count: Int, at now: CoTTime) {
    forgetCalls(endedBy: event)
    let write = Write(event: event, pings: count, time: now)
    Self.note(write, in: &sent)
    guard answers <= count else { return Self.note(write, in: &arrived) }
    let newer = written.filter { $0.event.isKind(of: event) && event.isOlder(than: $0.event) }
    let isLate = newer.contains { !$0.event.event.isStale(at: now) }
    if isLate { return }
    let uid = event.event.uid
    if !newer.isEmpty || isFull(for: uid) { forgetStale(at: now) }
    written.removeAll { $0.event.isKind(of: event) }
    // Where all places are taken the end of a call takes that of its call.
    if isFull(for: uid), let oldest = written.firstIndex(where: { $0.event.event.uid == uid }) {
      written.remove(at: oldest)
    }
    guard written.count < PendingEvents.maximumEmergencies else { return }
    written.append(write)
  }

  private func isFull(for uid: CoTLine) -> Bool {
    let own = written.filter { $0.event.event.uid == uid }
    return own.count >= PendingEvents.emergenciesOfOne || written.count >= PendingEvents.maximumEmergencies
  }

  private mutating func forgetStale(at now: CoTTime) {
    forgetReplacedEnds()
    written.removeAll { $0.event.event.isStale(at: now) }
  }

  /// Sent again, an end would end the newer call as well. That has to be there for it, stale or not.
  private mutating func forgetReplacedEnds() {
    let events = written.map { $0.event }
    written.removeAll { entry in entry.event.event.endsCall && events.contains { $0.replaces(entry.event) } }
  }

  /// Forgets older calls under the uid of an event that ends them.
  package mutating func forgetCalls(endedBy event: DatedEvent) { written.removeAll { $0.event.isEnded(by: event) } }

  /// Whether a newer call for help under its uid was written to this stream, or arrived in the last hour, or a newer
  /// end: for a call only one that was handed in later. An end gives way also to one that was written in the last hour
  /// to another stream; a call does not, for that one may not have arrived and be stale by now.
  package func outdates(_ event: DatedEvent, at now: CoTTime) -> Bool {
    if written.contains(where: { $0.event.outdates(event) }) { return true }
    let uid = event.event.uid
    let known = [arrived[uid], event.event.endsCall ? sent[uid] : nil].compactMap { $0 }
    return known.contains { $0.event.outdates(event) && $0.counts(at: now) }
  }

  /// What is to be sent again when the stream has ended, as it still holds: nothing is left here, and what arrived
  /// or was written stays known.
  package mutating func takeAll(at now: CoTTime) -> [DatedEvent] {
    defer { (written, pings, answers) = ([], 0, 0) }
    forgetStale(at: now)
    return written.map { $0.event }
  }

  /// As many uids as wait at most; what counts no more makes room, else the oldest.
  private static func note(_ write: Write, in table: inout [CoTLine: Write]) {
    let event = write.event.event
    guard event.isCallForHelp || event.endsCall else { return }
    if let known = table[event.uid], !write.event.replaces(known.event), known.counts(at: write.time) { return }
    table[event.uid] = write
    guard table.count > PendingEvents.maximumEmergencies else { return }
    let counting = table.filter { $0.value.counts(at: write.time) }
    let oldest = counting.min { $0.value.time < $1.value.time }
    if counting.count < table.count { table = counting } else if let oldest { table[oldest.key] = nil }
  }
}
