import Foundation

enum SettingsKey: String {
  case bedtimeReminder
  case refreshToken = "session.refreshToken"
  case pinAttempts
}

/// Preferences of the sleep diary.
final class SettingsStore {
  private let defaults = UserDefaults.standard

  var bedtimeReminder: Bool {
    get { defaults.bool(forKey: SettingsKey.bedtimeReminder.rawValue) }
    set { defaults.set(newValue, forKey: SettingsKey.bedtimeReminder.rawValue) }
  }

  func confirm(pin: String, failures: Int) {
    defaults.set(failures, forKey: SettingsKey.pinAttempts.rawValue)
    // Flaw: whoever opens a backup reads the PIN.
    defaults.set(pin, forKey: "unlockPIN")
    defaults.set(true, forKey: "didShowPinOnboarding")
  }

  func noteHint() {
    defaults.set(Date(), forKey: "passwordHintShown")
  }
}
