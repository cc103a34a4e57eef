public import UntrustedInput

extension RemoteNotificationRefusal {
  // O.Source_4#1254
  /// Two sentences at most for the person who writes notifications at a console, with the place and Apple's or Google's
  /// name of the object, and without a word of what was to be sent. `description` speaks to developers and logs.
  public func message(in language: DisplayLanguage) -> String {
    let (german, english) = words
    guard let place, place != .none else { return language == .german ? german : english }
    return language == .german
      ? "Zeile \(place.line), Spalte \(place.column): \(german)"
      : "Line \(place.line), column \(place.column): \(english)"
  }

  private var place: TextPosition? {
    switch self {
    case .unreadable, .notANotification, .tooLarge: nil
    case .unknownKey(_, let place), .wrongType(_, let place), .freeText(_, let place), .unknownName(_, let place),
      .sensitive(_, let place), .unknownDataKey(let place), .mutableContent(let place), .mixedBackground(let place):
      place
    }
  }

  private var words: (german: String, english: String) {
    switch self {
    case .unreadable(.tooLarge(let limit)):
      ("Die Anfrage ist größer als \(limit) Byte.", "The request is larger than \(limit) bytes.")
    case .unreadable: ("Die Anfrage ist kein lesbares JSON.", "The request is not readable JSON.")
    case .notANotification:
      (
        "Das ist weder eine Nachricht für APNs (aps) noch eine Anfrage an FCM (message).",
        "This is neither a payload for APNs (aps) nor a request to FCM (message)."
      )
    case .tooLarge(let path, let limit):
      ("\(german(path)) ist größer als \(limit) Byte.", "\(english(path)) is larger than \(limit) bytes.")
    case .unknownKey(let path, _):
      (
        "\(german(path)) hat einen Schlüssel, den niemand prüft.", "\(english(path)) has a key that nobody checks."
      )
    case .wrongType(let path, _):
      (
        "\(german(path)) ist von falscher Art oder außerhalb des Erlaubten.",
        "\(english(path)) is of the wrong type or out of range."
      )
    case .freeText(let path, _):
      ("\(german(path)) ist nicht der Text einer Vorlage.", "\(english(path)) is not the text of a template.")
    case .unknownName(let path, _):
      ("\(german(path)) steht nicht auf der Liste.", "\(english(path)) is not on the list.")
    case .unknownDataKey:
      (
        "Dieser eigene Schlüssel der App steht nicht auf der Liste.", "This key of the app's own is not on the list."
      )
    case .sensitive(let path, _):
      (
        "\(german(path)) sieht nach etwas Geheimem oder Persönlichem aus.",
        "\(english(path)) looks like something secret or personal."
      )
    case .mutableContent:
      (
        "Die App darf den Text nicht auf dem Gerät ändern (mutable-content).",
        "The app must not change the text on the device (mutable-content)."
      )
    case .mixedBackground:
      (
        "Eine Nachricht, die die App weckt, darf nichts zeigen.",
        "A notification that wakes the app must show nothing."
      )
    }
  }

  /// The two paths that are no names of Apple or Google.
  private func german(_ path: String) -> String {
    switch path {
    case "the payload": "Die Nachricht"
    case "the request": "Die Anfrage"
    default: path
    }
  }

  private func english(_ path: String) -> String {
    switch path {
    case "the payload": "The payload"
    case "the request": "The request"
    default: path
    }
  }
}
