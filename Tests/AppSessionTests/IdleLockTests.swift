import AppSession
import SecurityPolicy
import Testing

@Suite struct IdleLockTests {
  let hours = Duration.seconds(4 * 3600)

  private func isFailure(_ verdict: Verdict) -> Bool { if case .fails = verdict { true } else { false } }

  @Test("The lock closes when the time without use reaches the limit, not a moment before")
  func limit() {
    let lock = IdleLock(SessionRequirement(), openedAt: .seconds(10))
    #expect(lock.verdict(at: .seconds(10)) == .holds)
    #expect(lock.verdict(at: .seconds(10) + hours - .nanoseconds(1)) == .holds)
    #expect(isFailure(lock.verdict(at: .seconds(10) + hours)))
  }

  @Test("Use puts the closing off")
  func use() {
    var lock = IdleLock(SessionRequirement(), openedAt: .zero)
    lock.use(at: hours - .seconds(1))
    #expect(lock.verdict(at: hours * 2 - .seconds(2)) == .holds)
    #expect(isFailure(lock.verdict(at: hours * 2 - .seconds(1))))
  }

  @Test("A closed lock stays closed, whatever is used after")
  func closed() {
    var lock = IdleLock(SessionRequirement(), openedAt: .zero)
    lock.use(at: hours)
    #expect(isFailure(lock.verdict(at: hours)))
    lock.use(at: hours + .seconds(1))
    #expect(isFailure(lock.verdict(at: hours + .seconds(2))))
  }

  @Test("A clock that went backwards is a doubt and no sign of use")
  func backwards() {
    var lock = IdleLock(SessionRequirement(), openedAt: .seconds(100))
    guard case .undetermined = lock.verdict(at: .seconds(99)) else {
      Issue.record("a clock that went backwards was judged")
      return
    }
    lock.use(at: .seconds(50))
    #expect(isFailure(lock.verdict(at: .seconds(100) + hours)))
    #expect(lock.verdict(at: .seconds(99) + hours) == .holds)
  }
}
