import AppIntegrity
import SecurityTesting
import Testing
import TrustWire

@Suite struct AppAttestMachineTests {
  private static let now: Int64 = 1_800_000_000

  private func machine() -> AppAttestMachine {
    var dice = SeededGenerator(seed: 1)
    return AppAttestMachine(AppAttestState(using: &dice))
  }

  private func made(_ key: String = "k1") -> AppAttestMachine {
    var machine = machine()
    _ = machine.next(isSupported: true, person: "sub:ada", at: Self.now)
    machine.keyMade(key, at: Self.now)
    return machine
  }

  private func accepted() -> AppAttestMachine {
    var machine = made()
    machine.accepted(keyID: "k1")
    return machine
  }

  private func step(
    _ machine: AppAttestMachine, _ person: String? = "sub:ada", isSupported: Bool = true, after seconds: Int64 = 0
  ) -> AppAttestMachine.Step {
    var machine = machine
    return machine.next(isSupported: isSupported, person: person, at: Self.now + seconds)
  }

  @Test("Each state asks for its step: make, attest, assert")
  func steps() {
    #expect(step(machine()) == .makeKey)
    #expect(step(made()) == .attest(keyID: "k1"))
    #expect(step(accepted()) == .assert(keyID: "k1"))
    for machine in [machine(), made(), accepted()] {
      #expect(step(machine, isSupported: false) == .goWithout(.unsupported))
    }
  }

  @Test("Every failure in every state leaves what the table says")
  func failures() {
    let kept: [AppAttestFailure] = [.serverUnavailable, .unknownSystemFailure, .other(9)]
    let lost: [AppAttestFailure] = [.invalidKey, .invalidInput]
    for before in [made(), accepted()] {
      for failure in kept {
        var machine = before
        machine.failed(failure, at: Self.now)
        // The same key, later; until then the report says nothing, and not that the device cannot attest.
        #expect(machine.state.stage == before.state.stage)
        #expect(step(machine) == .goWithout(nil) && step(machine, after: 59) == .goWithout(nil))
        #expect(step(machine, after: 60) == step(before))
      }
      for failure in lost {
        var machine = before
        machine.failed(failure, at: Self.now)
        #expect(machine.state.stage == .none && step(machine) == .makeKey)
      }
      var machine = before
      machine.failed(.featureUnsupported, at: Self.now)
      #expect(machine.state.stage == before.state.stage)
    }
    var none = machine()
    none.failed(.serverUnavailable, at: Self.now)
    #expect(step(none) == .goWithout(nil) && step(none, after: 60) == .makeKey)
  }

  @Test("A key that the server refuses signs no more, and is attested again")
  func refused() {
    var machine = accepted()
    machine.refused(keyID: "k1", at: Self.now)
    #expect(machine.state.stage == .made(keyID: "k1") && step(machine) == .attest(keyID: "k1"))
    // What is said of another key changes nothing.
    var other = accepted()
    other.refused(keyID: "k0", at: Self.now)
    #expect(other == accepted())
    var unknown = made()
    unknown.accepted(keyID: "k0")
    #expect(unknown.state.stage == .made(keyID: "k1"))
    // An attestation that the server refuses is not sent again at once.
    var refusedTwice = made()
    refusedTwice.refused(keyID: "k1", at: Self.now)
    #expect(step(refusedTwice) == .goWithout(nil))
  }

