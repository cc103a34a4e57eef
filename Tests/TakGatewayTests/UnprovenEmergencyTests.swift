import CursorOnTarget
import TakGateway
import Testing

/// What was written to a stream, and what of that a server has shown to have read.
@Suite struct UnprovenEmergencyTests {
  private let now: CoTTime

  init() throws { now = try CoTTime("2026-11-22T12:00:00Z") }

  private func event(_ uid: String, _ type: String = "b-a-o-tbl", validity: Int64 = 600_000) throws -> CoTEvent {
    try CoTEvent(
      uid: CoTLine(uid), type: CoTType(type), how: .gps, time: now, stale: now.advanced(milliseconds: validity),
      point: CoTPoint(latitude: 1, longitude: 2))
  }

  private func dated(
    _ uid: String, _ type: String = "b-a-o-tbl", at offset: Int64 = 0, validity: Int64 = 600_000, as number: Int = 0
  ) throws -> DatedEvent {
    let (time, early) = (now.advanced(milliseconds: offset), try event(uid, type))
    let stale = time.advanced(milliseconds: validity)
    return DatedEvent(try early.retimed(time: time, start: time, stale: stale), at: time, as: number)
  }

  /// Written, and read by the server.
  private func arrive(_ event: DatedEvent, in unproven: inout UnprovenEmergencies, at time: CoTTime) {
    unproven.pinged()
    unproven.answered()
    unproven.wrote(event, behind: unproven.pings - 1, at: time)
  }

  /// What is left of these after some pings and answers.
  private func left(_ steps: [Step]) throws -> [String] {
    var unproven = UnprovenEmergencies()
    for step in steps {
      switch step {
      case .ping: unproven.pinged()
      case .answer: unproven.answered()
      case .write(let uid): unproven.wrote(try dated(uid), behind: unproven.pings, at: now)
      }
    }
    return unproven.takeAll(at: now).map(\.event.uid.description)
  }

  private enum Step { case ping, answer, write(String) }

  @Test func `An emergency is proven by the answer to a ping behind it, and by nothing earlier`() throws {
    #expect(try left([.write("A")]) == ["A"])
    #expect(try left([.ping, .write("A"), .answer]) == ["A"])
    #expect(try left([.ping, .write("A"), .answer, .ping]) == ["A"])
    #expect(try left([.ping, .write("A"), .ping, .answer]) == ["A"])
    #expect(try left([.ping, .write("A"), .ping, .answer, .answer]).isEmpty)
    #expect(try left([.ping, .answer, .write("A"), .ping, .write("B"), .answer]) == ["B"])
    #expect(try left([.write("A"), .ping, .write("B"), .ping, .answer]) == ["B"])
  }

  @Test func `An answer that nobody asked for proves nothing later`() throws {
    #expect(try left([.answer, .answer, .write("A"), .ping]) == ["A"])
    #expect(try left([.ping, .answer, .answer, .write("A")]) == ["A"])
    #expect(try left([.ping, .answer, .answer, .write("A"), .ping]) == ["A"])
  }

  @Test func `What was answered before its write was reported is not kept`() throws {
    var unproven = UnprovenEmergencies()
    let pings = unproven.pings
    unproven.pinged()
    unproven.answered()
    unproven.wrote(try dated("A"), behind: pings, at: now)
    let left = unproven.takeAll(at: now)
    #expect(left.isEmpty)
  }

  @Test func `The end of a call takes the place of older calls of its uid, and leaves none when it is stale`() throws {
    var unproven = UnprovenEmergencies()
    let (other, end) = (try dated("Q"), try dated("P", "b-a-o-can", validity: 60_000))
    for given in [try dated("P"), other, end] { unproven.wrote(given, behind: 0, at: now) }
    var copy = unproven
    let left = unproven.takeAll(at: now)
    #expect(left == [other, end])
    let rest = copy.takeAll(at: end.event.stale)
    #expect(rest == [other])
  }

