public import Foundation

/// The moments at which the reminders of the next days go off.
///
/// Each is planned as a moment of its own, not as a daily repetition of a time on the clock: the hour before bedtime is
/// an hour that passes, also in the night in which clocks change. A bedtime after midnight has its reminder on the
/// evening before. A time that clocks skip is the first moment after the gap, one that comes twice is the first of both.
/// Plan again at every return to the foreground and when the time zone changes; an app that nobody opens for
/// ``days`` days falls silent.
public struct ReminderPlan: Sendable, Hashable {
  /// One notification.
  public struct Entry: Sendable, Hashable {
    public let reminder: Reminder
    public let date: Date
    /// The template and the number of the day: planning again replaces what was planned.
    public let identifier: String
  }

  /// iOS keeps 64 notifications of an app; two reminders a day leave room for others.
  public static let days = 14

  /// In the order of time.
  public let entries: [Entry]

  /// - Parameter now: nothing at or before this moment is planned.
  public init(_ reminders: [Reminder], after now: Date, in zone: TimeZone) {
    let clock = WallClock(zone)
    let start = now.timeIntervalSince1970
    let today = clock.day(of: start)
    var entries: [Entry] = []
    var seen: Set<String> = []
    for reminder in reminders where seen.insert(reminder.template.name).inserted {
      var last = start
      var count = 0
      // A bedtime of tomorrow may have its reminder today; where a zone skipped a day, two days fall on one moment.
      for day in today...(today + Self.days + 2) where count < Self.days {
        let moment = clock.moment(day: day, seconds: reminder.time.seconds) - reminder.lead
        guard moment > last else { continue }
        let name = "\(reminder.template.name).\(day)"
        entries.append(Entry(reminder: reminder, date: Date(timeIntervalSince1970: moment), identifier: name))
        last = moment
        count += 1
      }
    }
    self.entries = entries.sorted { ($0.date, $0.identifier) < ($1.date, $1.identifier) }
  }

  /// Whether an identifier is one of a plan's, so that planning again removes only what planning made.
  public static func owns(_ identifier: String) -> Bool {
    let parts = identifier.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 2 && Int(parts[1]) != nil
      && NotificationTemplate.builtIn.contains { $0.name == parts[0] }
  }
}
