import Testing
import UntrustedInput

@Suite struct SleepDurationTests {
  @Test(
    "A duration in each of its forms",
    arguments: [
      ("0:00", 0), ("7:30", 450), ("24:00", 1440), ("7h30m", 450), ("7h", 420), ("450m", 450), ("0m", 0),
      ("1440m", 1440), ("07:05", 425),
    ])
  func forms(text: String, minutes: Int) throws {
    let duration = try SleepDuration(text)
    #expect(duration.minutes == minutes)
    #expect(duration.duration == .seconds(minutes * 60))
    #expect(try SleepDuration(duration.description) == duration)
  }

  @Test(
    "Everything else is refused",
    arguments: [
      ("24:01", "durationTooLong"), ("25h", "durationTooLong"), ("1441m", "durationTooLong"),
      ("9999m", "durationTooLong"),
      ("", "notADuration"), ("7", "notADuration"), ("7:5", "notADuration"), ("7:60", "notADuration"),
      ("7h60m", "notADuration"),
      ("-1m", "notADuration"), ("7,5h", "notADuration"), ("7.5h", "notADuration"), ("7h30", "notADuration"),
      ("h", "notADuration"),
      ("7 h", "notADuration"), ("٧:30", "notADuration"), ("99999m", "notADuration"), ("7hm", "notADuration"),
      (":30", "notADuration"),
      ("1:2:3", "notADuration"), ("12:30:00", "notADuration"),
    ])
  func refused(text: String, reason: String) {
    #expect { try SleepDuration(text) } throws: { ($0 as? InputRefusal)?.reason.rawValue == reason }
  }

  @Test("Numbers below zero and above a day are refused")
  func numbers() {
    for minutes in [-1, 1441, Int.max, Int.min] {
      #expect(throws: InputRefusal.self) { try SleepDuration(minutes: minutes) }
    }
  }
}
