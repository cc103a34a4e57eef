public import UntrustedInput

/// What the app says before the system asks: why, and what follows from yes and from no. The button under ``agree`` is
/// the control whose ``UserAction`` switches notifications on.
///
/// The texts are a proposal that an app may replace; it then counts its own texts, for ``NotificationConsent``. Source: BSI TR-03161-1 O.Plat_3, O.Plat_5.
public struct NotificationExplanation: Sendable, Hashable {
  /// The number of the built-in texts. An agreement to one number is none to another one.
  public static let version = 1

  public let title: String
  public let body: String
  public let agree: String
  public let decline: String

  // O.Plat_3#849
  /// The words in one language.
  public init(in language: DisplayLanguage) {
    switch language {
    case .german:
      title = "Erinnerungen einschalten?"
      body =
        "Die App erinnert Sie dann an Ihre Schlafenszeit und ans Aufstehen. Erinnerungen können auf dem Sperrbildschirm "
        + "stehen und von anderen gesehen werden. Ohne Erinnerungen können Sie die App uneingeschränkt nutzen. Sie können "
        + "sie jederzeit wieder ausschalten."
      agree = "Einschalten"
      decline = "Nicht jetzt"
    case .english:
      title = "Switch reminders on?"
      body =
        "The app then reminds you of your bedtime and of getting up. Reminders may stand on the lock screen, where "
        + "others can see them. Without reminders you can use the app without limits. You can switch them off at any time."
      agree = "Switch on"
      decline = "Not now"
    }
  }
}
