import AppSession
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

@Suite struct SessionMachineTests {
  let requirement = SessionRequirement()
  let clock = ManualDeviceClock()

  private func loggedIn(refreshEndsAt: Int64? = nil, sessionEndsAt: Int64? = nil) -> SessionMachine {
    var machine = SessionMachine(requirement)
    machine.handle(.enrolled, at: clock.reading)
    machine.handle(
      .loggedIn(
        refreshEndsAt: refreshEndsAt ?? clock.reading.wall + 14 * 86400, sessionEndsAt: sessionEndsAt),
      at: clock.reading)
    return machine
  }

  private func relaunched(_ machine: SessionMachine) -> SessionMachine {
    var next = SessionMachine(requirement, memory: machine.memory)
    next.handle(.launched, at: clock.reading)
    return next
  }

  @Test("Enrolling makes the installation trusted, a login makes it active, a logout leaves nothing")
  func life() {
    var machine = SessionMachine(requirement)
    #expect(machine.state == .signedOut)
    machine.handle(.enrolled, at: clock.reading)
    #expect(machine.state == .appTrusted)
    machine.handle(.loggedIn(refreshEndsAt: .max, sessionEndsAt: nil), at: clock.reading)
    #expect(machine.state == .active)
    machine.handle(.loggedOut, at: clock.reading)
    #expect(machine.state == .signedOut && machine.memory == SessionMemory())
  }

  @Test("Four hours without use lock it, to the nanosecond, and setting the wall clock changes nothing")
  func inactivity() {
    var machine = loggedIn()
    clock.advance(by: .seconds(3600))
    machine.handle(.used, at: clock.reading)
    clock.setWall(clock.reading.wall - 86400)
    clock.advance(by: .seconds(4 * 3600) - .nanoseconds(1))
    machine.handle(.looked, at: clock.reading)
    #expect(machine.state == .active)
    clock.advance(by: .nanoseconds(1))
    machine.handle(.looked, at: clock.reading)
    #expect(machine.state == .idleLocked(.inactivity))
    machine.handle(.used, at: clock.reading)
    machine.handle(.returned, at: clock.reading)
    #expect(machine.state == .idleLocked(.inactivity))
    machine.handle(.unlocked, at: clock.reading)
    #expect(machine.state == .active)
  }

  @Test("What the app does by itself is no use: renewing tokens does not put the lock off")
  func refreshIsNoUse() {
    var machine = loggedIn()
    for _ in 0..<8 {
      clock.advance(by: .seconds(1800))
      machine.handle(
        .refreshed(.user, refreshEndsAt: clock.reading.wall + 14 * 86400, sessionEndsAt: nil), at: clock.reading)
    }
    #expect(machine.state == .idleLocked(.inactivity))
  }

  @Test("Longer in the background than the policy allows asks for the person on return, a moment less does not")
  func background() {
    for (seconds, state) in [(299, SessionState.active), (300, .reauthenticationDue(.background))] {
      var machine = loggedIn()
      machine.handle(.movedToBackground, at: clock.reading)
      clock.advance(by: .seconds(seconds))
      machine.handle(.used, at: clock.reading)
      machine.handle(.returned, at: clock.reading)
      #expect(machine.state == state)
    }
  }

  @Test("A process that was killed in the background is judged by when it went there")
  func killedInBackground() {
    for (seconds, state) in [(299, SessionState.active), (300, .reauthenticationDue(.background))] {
      var machine = loggedIn()
      clock.advance(by: .seconds(3600))
      machine.handle(.used, at: clock.reading)
      machine.handle(.movedToBackground, at: clock.reading)
      clock.setWall(clock.reading.wall - 7200)
      clock.advance(by: .seconds(seconds))
      #expect(relaunched(machine).state == state)
    }
  }

  @Test("A launch in the background is no return: the time there goes on until somebody is seen")
  func launchedInBackground() {
    for seen in [nil, SessionEvent.returned, .used] {
      var machine = loggedIn()
      machine.handle(.movedToBackground, at: clock.reading)
      clock.advance(by: .seconds(60))
      machine = relaunched(machine)
      if let seen { machine.handle(seen, at: clock.reading) }
      clock.advance(by: .seconds(3 * 3600))
      machine.handle(.looked, at: clock.reading)
      #expect(machine.state == (seen == nil ? .reauthenticationDue(.background) : .active))
    }
  }

