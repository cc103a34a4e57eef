public import UntrustedInput

extension WebContentError {
  // O.Source_4#1253
  /// A sentence for the person before the page, without a word about the inside of the app or a number of the system.
  /// `description` speaks to developers.
  ///
  /// What a developer has to mend is one sentence for them all: the page is not shown.
  public func message(in language: DisplayLanguage) -> String {
    switch self {
    case .refused(let refusal): return refusal.message(in: language)
    default:
      let (german, english) = words
      return language == .german ? german : english
    }
  }

  private var words: (german: String, english: String) {
    switch self {
    case .noWebContent: ("Diese App zeigt keine Seiten aus dem Netz.", "This app shows no pages from the network.")
    case .notFiltered:
      (
        "Die Seite kann auf diesem Gerät gerade nicht sicher gezeigt werden. Bitte später noch einmal versuchen.",
        "The page cannot be shown safely on this device at the moment. Please try again later."
      )
    case .notMainFrame, .foreignPage:
      (
        "Eine fremde Seite wollte der App etwas mitteilen. Die App hat es abgelehnt.",
        "A foreign page wanted to tell the app something. The app refused it."
      )
    case .unknownHandler, .badMessage:
      (
        "Die Seite hat etwas geschickt, das die App nicht versteht.",
        "The page sent something that the app does not understand."
      )
    default: ("Die Seite kann nicht gezeigt werden.", "The page cannot be shown.")
    }
  }
}
