public import SecurityPolicy
public import UntrustedInput

/// What the policy leaves of a template.
///
/// Protects against onlookers at the lock screen as far as the policy says; the user's own setting can hide more, never
/// less. Does not protect against whoever unlocks the device, or against another app that reads notifications (Android).
/// Source: BSI TR-03161-1 O.Plat_4, MASVS-PLATFORM-3.
public struct NotificationRules: Sendable, Hashable {
  public let requirement: NotificationRequirement

  public init(_ requirement: NotificationRequirement) { self.requirement = requirement }

  /// The words for one template.
  public func content(_ template: NotificationTemplate, in language: DisplayLanguage) -> NotificationContent {
    // O.Plat_4#848
    let generic = Self.generic(language)
    let (title, body) =
      switch requirement.lockScreen {
      case .template: (template.title(in: language), template.body(in: language))
      case .generic: (generic, "")
      case .none: ("", "")
      }
    return NotificationContent(title: title, body: body, placeholder: generic, template: template.name)
  }

  /// Every text that a notification of these templates may carry, for ``RemoteNotificationCheck`` of the server.
  public static func texts(of templates: [NotificationTemplate]) -> Set<String> {
    let texts = DisplayLanguage.allCases.flatMap { language in
      [generic(language)] + templates.flatMap { [$0.title(in: language), $0.body(in: language)] }
    }
    return Set(texts).subtracting([""])
  }

  /// That there is something, and nothing more.
  public static func generic(_ language: DisplayLanguage) -> String {
    switch language {
    case .german: "Neue Erinnerung"
    case .english: "New reminder"
    }
  }
}
