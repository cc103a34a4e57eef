/// What the user told the system about notifications of this app.
public enum NotificationAuthorization: String, Sendable, Hashable, CaseIterable {
  /// Nobody was asked: the state after installation.
  case undetermined
  case denied
  case granted
  /// The system delivers quietly without having asked. This package never requests it, and it is no permission.
  case quiet
  /// This platform has none.
  case unsupported
}
