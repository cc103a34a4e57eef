/// A notification that the device makes by itself every day.
public enum Reminder: Sendable, Hashable {
  /// One hour before this bedtime.
  case targetLOT(bedtime: ReminderTime)
  /// At this time of getting up.
  case targetAET(wake: ReminderTime)

  public var template: NotificationTemplate {
    switch self {
    case .targetLOT: .targetLOT
    case .targetAET: .targetAET
    }
  }

  /// The time that the user set.
  var time: ReminderTime {
    switch self {
    case .targetLOT(let time), .targetAET(let time): time
    }
  }

  /// Seconds between the notification and the time that the user set.
  var lead: Double {
    switch self {
    case .targetLOT: 3600
    case .targetAET: 0
    }
  }
}