  @Test("A renewed AppToken does not forgive refusals of the person's token")
  func failuresOfUser() {
    var machine = loggedIn()
    for _ in 0..<5 {
      machine.handle(.refreshed(.app, refreshEndsAt: .max, sessionEndsAt: nil), at: clock.reading)
      machine.handle(.refreshRefused(.user, .malformed), at: clock.reading)
    }
    #expect(machine.state == .ended(.refreshFailures))
  }

  @Test("A process that vanished without a word counts as away since the last use")
  func crashed() {
    let machine = loggedIn()
    clock.advance(by: .seconds(299))
    #expect(relaunched(machine).state == .active)
    clock.advance(by: .seconds(1))
    #expect(relaunched(machine).state == .reauthenticationDue(.background))
    clock.advance(by: .seconds(4 * 3600))
    #expect(relaunched(machine).state == .idleLocked(.inactivity))
  }

  @Test("After a restart of the device it is locked, however long ago the last use seems to be")
  func restarted() {
    let machine = loggedIn()
    // The new uptime lies after the old one, as if a minute had passed.
    clock.restart(as: "boot-2", offFor: .seconds(60), uptime: clock.reading.uptime + .seconds(60))
    #expect(relaunched(machine).state == .idleLocked(.undetermined))
    var running = machine
    running.handle(.looked, at: clock.reading)
    #expect(running.state == .idleLocked(.undetermined))
  }

  @Test("A platform that does not name its starts locks at every launch")
  func namelessStarts() {
    clock.restart(as: nil, offFor: .zero, uptime: .seconds(3600))
    var machine = loggedIn()
    clock.advance(by: .seconds(1))
    machine.handle(.looked, at: clock.reading)
    #expect(machine.state == .active)
    #expect(relaunched(machine).state == .idleLocked(.undetermined))
  }

  @Test("A counting clock that went backwards locks")
  func backwards() {
    var machine = loggedIn()
    clock.advance(by: .seconds(-1))
    machine.handle(.looked, at: clock.reading)
    #expect(machine.state == .idleLocked(.undetermined))
  }

  @Test("The session ends at its maximum, whatever the wall clock says, and a locked one too")
  func maximum() {
    let month = Duration.seconds(30 * 86400)
    var machine = loggedIn(refreshEndsAt: .max)
    clock.advance(by: month - .seconds(1))
    machine.handle(.looked, at: clock.reading)
    #expect(machine.state == .idleLocked(.inactivity))
    // The wall clock is set back: the other one still counts.
    clock.setWall(clock.reading.wall - 86400)
    clock.advance(by: .seconds(1))
    machine.handle(.unlocked, at: clock.reading)
    #expect(machine.state == .ended(.maximum))
    machine = loggedIn(refreshEndsAt: .max)
    clock.setWall(clock.reading.wall + 30 * 86400)
    machine.handle(.looked, at: clock.reading)
    #expect(machine.state == .active && !machine.isInDoubt(at: clock.reading))
    // After a restart nobody but the server can tell.
    clock.restart(as: "boot-2", offFor: .zero)
    machine.handle(.looked, at: clock.reading)
    #expect(machine.state == .idleLocked(.undetermined) && machine.isInDoubt(at: clock.reading))
    machine.handle(.heard(serverTime: clock.reading.wall), at: clock.reading)
    #expect(machine.state == .ended(.maximum))
  }

  @Test("What the server said of the session's end holds before the policy's own maximum")
  func serverMaximum() {
    var machine = loggedIn(sessionEndsAt: clock.reading.wall + 600)
    clock.advance(by: .seconds(599))
    machine.handle(.looked, at: clock.reading)
    #expect(machine.state == .active)
    machine.handle(
      .refreshed(.user, refreshEndsAt: .max, sessionEndsAt: clock.reading.wall + 100), at: clock.reading)
    clock.advance(by: .seconds(99))
    machine.handle(.looked, at: clock.reading)
    #expect(machine.state == .active)
    clock.advance(by: .seconds(1))
    machine.handle(.looked, at: clock.reading)
    #expect(machine.state == .ended(.maximum))
  }