  @Test func `An end is not sent again behind a newer call that was written, also when that is stale first`() throws {
    for isCrowded in [false, true] {
      var unproven = UnprovenEmergencies()
      let (end, again) = (try dated("P", "b-a-o-can", at: 1), try dated("P", "b-a-o-pan", at: 2, validity: 100))
      for given in [try dated("P"), end, again] { unproven.wrote(given, behind: 0, at: given.event.time) }
      var copy = unproven
      let left = copy.takeAll(at: again.event.time)
      #expect(left == [again])
      // What is stale makes room for these.
      let others = try (0..<(isCrowded ? 255 : 1)).map { try dated("S-\($0)", at: 200) }
      for other in others { unproven.wrote(other, behind: 0, at: other.event.time) }
      let rest = unproven.takeAll(at: now.advanced(milliseconds: 200))
      #expect(rest == others)
    }
  }

  @Test func `A newer one of its kind that is stale keeps no older one out`() throws {
    var unproven = UnprovenEmergencies()
    let (older, newer) = (try dated("P"), try dated("P", at: 5, validity: 10))
    for given in [newer, older] { unproven.wrote(given, behind: 0, at: newer.event.stale) }
    let left = unproven.takeAll(at: newer.event.stale)
    #expect(left == [older])
  }

  @Test func `An end that is proven at once, and one that only waits, take the calls as well`() throws {
    let end = try dated("P", "b-a-o-can")
    var unproven = UnprovenEmergencies()
    unproven.pinged()
    unproven.wrote(try dated("P"), behind: 1, at: now)
    unproven.answered()
    unproven.wrote(end, behind: 0, at: now)
    let left = unproven.takeAll(at: now)
    #expect(left.isEmpty)
    unproven.wrote(try dated("P"), behind: 0, at: now)
    unproven.forgetCalls(endedBy: end)
    let rest = unproven.takeAll(at: now)
    #expect(rest.isEmpty)
  }

  @Test func `Of each kind the newest is kept, few of one uid, a bounded number of all, and nothing stale`() throws {
    var unproven = UnprovenEmergencies()
    func write(_ event: CoTEvent) { unproven.wrote(DatedEvent(event, at: now), behind: 0, at: now) }
    write(try event("P"))
    write(try event("P", validity: 1))
    write(try event("Q", validity: 500_000))
    write(try event("Q"))
    for number in 0..<9 { write(try event("LOUD", "b-a-\(number)")) }
    for number in 0..<300 { write(try event("S-\(number)")) }
    write(try event("S-0", "b-a-o-can"))
    let left = unproven.takeAll(at: now.advanced(milliseconds: 2)).map(\.event)
    #expect(left.first?.uid.description == "Q" && left.first?.stale == now.advanced(milliseconds: 600_000))
    #expect(left.filter { $0.uid.description == "LOUD" }.map(\.type.description) == (5..<9).map { "b-a-\($0)" })
    #expect(left.filter { $0.uid.description == "S-0" }.map(\.type) == [.endOfCall])
    // One of them went stale.
    #expect(left.count == 255)
    let rest = unproven.takeAll(at: now)
    #expect(rest.isEmpty && unproven.pings == 0)
  }

  @Test func `An older emergency takes the place of no newer one of its kind, written or not proven yet`() throws {
    var unproven = UnprovenEmergencies()
    let (call, late) = (try dated("P", at: 5), try dated("P", at: 2))
    for given in [call, late] { unproven.wrote(given, behind: 0, at: call.event.time) }
    let left = unproven.takeAll(at: now)
    #expect(left == [call])
  }

