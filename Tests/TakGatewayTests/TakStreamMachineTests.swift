import CursorOnTarget
import TakGateway
import Testing

@Suite struct TakStreamMachineTests {
  private let now: CoTTime
  private let uid: CoTLine

  init() throws {
    now = try CoTTime("2026-11-22T12:00:00Z")
    uid = try CoTLine("ME-1")
  }

  private func machine() -> TakStreamMachine { TakStreamMachine(uid: uid, openedAt: .zero) }

  private func event(_ uid: String, type: String = "a-f-G", latitude: String = "1", extra: String = "") -> [UInt8] {
    Array(
      """
      <event version="2.0" uid="\(uid)" type="\(type)" how="m-g" time="2026-11-22T12:00:00Z" \
      start="2026-11-22T12:00:00Z" stale="2026-11-22T12:01:00Z">\(extra)<point lat="\(latitude)" lon="2" hae="0" ce="1" \
      le="1"/></event>
      """.utf8)
  }

  @Test func `Nothing is a connection before the server said something`() throws {
    var machine = machine()
    let effects = machine.tick(at: .zero, now: now)
    guard case .send(let ping)? = effects.first else {
      Issue.record("no ping at once")
      return
    }
    #expect(try CoTReader().read(ping).type == .ping)
    #expect(!machine.isConnected)
    #expect(
      machine.receive(event("takPong", type: "t-x-c-t-r"), at: .seconds(1), now: now) == [.connected, .version(0)])
    #expect(machine.isConnected)
  }

  @Test func `A server that stays silent although pinged is given up`() {
    var machine = machine()
    var pings = 0
    for second in 0..<60 {
      for effect in machine.tick(at: .seconds(second), now: now) {
        if case .send = effect { pings += 1 }
        if effect == .end(.noAnswer) { #expect(second == 25) }
      }
    }
    #expect(machine.hasEnded && pings == 5)
  }

  @Test func `A server that sends events and answers no more pings is given up`() {
    var machine = machine()
    _ = machine.receive(event("takPong", type: "t-x-c-t-r"), at: .zero, now: now)
    var (pings, end): (Int, Int?) = (0, nil)
    for second in 1..<200 where end == nil {
      _ = machine.receive(event("A"), at: .seconds(second), now: now)
      for effect in machine.tick(at: .seconds(second), now: now) {
        if case .send = effect { pings += 1 }
        if effect == .end(.noAnswer) { end = second }
      }
    }
    #expect(end == 85 && pings > 1)
  }

  @Test func `A number that is none and a place off the earth are dropped, and the stream goes on`() {
    var machine = machine()
    let bytes = event("A", latitude: "nan") + event("B", latitude: "999") + event("C")
    let effects = machine.receive(bytes, at: .zero, now: now)
    #expect(effects.count { if case .dropped = $0 { true } else { false } } == 2)
    #expect(effects.contains { if case .event(let event) = $0 { event.uid.description == "C" } else { false } })
    #expect(!machine.hasEnded)
  }

  @Test(arguments: ["<!DOCTYPE a [<!ENTITY b \"c\">]>", "\u{BF}\u{01}", "hello", "<? ?>"])
  func `Bytes that are no events end the stream`(_ text: String) {
    var machine = machine()
    let effects = machine.receive(Array(text.utf8) + event("A"), at: .zero, now: now)
    #expect(machine.hasEnded)
    #expect(!effects.contains { if case .event = $0 { true } else { false } })
  }

  @Test(arguments: [
    "<!-- a -->", "<?a b?>", "<a b='\u{7F}'/>", "<![CDATA[</event>]]>",
    "<a>" + String(repeating: "x", count: 200_000) + "</a>",
  ])
  func `What another client may write is dropped, and the stream goes on`(_ extra: String) {
    var machine = machine()
    let effects = machine.receive(event("A", extra: extra) + event("B"), at: .zero, now: now)
    guard effects.count == 3, case .dropped = effects[0], effects[1] == .connected, case .event(let event) = effects[2]
    else {
      Issue.record("\(effects)")
      return
    }
    #expect(event.uid.description == "B" && !machine.hasEnded)
  }

  @Test func `A server that says only what is refused is no connection, and is given up`() {
    var machine = machine()
    var end: Int?
    for second in 0..<60 where end == nil {
      let effects =
        machine.receive(event("A", latitude: "nan"), at: .seconds(second), now: now)
        + machine.tick(at: .seconds(second), now: now)
      #expect(!effects.contains(.connected))
      if effects.contains(.end(.noAnswer)) { end = second }
    }
    #expect(end == 25 && !machine.isConnected)
  }

  @Test func `Control events that another client wrote change nothing where no version is asked for`() throws {
    var machine = TakStreamMachine(uid: uid, openedAt: .zero, asksForMessages: false)
    let offer = try TAKControl.support([1]).event(uid: CoTLine("S"), at: now)
    let answer = try TAKControl.response(true).event(uid: CoTLine("X"), at: now)
    let request = try TAKControl.request(1).event(uid: CoTLine("X"), at: now)
    let bytes = try [offer, offer, answer, request].flatMap { try CoTWriter().bytes($0) }
    let effects = machine.receive(bytes + event("A", type: "t-x-takp-r") + event("B"), at: .zero, now: now)
    #expect(effects.filter { $0 == .dropped(.unexpectedControl) }.count == 3)
    #expect(effects.contains(.dropped(.invalid(.takControl))))
    guard case .event(let event)? = effects.last else {
      Issue.record("\(effects)")
      return
    }
    #expect(event.uid.description == "B" && !machine.hasEnded)
  }

  @Test func `A server's ping is answered`() throws {
    var machine = machine()
    let effects = machine.receive(event("X-ping", type: "t-x-c-t"), at: .zero, now: now)
    guard case .send(let pong)? = effects.last else {
      Issue.record("no answer")
      return
    }
    #expect(try CoTReader().read(pong).type == .pong)
  }
}