  @Test("A refresh token that ended unused ends the session; a renewed one gives it more time")
  func refreshExpired() {
    var machine = loggedIn(refreshEndsAt: clock.reading.wall + 100)
    clock.advance(by: .seconds(99))
    machine.handle(.refreshed(.user, refreshEndsAt: clock.reading.wall + 100, sessionEndsAt: nil), at: clock.reading)
    clock.advance(by: .seconds(99))
    machine.handle(.refreshed(.app, refreshEndsAt: .max, sessionEndsAt: nil), at: clock.reading)
    #expect(machine.state == .active)
    clock.advance(by: .seconds(1))
    machine.handle(.looked, at: clock.reading)
    #expect(machine.state == .ended(.refreshExpired))
  }

  @Test("Five refusals in a row end it, four and a success do not, and no answer never does")
  func failures() {
    var machine = loggedIn()
    for _ in 0..<1000 { machine.handle(.unreachable, at: clock.reading) }
    for _ in 0..<4 { machine.handle(.refreshRefused(.user, .malformed), at: clock.reading) }
    for reason in [RefusalReason.rateLimited, .unavailable] {
      machine.handle(.refreshRefused(.user, reason), at: clock.reading)
    }
    #expect(machine.state == .active)
    machine.handle(.refreshed(.user, refreshEndsAt: .max, sessionEndsAt: nil), at: clock.reading)
    for _ in 0..<4 { machine.handle(.refreshRefused(.user, .malformed), at: clock.reading) }
    #expect(machine.state == .active)
    machine.handle(.refreshRefused(.user, .malformed), at: clock.reading)
    #expect(machine.state == .ended(.refreshFailures))
  }

  @Test("Refusals of one token do not count for the other, and forgiving one forgives none of the other")
  func countedApart() {
    for (kind, other) in [(TokenKind.app, TokenKind.user), (.user, .app)] {
      var machine = loggedIn()
      for kind in [kind, other] {
        for _ in 0..<4 { machine.handle(.refreshRefused(kind, .malformed), at: clock.reading) }
      }
      #expect(machine.state == .active)
      machine.handle(.refreshed(other, refreshEndsAt: .max, sessionEndsAt: nil), at: clock.reading)
      machine.handle(.refreshRefused(other, .malformed), at: clock.reading)
      #expect(machine.state == .active)
      machine.handle(.refreshRefused(kind, .malformed), at: clock.reading)
      #expect(machine.state == .ended(.refreshFailures))
    }
  }

  @Test(
    "A refusal that names the end ends it at once, with its reason",
    arguments: [
      (RefusalReason.tokenExpired, SessionEndReason.refreshExpired), (.tokenReused, .tokenReused),
      (.tokenInvalid, .unknownToServer), (.sessionEnded, .endedElsewhere), (.sessionIdle, .serverIdle),
      (.sessionMaximum, .maximum),
    ])
  func serverEnds(refusal: RefusalReason, reason: SessionEndReason) {
    for kind in TokenKind.allCases {
      var machine = loggedIn()
      machine.handle(.refreshRefused(kind, refusal), at: clock.reading)
      #expect(machine.state == .ended(reason))
    }
  }

  @Test("A refused device ends by the count, and says that it was the device")
  func deviceRefused() {
    var machine = loggedIn()
    for _ in 0..<5 { machine.handle(.refreshRefused(.user, .deviceRefused), at: clock.reading) }
    #expect(machine.state == .ended(.deviceRefused))
  }

  @Test("A decision to step up asks for the person, a lock stays whatever PIN comes, a wipe ends")
  func decisions() {
    var machine = loggedIn()
    machine.handle(.judged(.stepUp), at: clock.reading)
    #expect(machine.state == .reauthenticationDue(.stepUp))
    machine.handle(.unlocked, at: clock.reading)
    #expect(machine.state == .active)
    machine.handle(.judged(.lock), at: clock.reading)
    machine.handle(.unlocked, at: clock.reading)
    #expect(machine.state == .reauthenticationDue(.device))
    machine.handle(.loggedIn(refreshEndsAt: .max, sessionEndsAt: nil), at: clock.reading)
    #expect(machine.state == .reauthenticationDue(.device))
    machine.handle(.judged(.goOn), at: clock.reading)
    #expect(machine.state == .reauthenticationDue(.stepUp))
    machine.handle(.unlocked, at: clock.reading)
    #expect(machine.state == .active)
    machine.handle(.judged(.wipe), at: clock.reading)
    #expect(machine.state == .ended(.deviceUnsafe))
    machine.handle(.loggedIn(refreshEndsAt: .max, sessionEndsAt: nil), at: clock.reading)
    #expect(machine.state == .reauthenticationDue(.device))
  }

