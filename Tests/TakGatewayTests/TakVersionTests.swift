#if TAK
  import CursorOnTarget
  import TakGateway
  import Testing

  /// The change to version 1 of the TAK protocol on one stream, and servers and clients that play with it.
  @Suite struct TakVersionTests {
    private let now: CoTTime
    private let offer: CoTLine

    init() throws {
      now = try CoTTime("2026-11-22T12:00:00Z")
      offer = try CoTLine("4f6c0000-offer")
    }

    private func machine() throws -> TakStreamMachine { TakStreamMachine(uid: try CoTLine("ME-1"), openedAt: .zero) }

    private func event(_ uid: String, type: String = "a-f-G") throws -> CoTEvent {
      try CoTEvent(
        uid: CoTLine(uid), type: CoTType(type), how: .gps, time: now, stale: now.advanced(milliseconds: 60_000),
        point: CoTPoint(latitude: 1, longitude: 2))
    }

    private func xml(_ event: CoTEvent) throws -> [UInt8] { try CoTWriter().bytes(event) }
    private func message(_ event: CoTEvent) throws -> [UInt8] {
      TAKStreamReader.frame(try TAKMessage(event: event).bytes())
    }

    private func control(_ control: TAKControl, uid: CoTLine? = nil) throws -> CoTEvent {
      try control.event(uid: uid ?? offer, at: now)
    }

    /// A stream on which version 1 was offered, asked for and granted.
    private func changed() throws -> TakStreamMachine {
      var machine = try machine()
      _ = machine.receive(try xml(control(.support([1]))), at: .zero, now: now)
      let effects = machine.receive(try xml(control(.response(true))), at: .seconds(1), now: now)
      #expect(effects == [.version(1)] && machine.version == 1)
      return machine
    }

    private func uids(_ effects: [TakStreamMachine.Effect]) -> [String] {
      effects.compactMap { if case .event(let event) = $0 { event.uid.description } else { nil } }
    }

    @Test func `An offer is asked for under its own uid, and nothing is sent until the answer`() throws {
      var machine = try machine()
      let effects = machine.receive(try xml(event("A")) + xml(control(.support([1]))), at: .zero, now: now)
      guard effects.count == 3, effects[0] == .connected, case .send(let request) = effects[2] else {
        Issue.record("\(effects)")
        return
      }
      let asked = try CoTReader().read(request)
      #expect(try TAKControl(asked) == .request(1) && asked.uid == offer)
      #expect(machine.isHoldingBack && machine.version == 0 && machine.deadline == .seconds(60))
      // No ping, and no answer to one; what comes in is read.
      for second in 1..<60 { #expect(machine.tick(at: .seconds(second), now: now).isEmpty) }
      let bytes = try xml(event("X-ping", type: "t-x-c-t")) + xml(event("B"))
      #expect(machine.receive(bytes, at: .seconds(59), now: now) == [.event(try event("B"))])
    }

    @Test func `After the grant both directions hold messages, from the next byte on, wherever the bytes are split`()
      throws
    {
      let bytes = try xml(control(.response(true))) + message(event("A")) + message(event("X-ping", type: "t-x-c-t"))
      for size in [1, 7, bytes.count] {
        var machine = try machine()
        _ = machine.receive(try xml(control(.support([1, 2]))), at: .zero, now: now)
        var effects: [TakStreamMachine.Effect] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
          effects += machine.receive(Array(bytes[start..<min(start + size, bytes.count)]), at: .seconds(1), now: now)
        }
        guard effects.count == 3, effects[0] == .version(1), case .send(let pong) = effects[2] else {
          Issue.record("\(effects)")
          return
        }
        #expect(uids(effects) == ["A"])
        var reader = TAKStreamReader()
        try reader.receive(pong)
        #expect(try TAKMessage(reading: reader.next() ?? []).event?.type == .pong)
        #expect(try machine.bytes(event("MINE")) == message(event("MINE")))
        // Its pings are messages, too, as soon as it is silent.
        guard case .send(let ping)? = machine.tick(at: .seconds(16), now: now).first else {
          Issue.record("no ping")
          return
        }
        #expect(ping.first == 0xBF && !machine.isChangeInDoubt)
      }
    }

    @Test func `A refusal leaves XML, and what was held back may go`() throws {
      var machine = try machine()
      _ = machine.receive(try xml(control(.support([1]))), at: .zero, now: now)
      let answer = try xml(control(.response(false))) + xml(event("A"))
      #expect(machine.receive(answer, at: .seconds(1), now: now) == [.version(0), .event(try event("A"))])
      #expect(try !machine.isHoldingBack && machine.bytes(event("MINE")) == xml(event("MINE")))
      #expect(!machine.isChangeInDoubt)
    }

    @Test(arguments: [true, false])
    func `A server that grants or refuses late is not taken for one that answers no ping`(isGranted: Bool) throws {
      var machine = try machine()
      #expect(machine.tick(at: .zero, now: now).count == 1)
      _ = machine.receive(try xml(control(.support([1]))), at: .seconds(1), now: now)
      _ = machine.receive(try xml(control(.response(isGranted))), at: .seconds(40), now: now)
      #expect(machine.tick(at: .seconds(41), now: now).isEmpty && !machine.hasEnded)
      // From then on one that stays silent is given up as ever.
      #expect(machine.tick(at: .seconds(65), now: now) == [.end(.noAnswer)])
    }

    @Test func `No answer within a minute ends the stream, and the next one is not asked`() throws {
      var machine = try machine()
      _ = machine.receive(try xml(control(.support([1]))), at: .zero, now: now)
      #expect(machine.isChangeInDoubt && machine.tick(at: .seconds(59), now: now).isEmpty)
      #expect(machine.tick(at: .seconds(60), now: now) == [.end(.versionUnanswered)])
      #expect(machine.hasEnded && machine.isChangeInDoubt)
    }

    @Test func `An offer of other versions is left unanswered, and the answer to a ping then says XML`() throws {
      var machine = try machine()
      let bytes = try xml(control(.support([2, 3]))) + xml(event("takPong", type: "t-x-c-t-r"))
      #expect(machine.receive(bytes, at: .zero, now: now) == [.connected, .version(0)])
      #expect(!machine.isHoldingBack)
    }

    @Test func `A grant that was not asked for, or is not to our request, changes nothing`() throws {
      var machine = try machine()
      let dropped = TakStreamMachine.Effect.dropped(.unexpectedControl)
      let unasked = try xml(control(.response(true))) + xml(control(.request(1))) + xml(event("A"))
      #expect(machine.receive(unasked, at: .zero, now: now) == [.connected, dropped, dropped, .event(try event("A"))])
      _ = machine.receive(try xml(control(.support([1]))), at: .zero, now: now)
      let foreign = try xml(control(.response(true), uid: CoTLine("another"))) + xml(control(.support([1])))
      #expect(machine.receive(foreign, at: .zero, now: now) == [dropped, dropped])
      #expect(machine.isHoldingBack && machine.version == 0)
      // Messages without a change are no events.
      var early = try self.machine()
      let effects = early.receive(try message(event("A")), at: .zero, now: now)
      #expect(early.hasEnded && uids(effects).isEmpty)
    }

    @Test func `A second offer, grant or refusal after the change does nothing`() throws {
      var machine = try changed()
      let again = try [TAKControl.support([1]), .response(true), .response(false), .request(1)]
        .flatMap { try message(control($0)) }
      let effects = machine.receive(try again + message(event("A")), at: .seconds(2), now: now)
      let dropped = TakStreamMachine.Effect.dropped(.unexpectedControl)
      #expect(effects == [dropped, dropped, dropped, dropped, .event(try event("A"))])
      #expect(machine.version == 1 && !machine.isHoldingBack)
    }

    @Test func `A message without an event, or with a bad one, is passed over, and the stream goes on`() throws {
      var machine = try changed()
      let nothing = try TAKStreamReader.frame(TAKMessage(versions: TAKVersionRange()).bytes())
      let bad = TAKStreamReader.frame([0x12, 0x02, 0x0A, 0x00]) + TAKStreamReader.frame([0xFF])
      let effects = machine.receive(try nothing + bad + message(event("A")), at: .seconds(2), now: now)
      #expect(effects.count { if case .dropped = $0 { true } else { false } } == 2)
      #expect(effects.count == 3 && uids(effects) == ["A"] && !machine.hasEnded)
    }

    @Test(arguments: [1_000, 32 << 10, 1 << 20])
    func `A message that is too large is passed over, and the stream goes on`(size: Int) throws {
      var machine = try changed()
      let large = TAKStreamReader.frame(Array(repeating: 0xBF, count: (64 << 10) + 1))
      let bytes = try large + message(event("A")) + large + large + message(event("B"))
      var effects: [TakStreamMachine.Effect] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        effects += machine.receive(Array(bytes[start..<min(start + size, bytes.count)]), at: .seconds(2), now: now)
      }
      let dropped = TakStreamMachine.Effect.dropped(.tooLarge(limit: 64 << 10))
      #expect(effects == [dropped, .event(try event("A")), dropped, dropped, .event(try event("B"))])
      #expect(!machine.hasEnded && machine.version == 1 && !machine.isChangeInDoubt)
    }

    @Test(
      arguments: [
        (Array("<event".utf8), CoTError.malformed(expected: "0xBF", offset: 0)),
        ([10], .malformed(expected: "0xBF", offset: 0)), ([0xBF, 0x81, 0x80, 0x80, 0x08], .tooLarge(limit: 16 << 20)),
        ([0xBF] + Array(repeating: 0xFF, count: 9) + [1], .tooLarge(limit: 16 << 20)),
        ([0xBF] + Array(repeating: 0xFF, count: 9) + [2], .malformed(expected: "a number of 64 bits", offset: 9)),
        ([0xBF] + Array(repeating: 0x80, count: 10), .malformed(expected: "a number of 64 bits", offset: 9)),
      ] as [([UInt8], CoTError)])
    func `Behind the change XML, lengths over what is passed over and numbers over 64 bits end the stream`(
      bytes: [UInt8], error: CoTError
    ) throws {
      var machine = try changed()
      #expect(machine.receive(try bytes + message(event("A")), at: .seconds(2), now: now) == [.end(.event(error))])
      #expect(machine.hasEnded && machine.isChangeInDoubt)
    }
  }
#endif
