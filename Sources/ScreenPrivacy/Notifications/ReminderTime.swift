public import Redaction

/// A time of day as clocks on the wall show it, to the minute.
public struct ReminderTime: Sendable, Hashable, NonSensitiveValue {
  public let hour: Int
  public let minute: Int

  /// Nil unless the hour is 0 to 23 and the minute 0 to 59.
  public init?(hour: Int, minute: Int) {
    guard (0...23).contains(hour), (0...59).contains(minute) else { return nil }
    self.hour = hour
    self.minute = minute
  }

  /// Seconds from midnight on a day whose clock does not change.
  var seconds: Int { hour * 3600 + minute * 60 }

  /// As in `23:05`, in every language.
  var text: String { (hour < 10 ? "0" : "") + "\(hour)" + (minute < 10 ? ":0" : ":") + "\(minute)" }
}
