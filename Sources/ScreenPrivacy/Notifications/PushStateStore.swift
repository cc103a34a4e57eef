/// Where the state of push notifications lies: in a store that survives the end of the process.
public protocol PushStateStore: Sendable {
  /// Nil when nothing was kept.
  /// - Throws: `storage`.
  func load() async throws(NotificationRefusal) -> [UInt8]?
  /// Replaces what was kept as a whole; it survives the end of the process when this returns.
  /// - Throws: `storage`.
  func save(_ bytes: [UInt8]) async throws(NotificationRefusal)
}
