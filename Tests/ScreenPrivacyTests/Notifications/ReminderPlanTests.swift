import Foundation
import ScreenPrivacy
import Testing

@Suite("When reminders go off")
struct ReminderPlanTests {
  private func zone(_ name: String) throws -> TimeZone { try #require(TimeZone(identifier: name)) }
  private func date(_ text: String) throws -> Date { try Date(text, strategy: .iso8601) }
  private func time(_ hour: Int, _ minute: Int = 0) throws -> ReminderTime {
    try #require(ReminderTime(hour: hour, minute: minute))
  }

  private func plan(_ reminder: Reminder, after now: String, in name: String = "Europe/Berlin") throws -> [String] {
    try ReminderPlan([reminder], after: date(now), in: zone(name)).entries.map { $0.date.ISO8601Format() }
  }

  @Test("A bedtime in the evening has its reminder one hour before, day by day, for fourteen days")
  func evening() throws {
    let dates = try plan(.targetLOT(bedtime: time(23)), after: "2026-01-10T12:00:00Z")
    #expect(dates.count == ReminderPlan.days)
    #expect(dates.prefix(2) == ["2026-01-10T21:00:00Z", "2026-01-11T21:00:00Z"])
    #expect(dates.last == "2026-01-23T21:00:00Z")
  }

  @Test("A bedtime after midnight has its reminder on the evening before")
  func midnight() throws {
    let dates = try plan(.targetLOT(bedtime: time(0, 30)), after: "2026-01-10T12:00:00Z")
    #expect(dates.first == "2026-01-10T22:30:00Z")
    let late = try plan(.targetLOT(bedtime: time(0, 30)), after: "2026-01-10T22:30:00Z")
    #expect(late.first == "2026-01-11T22:30:00Z")
  }

  @Test("A time that is now is not planned again, one that comes in a second is")
  func now() throws {
    let wake = Reminder.targetAET(wake: try time(7))
    #expect(try plan(wake, after: "2026-01-10T06:00:00Z").first == "2026-01-11T06:00:00Z")
    #expect(try plan(wake, after: "2026-01-10T05:59:59Z").first == "2026-01-10T06:00:00Z")
  }

  @Test("When clocks go forward, a time that is skipped is the first moment after the gap")
  func gap() throws {
    // Berlin, 2026-03-29: 02:00 becomes 03:00, which is 01:00 UTC.
    let dates = try plan(.targetAET(wake: time(2, 30)), after: "2026-03-28T00:00:00Z")
    #expect(dates.prefix(3) == ["2026-03-28T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"])
  }

  @Test("When clocks go back, a time that comes twice counts once, the first time")
  func overlap() throws {
    // Berlin, 2026-10-25: 03:00 becomes 02:00, which is 01:00 UTC.
    let dates = try plan(.targetAET(wake: time(2, 30)), after: "2026-10-24T12:00:00Z")
    #expect(dates.prefix(2) == ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"])
  }

  @Test("The hour before bedtime is an hour that passes, also across a change of clocks")
  func elapsed() throws {
    let spring = try plan(.targetLOT(bedtime: time(3, 30)), after: "2026-03-28T12:00:00Z")
    #expect(spring.first == "2026-03-29T00:30:00Z")
    let autumn = try plan(.targetLOT(bedtime: time(3, 30)), after: "2026-10-24T12:00:00Z")
    #expect(autumn.first == "2026-10-25T01:30:00Z")
  }

  @Test("A zone that skips a day has each moment once")
  func skippedDay() throws {
    // Samoa had no 30 December 2011.
    let dates = try plan(.targetAET(wake: time(7)), after: "2011-12-28T18:00:00Z", in: "Pacific/Apia")
    #expect(Set(dates).count == dates.count && dates.count == ReminderPlan.days)
    #expect(dates.prefix(3) == ["2011-12-29T17:00:00Z", "2011-12-30T10:00:00Z", "2011-12-30T17:00:00Z"])
  }

  @Test("A zone whose clocks move by half an hour, and one that changes at midnight")
  func odd() throws {
    // Lord Howe, 2026-10-04: 02:00 becomes 02:30 (15:30 UTC of the day before).
    let howe = try plan(.targetAET(wake: time(2, 15)), after: "2026-10-03T12:00:00Z", in: "Australia/Lord_Howe")
    #expect(howe.first == "2026-10-03T15:30:00Z")
    // Beirut, 2026-03-29: 00:00 becomes 01:00 (22:00 UTC of the day before).
    let beirut = try plan(.targetAET(wake: time(0, 10)), after: "2026-03-28T12:00:00Z", in: "Asia/Beirut")
    #expect(beirut.first == "2026-03-28T22:00:00Z")
  }

  @Test("In every zone and hour, what is planned shows the time that was set, but in a gap")
  func everywhere() throws {
    for name in ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Chatham", "UTC", "America/St_Johns"] {
      let zone = try zone(name)
      var calendar = Calendar(identifier: .gregorian)
      calendar.timeZone = zone
      for hour in 0..<24 {
        let plan = ReminderPlan(
          [.targetAET(wake: try time(hour, 17))], after: try date("2026-06-01T00:00:00Z"), in: zone)
        #expect(plan.entries.count == ReminderPlan.days)
        for entry in plan.entries {
          let shown = calendar.dateComponents([.hour, .minute], from: entry.date)
          #expect(shown.hour == hour && shown.minute == 17, "\(name) \(entry.date)")
        }
      }
    }
  }

  @Test("Both reminders stand in one plan in the order of time, under names that planning again replaces")
  func both() throws {
    let reminders = [
      Reminder.targetAET(wake: try time(7)), .targetLOT(bedtime: try time(23)), .targetAET(wake: try time(8)),
    ]
    let first = try ReminderPlan(reminders, after: date("2026-01-10T12:00:00Z"), in: zone("UTC"))
    let again = try ReminderPlan(reminders, after: date("2026-01-10T13:00:00Z"), in: zone("UTC"))
    #expect(first == again && first.entries.count == 2 * ReminderPlan.days)
    #expect(first.entries.map(\.date) == first.entries.map(\.date).sorted())
    #expect(Set(first.entries.map(\.identifier)).count == first.entries.count)
    #expect(first.entries.allSatisfy { ReminderPlan.owns($0.identifier) })
    for other in ["targetLOT", "targetLOT.x", "other.1", "targetLOT.1.2", ""] { #expect(!ReminderPlan.owns(other)) }
  }
}
