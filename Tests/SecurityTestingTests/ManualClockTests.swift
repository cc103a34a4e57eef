import Foundation
import SecurityTesting
import Testing

@Suite struct ManualClockTests {
  @Test("The clock stands still until it is moved, in both directions")
  func moves() {
    let clock = ManualClock()
    #expect(clock.now == clock.now)
    clock.advance(bySeconds: 10)
    #expect(clock.now.timeIntervalSinceReferenceDate == 10)
    clock.advance(bySeconds: -4)
    #expect(clock.now.timeIntervalSinceReferenceDate == 6)
    clock.set(to: Date(timeIntervalSinceReferenceDate: 100))
    #expect(clock.now.timeIntervalSinceReferenceDate == 100)
  }
}
