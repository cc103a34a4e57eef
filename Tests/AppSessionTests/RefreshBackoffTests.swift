import AppSession
import SecurityTesting
import Testing

@Suite struct RefreshBackoffTests {
  @Test("The ceiling doubles from one second and stops at five minutes")
  func ceiling() {
    let seconds = (1...12).map { RefreshBackoff(failures: $0).ceiling.components.seconds }
    #expect(seconds == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300])
    #expect(RefreshBackoff(failures: .max).ceiling == .seconds(300))
  }

  @Test("A pause after a refusal lies between half of the ceiling and all of it")
  func pause() {
    var dice = SeededGenerator(seed: 12)
    for failures in [1, 4, 40] {
      let backoff = RefreshBackoff(failures: failures)
      let pauses = (0..<1000).map { _ in backoff.pause(using: &dice) }
      #expect(pauses.allSatisfy { $0 >= backoff.ceiling / 2 && $0 <= backoff.ceiling })
      #expect(pauses.contains { $0 < backoff.ceiling * 6 / 10 })
      #expect(pauses.contains { $0 > backoff.ceiling * 9 / 10 })
    }
    #expect(RefreshBackoff(failures: 0).pause(using: &dice) == .zero)
  }

  @Test("A delay lies between nothing and the ceiling, and uses all of it")
  func jitter() {
    var dice = SeededGenerator(seed: 11)
    for failures in [1, 4, 40] {
      let backoff = RefreshBackoff(failures: failures)
      let delays = (0..<1000).map { _ in backoff.delay(using: &dice) }
      #expect(delays.allSatisfy { $0 >= .zero && $0 <= backoff.ceiling })
      #expect(delays.contains { $0 < backoff.ceiling / 10 })
      #expect(delays.contains { $0 > backoff.ceiling * 9 / 10 })
    }
    for failures in [0, -1] { #expect(RefreshBackoff(failures: failures).delay(using: &dice) == .zero) }
  }
}
