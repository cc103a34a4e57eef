import CursorOnTarget
import Testing

@Suite("CoTLiveness")
struct CoTLivenessTests {
  @Test("A new connection is asked at once and is proven by what comes in, not by having been made")
  func proof() {
    var liveness = CoTLiveness(connectedAt: .seconds(100))
    #expect(!liveness.isProven && liveness.step(at: .seconds(100)) == .sendPing)
    #expect(liveness.step(at: .seconds(101)) == .wait && !liveness.isProven)
    // An event is no answer: the ping is repeated, and its time goes on.
    liveness.received(at: .seconds(102))
    #expect(liveness.isProven && liveness.deadline == .milliseconds(104_500))
    liveness.answered(at: .seconds(103))
    #expect(liveness.deadline == .seconds(117))
  }

  @Test("After 15 s of silence a ping, every 4.5 s another, after 25 s the end")
  func schedule() {
    var liveness = CoTLiveness(connectedAt: .zero)
    liveness.received(at: .zero)
    liveness.answered(at: .zero)
    var pings: [Double] = []
    var end: Double?
    for tenth in 0...300 where end == nil {
      switch liveness.step(at: .milliseconds(tenth * 100)) {
      case .wait: break
      case .sendPing: pings.append(Double(tenth) / 10)
      case .giveUp: end = Double(tenth) / 10
      }
    }
    #expect(pings == [15, 19.5, 24] && end == 25)
  }

  @Test("An answer begins the silence anew; a clock that stands still changes nothing")
  func answer() {
    var liveness = CoTLiveness(connectedAt: .zero)
    liveness.received(at: .seconds(1))
    liveness.answered(at: .seconds(1))
    #expect(liveness.step(at: .seconds(16)) == .sendPing)
    liveness.received(at: .seconds(17))
    liveness.answered(at: .seconds(17))
    #expect(liveness.step(at: .seconds(31)) == .wait && liveness.step(at: .seconds(32)) == .sendPing)
    liveness.received(at: .seconds(3))
    #expect(liveness.deadline == .seconds(32))
  }

  @Test("A busy stream is asked every minute, and given up 25 s after a ping that nobody answers")
  func busy() {
    var liveness = CoTLiveness(connectedAt: .zero)
    liveness.received(at: .zero)
    liveness.answered(at: .zero)
    var (pings, end): ([Int], Int?) = ([], nil)
    for second in 1...300 where end == nil {
      liveness.received(at: .seconds(second))
      switch liveness.step(at: .seconds(second)) {
      case .wait: break
      case .sendPing: pings.append(second)
      case .giveUp: end = second
      }
      if second == 67 { liveness.answered(at: .seconds(second)) }
    }
    #expect(pings.prefix(3) == [60, 65, 127] && end == 152)
  }

  @Test(
    "A server that sends much and never answers a ping is given up as one that is silent, also where it speaks first",
    arguments: [false, true])
  func neverAnswers(speaksFirst: Bool) {
    var liveness = CoTLiveness(connectedAt: .zero)
    if speaksFirst { liveness.received(at: .zero) }
    var (pings, end): ([Int], Int?) = ([], nil)
    for second in 0...300 where end == nil {
      switch liveness.step(at: .seconds(second)) {
      case .wait: break
      case .sendPing: pings.append(second)
      case .giveUp: end = second
      }
      liveness.received(at: .seconds(second))
    }
    #expect(pings == [0, 5, 10, 15, 20] && end == 25)
  }

  @Test("A ping and its answer are events of their types, nowhere, with the sender's uid")
  func pings() throws {
    let now = try EventFiles.now.get()
    let ping = try CoTEvent.ping(from: CoTLine("ME"), at: now)
    #expect(ping.uid.description == "ME-ping" && ping.type == .ping && ping.stale > now)
    #expect(try CoTEvent.pong(from: CoTLine("takPong"), at: now).type == .pong)
    #expect(try CoTReader().read(CoTWriter().bytes(ping)) == ping)
    #expect(throws: CoTError.invalid(.uid)) { try CoTEvent.ping(from: CoTLine(""), at: now) }
  }

  @Test("The mesh speaks version 1 when every contact in memory does; XML otherwise")
  func meshVersions() throws {
    var versions = TAKMeshVersions()
    let (old, new) = try (CoTLine("OLD"), CoTLine("NEW"))
    #expect(versions.version(at: .zero) == 0)
    versions.heard(new, TAKVersionRange(), at: .zero)
    #expect(versions.version(at: .seconds(1)) == 1)
    versions.heard(old, nil, at: .seconds(10))
    #expect(versions.version(at: .seconds(20)) == 0)
    // A position in XML takes nothing back that was announced.
    versions.heard(new, nil, at: .seconds(100))
    #expect(versions.version(at: .seconds(129)) == 0 && versions.version(at: .seconds(131)) == 1)
    #expect(versions.version(at: .seconds(220)) == 0)
    versions.heard(new, TAKVersionRange(minimum: 2, maximum: 3), at: .seconds(300))
    #expect(versions.version(at: .seconds(300)) == 0)
    #expect(TAKVersionRange(minimum: 0, maximum: 0).maximum == 1)
  }

  @Test("A flood of contacts does not grow the table without end, and announcing keeps its minute")
  func meshBounds() throws {
    var versions = TAKMeshVersions()
    versions.heard(try CoTLine("OLD"), nil, at: .zero)
    for number in 0..<TAKMeshVersions.maximumContacts {
      versions.heard(try CoTLine("\(number)"), TAKVersionRange(), at: .milliseconds(number + 1))
    }
    // The one unheard for longest made room.
    #expect(versions.version(at: .seconds(2)) == 1)
    let due = [2, 61, 62, 121].map { versions.isAnnouncementDue(at: .seconds($0)) }
    #expect(due == [true, false, true, false])
  }
}