  @Test func `Behind a newer call or end that was written, or arrived, an older one has nothing to say for an hour`()
    throws
  {
    let (older, newer) = (try dated("P", at: 1), try dated("P", at: 9, as: 2))
    for type in ["b-a-o-pan", "b-a-o-can"] {
      var unproven = UnprovenEmergencies()
      let said = try dated("P", type, at: 5, as: 1)
      unproven.wrote(said, behind: 0, at: said.event.time)
      unproven.pinged()
      for isAnswered in [false, true] {
        if isAnswered { unproven.answered() }
        #expect(unproven.outdates(older, at: said.event.time))
        #expect(!unproven.outdates(newer, at: said.event.time))
        #expect(try !unproven.outdates(dated("Q", at: 1), at: said.event.time))
        // After it the clock was put right: a call says something new, an end is one too late.
        #expect(try !unproven.outdates(dated("P", at: 1, as: 2), at: said.event.time))
        #expect(try unproven.outdates(dated("P", "b-a-o-can", at: 1, as: 2), at: said.event.time))
      }
      let left = unproven.takeAll(at: now)
      #expect(left.isEmpty)
      let last = said.event.time.advanced(milliseconds: 3_599_999)
      #expect(unproven.outdates(older, at: last))
      #expect(!unproven.outdates(older, at: last.advanced(milliseconds: 1)))
      // The clock was set back.
      #expect(!unproven.outdates(older, at: now))
    }
  }

  @Test func `Behind a newer call that may have arrived no older end goes out for an hour, but an older call does`()
    throws
  {
    let call = try dated("P", at: 5, validity: 10, as: 1)
    let (end, older) = (try dated("P", "b-a-o-can", at: 4, as: 2), try dated("P", at: 3))
    for isForgotten in [false, true] {
      var unproven = UnprovenEmergencies()
      unproven.wrote(call, behind: 0, at: call.event.time)
      // What is stale makes room for this, or is left when the stream ends.
      if isForgotten { unproven.wrote(older, behind: 0, at: call.event.stale) }
      let left = unproven.takeAll(at: call.event.stale)
      #expect(left == (isForgotten ? [older] : []))
      let last = call.event.time.advanced(milliseconds: 3_599_999)
      #expect(unproven.outdates(end, at: last))
      #expect(!unproven.outdates(older, at: last))
      #expect(!unproven.outdates(end, at: last.advanced(milliseconds: 1)))
      #expect(try !unproven.outdates(dated("P", "b-a-o-can", at: 6, as: 2), at: last))
    }
  }

  @Test func `An end that may have arrived is sent again`() throws {
    var unproven = UnprovenEmergencies()
    let end = try dated("P", "b-a-o-can")
    unproven.wrote(end, behind: 0, at: now)
    let left = unproven.takeAll(at: now)
    #expect(left == [end])
    #expect(!unproven.outdates(end, at: now))
  }

  @Test func `Another alarm leaves a call for help something to say`() throws {
    var unproven = UnprovenEmergencies()
    unproven.wrote(try dated("P", "b-a-g", at: 5, as: 1), behind: 0, at: now)
    #expect(try !unproven.outdates(dated("P", at: 1), at: now))
  }

  @Test func `Of what arrived a bounded number is known, the newest`() throws {
    var unproven = UnprovenEmergencies()
    for number in 0..<300 as Range<Int64> {
      let call = try dated("S-\(number)", at: number, as: 1)
      arrive(call, in: &unproven, at: call.event.time)
    }
    let later = now.advanced(milliseconds: 300)
    let known = try (0..<300).filter { try unproven.outdates(dated("S-\($0)", at: -1), at: later) }
    #expect(known == Array(44..<300))
  }

  @Test func `What arrived and counts no more keeps nothing out of its place, under its uid and under others`() throws {
    // The clock is set back, or two hours have passed.
    for offset in [-3_600_000, 7_200_000] as [Int64] {
      var unproven = UnprovenEmergencies()
      let time = now.advanced(milliseconds: offset)
      for number in 0..<256 { arrive(try dated("S-\(number)", at: 9, as: 1), in: &unproven, at: now) }
      let (older, call) = (try dated("S-0", at: -7_200_000), try dated("S-0", at: -3_600_000, as: 2))
      arrive(call, in: &unproven, at: time)
      #expect(unproven.outdates(older, at: time))
      let (first, last) = (try dated("NEW", at: -7_200_000), try dated("NEW", at: -3_600_000, as: 3))
      arrive(last, in: &unproven, at: time)
      #expect(unproven.outdates(first, at: time))
      #expect(unproven.outdates(older, at: time))
    }
  }
}
