/// Where links come from that a route answers to: a host of one's own by https, or a scheme of the app.
public struct LinkSource: Sendable, Hashable {
  public let scheme: String
  public let host: String

  /// A universal link: the system gives it to the app that the host names, and to no other.
  ///
  /// - Throws: reasons of domain names.
  public static func universal(_ host: String) throws(InputRefusal) -> LinkSource {
    LinkSource(scheme: "https", host: try DomainName(host).ascii)
  }

  /// A link with a scheme of the app's own. Any other app may claim the same scheme: nothing secret and nothing that acts
  /// belongs into such links.
  ///
  /// - Throws: `malformedLink` for what is no scheme or no host; `foreignScheme` for one that belongs to the system.
  public static func custom(scheme: String, host: String) throws(InputRefusal) -> LinkSource {
    let scheme = scheme.lowercased()
    guard let first = scheme.unicodeScalars.first, first.isASCII, first.properties.isAlphabetic,
      scheme.unicodeScalars.allSatisfy(LinkScanner.isSchemeText)
    else { throw InputRefusal(.malformedLink) }
    guard !taken.contains(scheme) else { throw InputRefusal(.foreignScheme) }
    return LinkSource(scheme: scheme, host: try DomainName(host).ascii)
  }

  private static let taken: Set<String> = [
    "http", "https", "file", "data", "javascript", "vbscript", "blob", "about", "ftp", "ws", "wss", "mailto", "tel",
    "sms",
    "facetime", "facetime-audio", "intent", "content", "android-app", "market", "itms", "itms-apps", "itms-appss",
    "itms-services", "app-settings", "prefs", "app-prefs", "shortcuts", "view-source", "filesystem", "webcal", "geo",
    "mms", "smsto",
  ]
}
