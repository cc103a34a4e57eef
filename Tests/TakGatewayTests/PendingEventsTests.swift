import CursorOnTarget
import TakGateway
import Testing

/// Calls for help and their ends among what waits for a connection.
@Suite struct PendingEventsTests {
  private let start: CoTTime

  init() throws { start = try CoTTime("2026-11-22T12:00:00Z") }

  private func event(
    _ uid: String, _ type: String = "b-a-o-tbl", at offset: Int64 = 0, validity: Int64 = 600_000
  ) throws -> CoTEvent {
    let time = start.advanced(milliseconds: offset)
    return try CoTEvent(
      uid: CoTLine(uid), type: CoTType(type), how: .gps, time: time, stale: time.advanced(milliseconds: validity),
      point: CoTPoint(latitude: 1, longitude: 2))
  }

  /// All of it, in the order in which it would be sent.
  private func waiting(in pending: PendingEvents) -> [CoTEvent] {
    var (pending, waiting) = (pending, [CoTEvent]())
    while let first = pending.first {
      waiting.append(first)
      pending.remove(first)
    }
    return waiting
  }

  @Test func `An end takes the place of older calls of its uid, and of nothing else`() throws {
    var pending = PendingEvents()
    let (call, other, again) = (try event("P"), try event("Q"), try event("P", "b-a-o-pan", at: 2))
    for given in [call, other, again] {
      let gone = pending.add(given, at: start)
      #expect(gone.isEmpty)
    }
    let end = try event("P", "b-a-o-can", at: 1, validity: 60_000)
    let gone = pending.add(end, at: start)
    #expect(gone == [call])
    #expect(waiting(in: pending) == [other, again, end])
  }

  @Test func `An older call is not taken back while its end waits, whatever else its uid has there`() throws {
    for types in [[], ["b-a-1", "b-a-2", "b-a-3"]] {
      var pending = PendingEvents()
      let end = try event("P", "b-a-o-can", at: 1, validity: 60_000)
      let others = try types.map { try event("P", $0, at: 2) }
      for given in [end] + others { _ = pending.add(given, at: start) }
      let call = try event("P")
      let gone = pending.restore(call, at: start)
      #expect(gone == [call])
      #expect(waiting(in: pending) == [end] + others)
    }
  }

  @Test func `An end that is taken back takes older calls, also one of its own type`() throws {
    var pending = PendingEvents()
    let call = try event("P")
    var end = try event("P", at: 1)
    end.detail.emergency = CoTEmergency(kind: nil, isCancelled: true)
    _ = pending.add(call, at: start)
    let gone = pending.restore(end, at: start)
    #expect(gone == [call])
    #expect(waiting(in: pending) == [end])
  }

  @Test func `What is older than all that one uid may have is not taken back`() throws {
    var pending = PendingEvents()
    let newer = try (1...4 as ClosedRange<Int64>).map { try event("P", "b-a-\($0)", at: $0) }
    for given in newer { _ = pending.add(given, at: start) }
    let oldest = try event("P")
    let gone = pending.restore(oldest, at: start)
    #expect(gone == [oldest])
    #expect(waiting(in: pending) == newer)
    // Of several that are there the oldest makes room for a newer one.
    let between = try event("P", at: 3)
    let other = pending.restore(between, at: start)
    #expect(other == [newer[0]])
  }
}