  @Test("A lock by decision outlives a launch")
  func lockedLaunch() {
    var machine = loggedIn()
    machine.handle(.judged(.lock), at: clock.reading)
    var next = relaunched(machine)
    next.handle(.unlocked, at: clock.reading)
    #expect(next.state == .reauthenticationDue(.device))
  }

  @Test("Whatever happens in whatever order, nothing opens what only a person or a better verdict may open")
  func invariants() {
    var dice = SeededGenerator(seed: 4711)
    var visited: Set<String> = []
    for _ in 0..<400 {
      var machine = SessionMachine(requirement)
      for _ in 0..<120 {
        let event = Self.event(using: &dice, at: clock.reading)
        switch Int.random(in: 0..<20, using: &dice) {
        case 0: clock.restart(as: "boot-\(UInt8.random(in: 0...3, using: &dice))", offFor: .seconds(60))
        case 1: clock.setWall(clock.reading.wall + Int64.random(in: -90000...90000, using: &dice))
        default: clock.advance(by: .seconds(Int64.random(in: 0...7200, using: &dice)))
        }
        let before = machine
        machine.handle(event, at: clock.reading)
        visited.insert("\(machine.state)")
        check(before, event, machine)
        if event == .looked {
          var again = machine
          again.handle(.looked, at: clock.reading)
          #expect(again == machine)
        }
      }
    }
    // The walk must have been where the rules matter.
    #expect(visited.count >= 14, "\(visited.sorted())")
  }

  private func check(_ before: SessionMachine, _ event: SessionEvent, _ after: SessionMachine) {
    if after.state == .active, before.state != .active {
      switch event {
      case .loggedIn: break
      case .unlocked: #expect(before.state.lock != nil && before.state.lock != .device)
      default: Issue.record("\(event) made \(before.state) active")
      }
    }
    if after.state.hasPerson, !before.state.hasPerson {
      if case .loggedIn = event {} else { Issue.record("\(event) brought somebody into \(before.state)") }
    }
    if case .ended = before.state, after.state != before.state {
      switch event {
      case .loggedIn, .loggedOut: break
      default: Issue.record("\(event) made \(before.state) into \(after.state)")
      }
    }
    if after.state == .active { #expect(![.lock, .wipe].contains(after.memory.standing)) }
    if !after.state.hasPerson { #expect(after.memory.loggedInAt == nil && after.memory.refreshEndsAt == nil) }
    #expect(after.memory.failures < requirement.refreshFailures)
    #expect(after.memory.appFailures < requirement.refreshFailures)
  }

  private static func event(using dice: inout SeededGenerator, at now: ClockReading) -> SessionEvent {
    let kind = TokenKind.allCases.randomElement(using: &dice) ?? .app
    let reasons: [RefusalReason] = [.malformed, .malformed, .malformed, .sessionIdle, .tokenReused, .deviceRefused]
    let events: [SessionEvent] = [
      .launched, .looked, .looked, .enrolled, .used, .used, .movedToBackground, .returned, .unlocked, .unlocked,
      .unreachable,
      .loggedIn(refreshEndsAt: now.wall + 86400, sessionEndsAt: nil),
      .loggedIn(refreshEndsAt: now.wall + 864000, sessionEndsAt: now.wall + 172800),
      .refreshed(kind, refreshEndsAt: now.wall + 86400, sessionEndsAt: nil),
      .refreshRefused(kind, reasons.randomElement(using: &dice) ?? .malformed),
      .refreshRefused(kind, .malformed), .ended(.pinExhausted),
      .judged(SessionDecision.allCases.randomElement(using: &dice) ?? .goOn), .judged(.goOn), .loggedOut,
    ]
    return events.randomElement(using: &dice) ?? .looked
  }
}
