public import Redaction
import UntrustedInput

/// A day of the week.
public enum ReminderWeekday: Int, Sendable, Hashable, CaseIterable, NonSensitiveValue {
  case monday = 1
  case tuesday, wednesday, thursday, friday, saturday, sunday

  func text(in language: DisplayLanguage) -> String {
    switch (self, language) {
    case (.monday, .german): "Montag"
    case (.tuesday, .german): "Dienstag"
    case (.wednesday, .german): "Mittwoch"
    case (.thursday, .german): "Donnerstag"
    case (.friday, .german): "Freitag"
    case (.saturday, .german): "Samstag"
    case (.sunday, .german): "Sonntag"
    case (.monday, .english): "Monday"
    case (.tuesday, .english): "Tuesday"
    case (.wednesday, .english): "Wednesday"
    case (.thursday, .english): "Thursday"
    case (.friday, .english): "Friday"
    case (.saturday, .english): "Saturday"
    case (.sunday, .english): "Sunday"
    }
  }
}
