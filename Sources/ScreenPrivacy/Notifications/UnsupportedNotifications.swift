/// The system's side of notifications where there is none: it says so and does nothing.
public struct UnsupportedNotifications: NotificationSystem {
  public init() {}

  public func authorization() async -> NotificationAuthorization { .unsupported }
  public func ask() async throws(NotificationRefusal) { throw .notGranted(.unsupported) }
  public func register() async {}
  public func unregister() async {}
}
