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
    _ uid: String, _ type: String = "b-a-o-tbl", at offset: Int64 = 0
  ) throws -> DatedEvent {
    let (time, early) = (now.advanced(milliseconds: offset), try event(uid, type))
    return DatedEvent(try early.retimed(time: time, start: time, stale: early.stale), at: time)
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
    let (other, end) = (try event("Q"), try event("P", "b-a-o-can", validity: 60_000))
    let later = now.advanced(milliseconds: 1)
    let again = try event("P", "b-a-o-pan").retimed(
      time: later, start: later, stale: later.advanced(milliseconds: 600_000))
    for given in [try event("P"), other, again, end] {
      unproven.wrote(DatedEvent(given, at: now), behind: 0, at: now)
    }
    var copy = unproven
    let left = unproven.takeAll(at: now).map(\.event)
    #expect(left == [other, again, end])
    let rest = copy.takeAll(at: end.stale).map(\.event)
    #expect(rest == [other, again])
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
    let (older, newer) = (try dated("P", at: 1), try dated("P", at: 9))
    for type in ["b-a-o-pan", "b-a-o-can"] {
      var unproven = UnprovenEmergencies()
      let said = try dated("P", type, at: 5)
      unproven.wrote(said, behind: 0, at: said.event.time)
      unproven.pinged()
      for isAnswered in [false, true] {
        if isAnswered { unproven.answered() }
        #expect(unproven.replaces(older, at: said.event.time))
        #expect(!unproven.replaces(newer, at: said.event.time))
        #expect(try !unproven.replaces(dated("Q", at: 1), at: said.event.time))
      }
      let left = unproven.takeAll(at: now)
      #expect(left.isEmpty)
      let last = said.event.time.advanced(milliseconds: 3_599_999)
      #expect(unproven.replaces(older, at: last))
      #expect(!unproven.replaces(older, at: last.advanced(milliseconds: 1)))
      // The clock was set back.
      #expect(!unproven.replaces(older, at: now))
    }
  }

  @Test func `Another alarm leaves a call for help something to say`() throws {
    var unproven = UnprovenEmergencies()
    unproven.wrote(try dated("P", "b-a-g", at: 5), behind: 0, at: now)
    #expect(try !unproven.replaces(dated("P", at: 1), at: now))
  }

  @Test func `Of what arrived a bounded number is known, the newest`() throws {
    var unproven = UnprovenEmergencies()
    for number in 0..<300 as Range<Int64> {
      let call = try dated("S-\(number)", at: number)
      unproven.pinged()
      unproven.answered()
      unproven.wrote(call, behind: unproven.pings - 1, at: call.event.time)
    }
    let later = now.advanced(milliseconds: 300)
    let known = try (0..<300).filter { try unproven.replaces(dated("S-\($0)", at: -1), at: later) }
    #expect(known == Array(44..<300))
  }
}
