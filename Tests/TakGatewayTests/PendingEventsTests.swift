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

  private func dated(_ event: CoTEvent) -> DatedEvent { DatedEvent(event, at: start) }

  /// All of it, in the order in which it would be sent.
  private func waiting(in pending: PendingEvents) -> [CoTEvent] {
    var (pending, waiting) = (pending, [CoTEvent]())
    while let next = pending.takeFirst() { waiting.append(next.event) }
    return waiting
  }

  @Test func `An end takes the place of older calls of its uid, and of nothing else`() throws {
    var pending = PendingEvents()
    let (call, other, again) = (try event("P"), try event("Q"), try event("P", "b-a-o-pan", at: 2))
    for given in [call, other, again] {
      let gone = pending.add(dated(given), at: start)
      #expect(gone.isEmpty)
    }
    let end = try event("P", "b-a-o-can", at: 1, validity: 60_000)
    let gone = pending.add(dated(end), at: start)
    #expect(gone == [call])
    // Behind the newer call it would end that as well.
    #expect(waiting(in: pending) == [other, end, again])
  }

  @Test func `An older call is not taken back while its end waits, whatever else its uid has there`() throws {
    for types in [[], ["b-a-1", "b-a-2", "b-a-3"]] {
      var pending = PendingEvents()
      let end = try event("P", "b-a-o-can", at: 1, validity: 60_000)
      let others = try types.map { try event("P", $0, at: 2) }
      for given in [end] + others { _ = pending.add(dated(given), at: start) }
      let call = try event("P")
      let gone = pending.restore(dated(call), at: start)
      #expect(gone == [call])
      #expect(waiting(in: pending) == [end] + others)
    }
  }

  @Test func `An end that is taken back takes older calls, also one of its own type`() throws {
    var pending = PendingEvents()
    let call = try event("P")
    var end = try event("P", at: 1)
    end.detail.emergency = CoTEmergency(kind: nil, isCancelled: true)
    _ = pending.add(dated(call), at: start)
    let gone = pending.restore(dated(end), at: start)
    #expect(gone == [call])
    #expect(waiting(in: pending) == [end])
  }

  @Test func `What is older than all that one uid may have is not taken back`() throws {
    var pending = PendingEvents()
    let newer = try (1...4 as ClosedRange<Int64>).map { try event("P", "b-a-\($0)", at: $0) }
    for given in newer { _ = pending.add(dated(given), at: start) }
    let oldest = try event("P")
    let gone = pending.restore(dated(oldest), at: start)
    #expect(gone == [oldest])
    #expect(waiting(in: pending) == newer)
    // Of several that are there the oldest makes room for a newer one.
    let between = try event("P", at: 3)
    let other = pending.restore(dated(between), at: start)
    #expect(other == [newer[0]])
  }

  /// What no longer waits after this came when it was made.
  private func came(_ event: CoTEvent, to pending: inout PendingEvents) -> [CoTEvent] {
    pending.add(DatedEvent(event, at: event.time), at: event.time)
  }

  @Test func `Events of one uid go out in the order of their times, in whatever order they come`() throws {
    let end = try event("P", "b-a-o-can", at: 2)
    let (call, again) = (try event("P", at: 1), try event("P", "b-a-o-pan", at: 3))
    let orders = [
      [call, end, again], [call, again, end], [end, call, again], [end, again, call], [again, call, end],
      [again, end, call],
    ]
    for order in orders {
      var (pending, gone) = (PendingEvents(), [CoTEvent]())
      for given in order { gone += came(given, to: &pending) }
      #expect(gone == [call])
      #expect(waiting(in: pending) == [end, again])
    }
  }

  @Test func `No older event takes the place of a newer one of its kind, and no older end that of a call`() throws {
    var pending = PendingEvents()
    var cancelled = try event("P", at: 4)
    cancelled.detail.emergency = CoTEmergency(kind: nil, isCancelled: true)
    let (call, position) = (try event("P", at: 5), try event("Q", "a-f-G", at: 5))
    for given in [call, position] { _ = came(given, to: &pending) }
    for late in [try event("P", at: 4), cancelled, try event("Q", "a-f-G", at: 4)] {
      let gone = pending.add(DatedEvent(late, at: call.time), at: call.time)
      #expect(gone == [late])
    }
    #expect(waiting(in: pending) == [call, position])
  }

  @Test func `A newer one of its kind that is stale keeps nothing out and is told, and an end that is stale its call`()
    throws
  {
    for (early, late) in [("b-a-o-tbl", "b-a-o-tbl"), ("b-a-o-tbl", "b-a-o-can"), ("a-f-G", "a-f-G")] {
      var pending = PendingEvents()
      let (older, newer) = (try event("P", early), try event("P", late, at: 5, validity: 10))
      _ = came(newer, to: &pending)
      let later = start.advanced(milliseconds: 20)
      let gone = pending.add(DatedEvent(older, at: later), at: later)
      #expect(gone == (late == "b-a-o-can" ? [older] : [newer]))
    }
  }

  @Test func `No position stands behind an emergency of its uid that is newer`() throws {
    var pending = PendingEvents()
    let (position, call, newer) = (try event("P", "a-f-G"), try event("P", at: 2), try event("P", "a-f-G", at: 3))
    _ = came(position, to: &pending)
    let gone = came(call, to: &pending)
    #expect(gone == [position])
    let late = pending.add(DatedEvent(position, at: call.time), at: call.time)
    #expect(late == [position])
    _ = came(newer, to: &pending)
    #expect(waiting(in: pending) == [call, newer])
  }

  @Test func `After the clock was set back a position takes the place of one that waits since before`() throws {
    var pending = PendingEvents()
    let (before, after) = (try event("P", "a-f-G", at: 3_600_000), try event("P", "a-f-G", at: 60_000))
    _ = came(try event("Q", at: 3_600_000), to: &pending)
    _ = came(before, to: &pending)
    // Behind an emergency from before it finds a place as well.
    for position in [after, try event("Q", "a-f-G", at: 60_000)] {
      let gone = came(position, to: &pending)
      #expect(gone.isEmpty)
    }
    let times = ([3_600_000, 60_000, 60_000] as [Int64]).map { start.advanced(milliseconds: $0) }
    #expect(waiting(in: pending).map(\.time) == times)
  }

  @Test func `A call of a clock that is ahead is ended by what is made later, and an end ends no later call`() throws {
    let ahead = try event("P", at: 50_000)
    var pending = PendingEvents()
    _ = pending.add(dated(ahead), at: start)
    let gone = came(try event("P", "b-a-o-can", at: 10), to: &pending)
    #expect(gone == [ahead])
    let (end, call) = (try event("Q", "b-a-o-can", at: 50_000), try event("Q", at: 20))
    _ = pending.add(dated(end), at: start)
    let none = came(call, to: &pending)
    #expect(none.isEmpty)
    #expect(waiting(in: pending).suffix(2) == [end, call])
  }

  @Test func `What was taken out and not written is the first again, unless its place is taken`() throws {
    var pending = PendingEvents()
    let (first, second) = (try event("A", "a-f-G"), try event("B", "a-f-G"))
    for given in [first, second] { _ = came(given, to: &pending) }
    let next = pending.takeFirst()
    let taken = try #require(next)
    var other = pending
    let none = pending.restore(taken, at: start)
    #expect(none.isEmpty)
    #expect(waiting(in: pending) == [first, second])
    let newer = try event("A", "a-f-G", at: 1)
    _ = came(newer, to: &other)
    let gone = other.restore(taken, at: start)
    #expect(gone == [first])
    #expect(waiting(in: other) == [second, newer])
    for number in 0..<64 { _ = came(try event("S-\(number)", "a-f-G"), to: &pending) }
    let late = pending.restore(taken, at: start)
    #expect(late == [first])
  }

  @Test func `An emergency that is taken back stands before what came later, of whatever uid`() throws {
    var pending = PendingEvents()
    let (call, later) = (try event("P"), try event("Q", at: 1))
    _ = came(later, to: &pending)
    let gone = pending.restore(dated(call), at: later.time)
    #expect(gone.isEmpty)
    #expect(waiting(in: pending) == [call, later])
  }
}
