public import UntrustedInput

/// One kind of notification: its name and its words, in every language. Its parameters are closed types; there is no
/// template that takes a text.
public struct NotificationTemplate: Sendable, Hashable {
  /// The name in the system's list of requests. It is written in the source, and tells nothing about a person.
  public let name: String
  private let german: NotificationText
  private let english: NotificationText
  private let bodies: [DisplayLanguage: NotificationText]

  /// A template of the app's own.
  ///
  /// - Parameter body: a second line in both languages; nil for none.
  public init(
    _ name: StaticString, german: NotificationText, english: NotificationText,
    body: (german: NotificationText, english: NotificationText)? = nil
  ) {
    self.name = "\(name)"
    self.german = german
    self.english = english
    bodies = body.map { [.german: $0.german, .english: $0.english] } ?? [:]
  }

  /// The first line.
  public func title(in language: DisplayLanguage) -> String {
    (language == .german ? german : english).text(in: language)
  }

  /// The second line; empty for none.
  public func body(in language: DisplayLanguage) -> String { bodies[language]?.text(in: language) ?? "" }
}

extension NotificationTemplate {
  /// One hour before the planned bedtime ("lights out time").
  public static let targetLOT = NotificationTemplate(
    "targetLOT", german: "Noch 1 Stunde bis zur Schlafenszeit", english: "1 hour until bedtime")

  /// The planned time of getting up ("arising time").
  public static let targetAET = NotificationTemplate(
    "targetAET", german: "Es ist Zeit aufzustehen!", english: "It is time to get up!")

  /// The templates that are here from the start.
  public static let builtIn = [targetLOT, targetAET]
}
