/// The languages of all texts that people read: refusals, notices and notifications.
public enum DisplayLanguage: String, Sendable, Hashable, CaseIterable {
  case english = "en"
  case german = "de"

  /// The best language for a tag such as `de-AT`; English for every other one. Source: RFC 5646.
  public init(tag: String) {
    let primary = tag.split(whereSeparator: { $0 == "-" || $0 == "_" }).first ?? ""
    self = primary.lowercased() == "de" ? .german : .english
  }
}
