import Foundation
import Testing
import UntrustedInput

@Suite struct TimeRangeTests {
  private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }
  private func hours(
    _ range: String, _ day: String, _ zoneName: String, _ skipped: TimeRange.SkippedTime = .refuse,
    _ repeated: TimeRange.RepeatedTime = .first
  ) throws -> Double {
    try TimeRange(range).interval(on: CalendarDay(day), in: zone(zoneName), skipped: skipped, repeated: repeated)
      .duration / 3600
  }

  @Test(
    "A night is as long as its clocks say, also when they change",
    arguments: [
      ("22:30-06:45", "2026-06-01", "Europe/Berlin", 8.25), ("22:30-06:45", "2026-03-28", "Europe/Berlin", 7.25),
      ("22:30-06:45", "2026-10-24", "Europe/Berlin", 9.25), ("08:00-16:30", "2026-03-29", "Europe/Berlin", 8.5),
      ("00:00-23:59", "2026-03-29", "Europe/Berlin", 22.983333333333334),
      ("22:00-06:00", "2026-03-07", "America/New_York", 7),
      ("22:00-06:00", "2026-10-31", "America/New_York", 9), ("22:00-06:00", "2026-10-03", "Australia/Lord_Howe", 7.5),
      ("22:00-06:00", "2026-04-04", "Australia/Lord_Howe", 8.5), ("22:00-06:00", "2026-12-31", "Asia/Kolkata", 8),
      ("23:59-00:01", "2024-02-28", "UTC", 2 / 60.0),
    ] as [(String, String, String, Double)])
  func nights(range: String, day: String, zone: String, hours: Double) throws {
    #expect(abs(try self.hours(range, day, zone) - hours) < 1e-9)
  }

  @Test("A time that the clock leaves out is refused, or shifted when asked for")
  func skipped() throws {
    #expect { try hours("02:30-06:00", "2026-03-29", "Europe/Berlin") } throws: {
      ($0 as? InputRefusal)?.reason == .skippedTime
    }
    #expect(try hours("02:30-06:00", "2026-03-29", "Europe/Berlin", .shift) == 2.5)
    #expect(try hours("02:30-06:00", "2026-03-30", "Europe/Berlin") == 3.5)
    #expect(try hours("22:00-02:30", "2026-03-28", "Europe/Berlin", .shift) == 4.5)
  }

  @Test("Of a time that the clock shows twice the first is meant, or the second")
  func repeated() throws {
    #expect(try hours("02:30-06:00", "2026-10-25", "Europe/Berlin") == 4.5)
    #expect(try hours("02:30-06:00", "2026-10-25", "Europe/Berlin", .refuse, .second) == 3.5)
  }

  @Test("On ordinary days the instants are those of the system's calendar")
  func calendar() throws {
    var generator = SeededGenerator(7)
    for name in ["Europe/Berlin", "America/St_Johns", "Asia/Kathmandu", "Pacific/Apia", "UTC", "Africa/Casablanca"] {
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = try zone(name)
      for _ in 0..<200 {
        let day = try #require(
          CalendarDay(
            year: .random(in: 1975...2037, using: &generator), month: .random(in: 1...12, using: &generator),
            day: .random(in: 1...28, using: &generator)))
        let start = try #require(ClockTime(hour: .random(in: 4...22, using: &generator), minute: 17))
        let end = try #require(ClockTime(hour: 23, minute: 30))
        let interval = try TimeRange(from: start, to: end).interval(on: day, in: zone(name), skipped: .shift)
        let parts = DateComponents(
          year: day.year, month: day.month, day: day.day, hour: start.hour, minute: start.minute)
        #expect(interval.start == calendar.date(from: parts), "\(name) \(day) \(start)")
      }
    }
  }

  @Test(
    "Every range is read back from its own text",
    arguments: ["22:30-06:45", "7:05 - 8:00", "00:00–23:59", " 1:00-2:00 "])
  func text(text: String) throws {
    let range = try TimeRange(text)
    #expect(try TimeRange(range.description) == range)
  }

  @Test(
    "Other texts are refused",
    arguments: [
      ("", "notATimeRange"), ("22:30", "notATimeRange"), ("22:30-06:45-07:00", "notATimeRange"), ("-", "notATime"),
      ("24:00-06:00", "notATime"), ("22:60-06:00", "notATime"), ("22:3-06:00", "notATime"), ("+2:30-06:00", "notATime"),
      ("22:30-", "notATime"), ("22.30-06.45", "notATime"), ("٢٢:30-06:00", "notATime"),
      ("07:00-07:00", "emptyTimeRange"),
      ("22:30-06:45 tomorrow", "notATimeRange"), ("22:30\u{2014}06:45", "notATimeRange"), ("022:30-06:45", "notATime"),
    ])
  func refused(text: String, reason: String) {
    #expect { try TimeRange(text) } throws: { ($0 as? InputRefusal)?.reason.rawValue == reason }
  }

  @Test("Which range goes over midnight")
  func midnight() throws {
    #expect(try TimeRange("22:30-06:45").crossesMidnight)
    #expect(try TimeRange("06:45-22:30").crossesMidnight == false)
  }

  @Test(
    "Days that the calendar does not have are refused",
    arguments: [
      "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "1900-02-29", "2026-1-01", "20260101", "", "2026-01-01T",
      "0000-01-01", "+026-01-01",
    ])
  func days(text: String) {
    #expect { try CalendarDay(text) } throws: { ($0 as? InputRefusal)?.reason == .notADay }
  }

  @Test("Leap days are days, and days are in order")
  func leapDays() throws {
    #expect(try CalendarDay("2024-02-29") < CalendarDay("2024-03-01"))
    #expect(try CalendarDay("2000-02-29").description == "2000-02-29")
  }
}
