/// A small app source with one flaw and its look-alikes, carried in the binary, so that the audit has something real
/// to read wherever the command runs. `Examples/FlawedApp` is the larger one.
enum FlawedSample {
  static let file = "SettingsStore.swift"
  static let source = """
    import Foundation

    /// Settings of a sleep diary. The flaw: the access token lies in UserDefaults, in clear, in every backup.
    final class SettingsStore {
      private let defaults = UserDefaults.standard

      func signedIn(accessToken: String) {
        defaults.set(accessToken, forKey: "accessToken")
        defaults.set(true, forKey: "hasSignedInBefore")
      }

      func choose(wakeUpTime: Int) { defaults.set(wakeUpTime, forKey: "wakeUpTime") }

      func signedOut() { defaults.removeObject(forKey: "accessToken") }
    }

    """
}
