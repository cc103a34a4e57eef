public import UntrustedInput

/// What an app tells the person when a session ended or is locked: plain words, no technical ones, nothing that names
/// a person or their data.
///
/// The texts are a proposal that an app may replace; that there is one for every case, and in both languages, is the
/// point. Source: BSI TR-03161-1 O.Auth_8 to O.Auth_10.
public struct SessionNotice: Sendable, Hashable {
  /// What the button under the notice does.
  public enum Action: String, Sendable, Hashable, CaseIterable {
    case signIn
    /// PIN or biometry.
    case unlock
    /// Only time, an update of the device or support help.
    case close
  }

  public let title: String
  public let body: String
  public let action: Action
  /// The words on the button.
  public let button: String

  /// What to say when a session ended.
  public init(_ reason: SessionEndReason, in language: DisplayLanguage) {
    let text = reason.text
    self.init(language == .german ? text.german : text.english, text.action, language)
  }

  /// What to say while a session is locked.
  public init(_ lock: SessionLock, in language: DisplayLanguage) {
    let text = lock.text
    self.init(language == .german ? text.german : text.english, text.action, language)
  }

  /// What to say when something went wrong beside a session.
  public init(_ incident: SessionIncident, in language: DisplayLanguage) {
    let text = incident.text
    self.init(language == .german ? text.german : text.english, text.action, language)
  }

  private init(_ words: Words, _ action: Action, _ language: DisplayLanguage) {
    title = words.title
    body = words.body
    self.action = action
    button =
      switch (action, language) {
      case (.signIn, .german): "Anmelden"
      case (.signIn, .english): "Sign in"
      case (.unlock, .german): "Entsperren"
      case (.unlock, .english): "Unlock"
      case (.close, .german): "Schließen"
      case (.close, .english): "Close"
      }
  }

  typealias Words = (title: String, body: String)
  typealias Text = (german: Words, english: Words, action: Action)
}
