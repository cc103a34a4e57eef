/// What was checked.
public enum RemoteNotificationKind: String, Sendable, Hashable {
  /// A payload of Apple's push service.
  case apns
  /// A request to Firebase Cloud Messaging, version 1.
  case fcm
}
