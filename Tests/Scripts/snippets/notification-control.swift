// compiles
import ScreenPrivacy

func use(_ time: ReminderTime, _ day: ReminderWeekday, _ count: ReminderCount) -> NotificationTemplate {
  NotificationTemplate("night", german: "\(day) um \(time), noch \(count)", english: "\(day) at \(time), \(count) left")
}

func use(_ consent: NotificationConsent, _ action: consuming UserAction) async throws {
  _ = try await consent.switchOn(action)
}
