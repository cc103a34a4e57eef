import AppIntegrity
import Foundation
import SecurityPolicy
import Testing

@Suite("CheckSchedule")
struct CheckScheduleTests {
  /// SplitMix64: the same sequence for the same seed.
  private struct SeededDice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private let start = Date(timeIntervalSince1970: 1_800_000_000)

  @Test("Before the first check one is due")
  func dueAtFirst() throws {
    #expect(try CheckSchedule(IntegrityRequirement()).isDue(at: start))
  }

  @Test("The next check lies between the bounds and fills the range evenly")
  func uniform() throws {
    var schedule = try CheckSchedule(IntegrityRequirement())
    var dice = SeededDice(state: 1)
    var buckets = [Int](repeating: 0, count: 10)
    for _ in 0..<10_000 {
      schedule.checked(at: start, using: &dice)
      let next = try #require(schedule.next)
      let minutes = next.timeIntervalSince(start) / 60
      try #require((30.0...180.0).contains(minutes))
      buckets[min(9, Int((minutes - 30) / 15))] += 1
    }
    // 1000 expected in each, with a standard deviation of 30.
    #expect(buckets.allSatisfy { (850...1150).contains($0) }, "\(buckets)")
  }

  @Test("A check is due from the drawn moment on and not before")
  func drawnMoment() throws {
    var schedule = try CheckSchedule(IntegrityRequirement())
    var dice = SeededDice(state: 2)
    schedule.checked(at: start, using: &dice)
    let next = try #require(schedule.next)
    #expect(!schedule.isDue(at: start))
    #expect(!schedule.isDue(at: next.addingTimeInterval(-0.001)))
    #expect(schedule.isDue(at: next))
  }

  @Test("Coming to the foreground makes a check due at once")
  func foreground() throws {
    var schedule = try CheckSchedule(IntegrityRequirement())
    var dice = SeededDice(state: 3)
    schedule.checked(at: start, using: &dice)
    schedule.enteredForeground()
    #expect(schedule.isDue(at: start))
    schedule.checked(at: start, using: &dice)
    #expect(!schedule.isDue(at: start))
  }

  @Test("A clock that was set back makes a check due")
  func clockSetBack() throws {
    var schedule = try CheckSchedule(IntegrityRequirement())
    var dice = SeededDice(state: 4)
    schedule.checked(at: start, using: &dice)
    #expect(schedule.isDue(at: start.addingTimeInterval(-1)))
  }

  @Test("Bounds that are no range are refused")
  func invalidBounds() {
    let bounds: [(Duration, Duration)] = [
      (.seconds(10), .seconds(9)), (.zero, .seconds(9)), (.seconds(-5), .seconds(9)),
      (.seconds(1), .seconds(Int64.max)),
    ]
    for (minimum, maximum) in bounds {
      var requirement = IntegrityRequirement()
      requirement.minimumInterval = minimum
      requirement.maximumInterval = maximum
      #expect(throws: IntegrityError.intervalsInvalid) { try CheckSchedule(requirement) }
    }
  }

  @Test("Equal bounds give a fixed interval")
  func fixedInterval() throws {
    var requirement = IntegrityRequirement()
    requirement.minimumInterval = .seconds(60)
    requirement.maximumInterval = .seconds(60)
    var schedule = try CheckSchedule(requirement)
    var dice = SeededDice(state: 5)
    schedule.checked(at: start, using: &dice)
    #expect(schedule.next == start.addingTimeInterval(60))
  }
}
