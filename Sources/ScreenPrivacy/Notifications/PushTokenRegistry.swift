/// The server's list of push tokens.
public protocol PushTokenRegistry: Sendable {
  /// Adds a token. Sending one that is there changes nothing.
  /// - Throws: `unreachable` or `refused`.
  func send(_ token: PushToken) async throws(NotificationRefusal)
  /// Removes a token. Withdrawing one that is not there succeeds. It is also called when nobody is signed in any more: the
  /// server must take the token itself for the right to remove it.
  /// - Throws: `unreachable` or `refused`.
  func withdraw(_ token: PushToken) async throws(NotificationRefusal)
}
