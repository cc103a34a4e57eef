public import ScreenPrivacy
import SecretStorage
import SecurityPolicy

extension Shield {
  /// What the policy leaves of notifications.
  public nonisolated var notificationRules: NotificationRules { NotificationRules(slice.notifications) }

  /// Whether this installation may notify: off until the user switches it on, and off again after a logout and for the
  /// next account, whatever the app does: the wish to be notified is one person's. Make one and keep it for as long as
  /// the app runs. The server is told of a withdrawal when nobody is signed in any more; one that needs the session has to
  /// be asked before, by `switchOff()`.
  ///
  /// - Parameters:
  ///   - system: `AppleNotificationSystem()` on Apple platforms; elsewhere every answer is "unsupported".
  ///   - registry: the app's server.
  ///   - explanation: the number of the app's own explanation; another number than the one that was agreed to asks anew.
  public nonisolated func notificationConsent(
    system: any NotificationSystem = UnsupportedNotifications(), registry: any PushTokenRegistry,
    explanation: Int = NotificationExplanation.version
  ) -> NotificationConsent {
    let consent = NotificationConsent(
      slice.notifications, system: system, registry: registry,
      store: StoredPushState(store: adapters.secrets, access: AccessRequirement(slice.storage)),
      explanation: explanation)
    stores.consents.add(consent)
    return consent
  }
}
