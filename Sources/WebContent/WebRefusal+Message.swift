public import UntrustedInput

extension WebRefusal {
  // O.Source_4#1251
  /// A sentence for the person who tapped a link, without the address. `description` speaks to developers.
  public func message(in language: DisplayLanguage) -> String {
    let (german, english) = words
    return language == .german ? german : english
  }

  private var words: (german: String, english: String) {
    switch self {
    case .malformedAddress:
      ("Diese Adresse ist nicht richtig geschrieben.", "This address is not written correctly.")
    case .scheme:
      ("Adressen dieser Art öffnet die App nicht.", "The app does not open addresses of this kind.")
    case .foreignOrigin:
      ("Diese Seite gehört nicht zu denen, die die App zeigt.", "This page is not among those that the app shows.")
    case .redirectedAway:
      (
        "Der Link führt weiter auf eine Seite, die die App nicht zeigt.",
        "The link leads on to a page that the app does not show."
      )
    case .newWindow:
      ("Seiten in der App öffnen keine weiteren Fenster.", "Pages in the app open no other windows.")
    case .download: ("Die App lädt keine Dateien herunter.", "The app does not download files.")
    case .unshownType:
      ("Inhalte dieser Art kann die App nicht zeigen.", "The app cannot show content of this kind.")
    }
  }
}