  @Test("Three keys a day and a pause from the second loss on: no loop makes keys")
  func budget() {
    var machine = machine()
    var keys: [Int64] = []
    for second in stride(from: Int64(0), to: 3 * 86400, by: 30) {
      let now = Self.now + second
      switch machine.next(isSupported: true, person: nil, at: now) {
      case .makeKey:
        keys.append(now)
        machine.keyMade("k\(keys.count)", at: now)
      case .attest: machine.failed(.invalidKey, at: now)
      case .assert, .goWithout: break
      }
    }
    #expect((7...9).contains(keys.count), "\(keys.count)")
    for index in keys.indices.dropFirst(3) { #expect(keys[index] - keys[index - 3] >= 86400) }
  }

  @Test("Answers that a network drops use up no day's budget; attestations that the server refused do")
  func droppedAnswers() {
    var (lossy, count) = (machine(), 0)
    for minute in 0..<Int64(60) {
      let now = Self.now + minute * 60
      switch lossy.next(isSupported: true, person: "sub:ada", at: now) {
      case .makeKey:
        count += 1
        lossy.keyMade("k\(count)", at: now)
      // The service attests a key once.
      case .attest where lossy.state.isUnanswered: lossy.failed(.invalidKey, at: now)
      case .attest(let key): lossy.attested(keyID: key)
      case .assert, .goWithout: break
      }
    }
    // The pauses bound them all the same.
    #expect((4...8).contains(count), "\(count)")
    var machine = made()
    for number in 1...3 {
      machine.attested(keyID: "k\(number)")
      machine.refused(keyID: "k\(number)", at: Self.now)
      machine.failed(.invalidKey, at: Self.now)
      if number < 3 { machine.keyMade("k\(number + 1)", at: Self.now) }
    }
    #expect(step(machine, after: 7 * 3600) == .goWithout(nil) && step(machine, after: 86400) == .makeKey)
  }

  @Test("Failures without end are counted to a bound, and the state still reads back")
  func endlessFailures() throws {
    var machine = made()
    for _ in 0..<2000 { machine.failed(.serverUnavailable, at: Self.now) }
    #expect(try AppAttestState(reading: machine.state.bytes) == machine.state)
  }

  @Test("No moment, of the clock or of a stored state, stops the app", arguments: [Int64.min, -1, 0, Int64.max])
  func anyMoment(moment: Int64) throws {
    var machine = machine()
    _ = machine.next(isSupported: true, person: "a", at: moment)
    machine.keyMade("k1", at: moment)
    machine.failed(.serverUnavailable, at: moment)
    #expect(try AppAttestState(reading: machine.state.bytes) == machine.state)
    _ = machine.next(isSupported: true, person: "b", at: 0)
    _ = machine.next(isSupported: true, person: "b", at: moment)

    var resting = made()
    resting.failed(.invalidKey, at: Self.now)
    resting.failed(.serverUnavailable, at: Self.now)
    let text = String(decoding: resting.state.bytes, as: UTF8.self)
    let rest = try #require(resting.state.restsUntil)
    for place in ["\(Self.now)", "\(rest)"] {
      try #require(text.contains(place))
      let changed = text.replacing(place, with: "\(moment)")
      guard let state = try? AppAttestState(reading: Array(changed.utf8)) else { continue }
      #expect((-1...0).contains(moment))
      var machine = AppAttestMachine(state)
      _ = machine.next(isSupported: true, person: nil, at: Self.now)
    }
  }

  @Test("Every changed byte of a state is read or refused, and what was read can be asked")
  func mutated() {
    var resting = made()
    resting.failed(.invalidKey, at: Self.now)
    resting.failed(.serverUnavailable, at: Self.now)
    var unanswered = made()
    unanswered.attested(keyID: "k1")
    for bytes in [accepted().state.bytes, unanswered.state.bytes, resting.state.bytes] {
      for index in bytes.indices {
        for value in [UInt8(ascii: "-"), UInt8(ascii: "9"), bytes[index] ^ 1] {
          var changed = bytes
          changed[index] = value
          guard let state = try? AppAttestState(reading: changed) else { continue }
          var machine = AppAttestMachine(state)
          _ = machine.next(isSupported: true, person: "sub:ada", at: Self.now)
          machine.failed(.invalidKey, at: Self.now)
          #expect((try? AppAttestState(reading: machine.state.bytes)) == machine.state)
        }
      }
    }
  }

  @Test("Pauses double up to six hours, and a clock that is set back makes none longer")
  func pauses() {
    var machine = made()
    var waits: [Int64] = []
    for _ in 0..<12 {
      machine.failed(.serverUnavailable, at: Self.now)
      waits.append((machine.state.restsUntil ?? 0) - Self.now)
    }
    #expect(waits.prefix(4) == [60, 120, 240, 480] && waits.last == 6 * 3600)
    #expect(step(machine, after: -7 * 86400) == .attest(keyID: "k1"))
  }

  @Test("Another person gets another key, nobody in particular uses the one that is there")
  func persons() {
    #expect(step(accepted(), nil) == .assert(keyID: "k1"))
    #expect(step(accepted(), "sub:bob") == .makeKey)
    // Made before anybody signed in: the first person's.
    var early = machine()
    _ = early.next(isSupported: true, person: nil, at: Self.now)
    early.keyMade("k1", at: Self.now)
    #expect(step(early, "sub:ada") == .attest(keyID: "k1"))
  }

  @Test("A state reads back whole in every stage, names nobody, and damage is refused")
  func stored() throws {
    var resting = accepted()
    resting.failed(.serverUnavailable, at: Self.now)
    for machine in [machine(), made(), accepted(), resting] {
      let bytes = machine.state.bytes
      #expect(try AppAttestState(reading: bytes) == machine.state)
      #expect(!String(decoding: bytes, as: UTF8.self).contains("ada"))
      for count in 0..<bytes.count {
        #expect(throws: IntegrityError.historyDamaged) { try AppAttestState(reading: Array(bytes.prefix(count))) }
      }
    }
  }

  @Test(
    "Whatever happens in whatever order, and with a restart after any step: no second key without a reason, no assertion by a key that the server did not accept",
    arguments: 1...200)
  func property(seed: Int) throws {
    var dice = SeededGenerator(seed: UInt64(seed))
    var machine = machine()
    var (now, count, isLost, acceptedKeys) = (Self.now, 0, true, Set<String>())
    var person = "a"
    for _ in 0..<200 {
      now += Int64.random(in: 0...20_000, using: &dice)
      if Int.random(in: 0..<20, using: &dice) == 0 {
        let other = Bool.random(using: &dice) ? "a" : "b"
        if other != person { isLost = true }
        person = other
      }
      switch machine.next(isSupported: Int.random(in: 0..<10, using: &dice) > 0, person: person, at: now) {
      case .makeKey:
        #expect(isLost, "a second key")
        count += 1
        machine.keyMade("k\(count)", at: now)
        isLost = false
      case .attest(let key), .assert(let key):
        if case .assert = machine.next(isSupported: true, person: person, at: now) {
          #expect(acceptedKeys.contains(key))
        }
        switch Int.random(in: 0..<8, using: &dice) {
        case 0: machine.failed(.serverUnavailable, at: now)
        case 1: machine.failed(.unknownSystemFailure, at: now)
        case 2:
          machine.failed(Bool.random(using: &dice) ? .invalidKey : .invalidInput, at: now)
          isLost = true
        case 3:
          machine.refused(keyID: key, at: now)
          acceptedKeys.remove(key)
        case 4: break  // the answer was lost
        default:
          machine.accepted(keyID: key)
          acceptedKeys.insert(key)
        }
      case .goWithout: break
      }
      if Bool.random(using: &dice) { machine = AppAttestMachine(try AppAttestState(reading: machine.state.bytes)) }
    }
    #expect(count > 0)
  }
}
