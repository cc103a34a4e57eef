import CursorOnTarget
import Testing

@Suite("TAKNegotiation")
struct TAKNegotiationTests {
  private func step(
    _ negotiation: inout TAKNegotiation, _ control: TAKControl, uid: String = "protouid", at seconds: Int
  ) throws -> TAKNegotiation.Step {
    // Through the bytes, as it comes.
    let event = try CoTReader().read(CoTWriter().bytes(control.event(uid: CoTLine(uid), at: EventFiles.now.get())))
    return try negotiation.receive(event, at: .seconds(seconds), now: EventFiles.now.get())
  }

  @Test("Offer, request, grant: then both switch; the request bears the uid of the offer and version 1")
  func granted() throws {
    var negotiation = TAKNegotiation()
    #expect(!negotiation.isHoldingBack && negotiation.deadline == nil)
    guard case .send(let request) = try step(&negotiation, .support([1, 2]), at: 5) else { throw CoTError.closed }
    #expect(request.uid.description == "protouid" && request.type == .protocolRequest)
    #expect(try TAKControl(request) == .request(1))
    #expect(negotiation.isHoldingBack && negotiation.deadline == .seconds(65))
    #expect(try negotiation.receive(EventFiles.event("position"), at: .seconds(6), now: EventFiles.now.get()) == .use)
    #expect(try step(&negotiation, .response(true), at: 64) == .switchToMessages)
    #expect(!negotiation.isHoldingBack && negotiation.deadline == nil)
  }

  @Test("Refused, not wanted, or nothing we speak: XML stays")
  func stays() throws {
    var refused = TAKNegotiation()
    _ = try step(&refused, .support([1]), at: 0)
    #expect(try step(&refused, .response(false), at: 1) == .stayWithEvents && !refused.isHoldingBack)
    var unwilling = TAKNegotiation(wantsMessages: false)
    #expect(try step(&unwilling, .support([1]), at: 0) == .wait && !unwilling.isHoldingBack)
    var newer = TAKNegotiation()
    #expect(try step(&newer, .support([2, 3]), at: 0) == .wait && !newer.isHoldingBack)
  }

  @Test("A second offer, an answer to nothing, a second or a late answer, and a request are refused")
  func violations() throws {
    var twice = TAKNegotiation(wantsMessages: false)
    _ = try step(&twice, .support([1]), at: 0)
    #expect(throws: CoTError.unexpectedControl) { try step(&twice, .support([1]), at: 1) }
    var asked = TAKNegotiation()
    #expect(throws: CoTError.unexpectedControl) { try step(&asked, .response(true), at: 0) }
    #expect(throws: CoTError.unexpectedControl) { try step(&asked, .request(1), at: 0) }
    _ = try step(&asked, .support([1]), at: 0)
    #expect(throws: CoTError.unexpectedControl) { try step(&asked, .support([1]), at: 1) }
    var late = asked
    #expect(throws: CoTError.unexpectedControl) { try step(&late, .response(true), at: 60) }
    _ = try step(&asked, .response(true), at: 59)
    #expect(throws: CoTError.unexpectedControl) { try step(&asked, .response(true), at: 59) }
  }

  @Test("An answer that bears another uid than the offer is somebody else's and changes nothing")
  func foreignAnswer() throws {
    var negotiation = TAKNegotiation()
    _ = try step(&negotiation, .support([1]), uid: "a", at: 0)
    for isGranted in [true, false] {
      #expect(throws: CoTError.unexpectedControl) { try step(&negotiation, .response(isGranted), uid: "b", at: 1) }
    }
    #expect(negotiation.isHoldingBack)
    #expect(try step(&negotiation, .response(true), uid: "a", at: 2) == .switchToMessages)
  }

  @Test("Control events whose content does not fit their type are refused")
  func malformed() throws {
    for (type, content) in [
      ("t-x-takp-v", ""), ("t-x-takp-v", "<TakControl/>"),
      ("t-x-takp-v", "<TakControl><TakProtocolSupport version='x'/></TakControl>"),
      ("t-x-takp-v", "<TakControl/><TakControl/>"),
      ("t-x-takp-q", "<TakControl><TakRequest version='-1'/></TakControl>"),
      ("t-x-takp-q", "<TakControl><TakRequest version='99999'/></TakControl>"),
      ("t-x-takp-r", "<TakControl><TakResponse status='yes'/></TakControl>"),
      ("t-x-takp-r", "<TakControl><TakRequest version='1'/></TakControl>"),
      (
        "t-x-takp-v",
        "<TakControl>" + String(repeating: "<TakProtocolSupport version='1'/>", count: 17) + "</TakControl>"
      ),
    ] {
      let event = try EventFiles.read(EventFiles.text(type: "type=\"\(type)\"", detail: "<detail>\(content)</detail>"))
      #expect(throws: CoTError.invalid(.takControl)) { try TAKControl(event) }
    }
    #expect(try TAKControl(EventFiles.event("chat")) == nil)
  }
}
