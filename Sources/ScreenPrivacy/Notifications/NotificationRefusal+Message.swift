public import UntrustedInput

extension NotificationRefusal {
  // O.Source_4#1250
  /// A sentence for the person who switched notifications on, without a word about the inside of the app or a number of
  /// the system. `description` speaks to developers.
  public func message(in language: DisplayLanguage) -> String {
    let (german, english) = words
    return language == .german ? german : english
  }

  private var words: (german: String, english: String) {
    switch self {
    case .notInPolicy: ("Diese App hat keine Benachrichtigungen.", "This app has no notifications.")
    case .notGranted(.undetermined):
      ("Benachrichtigungen sind nicht eingeschaltet.", "Notifications are not switched on.")
    case .notGranted(.unsupported):
      ("Auf diesem Gerät gibt es keine Benachrichtigungen.", "There are no notifications on this device.")
    case .notGranted:
      (
        "Benachrichtigungen sind nicht erlaubt. Das lässt sich in den Einstellungen des Geräts ändern.",
        "Notifications are not allowed. You can change that in the device's settings."
      )
    case .system:
      (
        "Das Gerät konnte die Benachrichtigungen nicht einrichten. Bitte später noch einmal versuchen.",
        "The device could not set up notifications. Please try again later."
      )
    case .unreachable:
      ("Der Server antwortet nicht. Die App versucht es wieder.", "The server does not answer. The app will try again.")
    case .refused:
      ("Der Server hat abgelehnt. Die App versucht es wieder.", "The server refused. The app will try again.")
    case .storage:
      ("Die Einstellung konnte nicht gelesen oder gesichert werden.", "The setting could not be read or saved.")
    case .damaged:
      (
        "Die Einstellung ist beschädigt. Bitte Benachrichtigungen noch einmal einschalten.",
        "The setting is damaged. Please switch notifications on again."
      )
    case .newerFormat:
      (
        "Die Einstellung stammt aus einer neueren Version der App. Bitte die App aktualisieren.",
        "The setting is of a newer version of the app. Please update the app."
      )
    case .badToken, .tooManyTokens:
      ("Benachrichtigungen konnten nicht eingerichtet werden.", "Notifications could not be set up.")
    }
  }
}
