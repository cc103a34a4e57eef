/// The system's side of notifications.
public protocol NotificationSystem: Sendable {
  /// What the user has told the system. Asks nobody.
  func authorization() async -> NotificationAuthorization
  /// Has the system ask the user; returns when there is an answer, whatever it is.
  func ask() async throws(NotificationRefusal)
  /// Has the system fetch a push token, which comes later and by another way.
  func register() async
  /// The system's token is of no use from now on.
  func unregister() async
}
