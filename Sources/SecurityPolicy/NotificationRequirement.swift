/// What notifications may show, and when the app may ask for them.
///
/// Notifications are off until the user switches them on; no value here changes that.
/// Source: BSI TR-03161-1 O.Plat_4, O.Plat_5; MASVS-PLATFORM-3.
public struct NotificationRequirement: Sendable, Hashable {
  /// What stands on the lock screen. The system does not tell the lock screen from a banner, so it holds for both.
  public enum LockScreen: String, Sendable, Hashable, CaseIterable {
    /// The words of the template.
    case template
    /// That there is something, and nothing more.
    case generic
    /// No words at all: a sound.
    case none
  }

  /// When the system may ask the user.
  public enum Permission: String, Sendable, Hashable, CaseIterable {
    case onUserAction
    /// The app has no notifications.
    case never
  }

  /// Whether the server gets to know where to send notifications to.
  public enum Push: String, Sendable, Hashable, CaseIterable {
    case afterPermission
    case never
  }

  public var lockScreen: LockScreen = .template
  public var permission: Permission = .onUserAction
  public var push: Push = .afterPermission

  public init() {}
}
