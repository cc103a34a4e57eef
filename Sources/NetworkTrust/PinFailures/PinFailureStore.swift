/// Keeps what ``PinFailureQueue`` has not sent yet, across restarts: one value that is replaced whole.
///
/// Whoever implements it seals the value, so that nobody who holds the device learns from it or forges it; `Mantlet`
/// puts it into the secret store.
public protocol PinFailureStore: Sendable {
  /// - Returns: what was written last; nil for nothing.
  /// - Throws: ``NetworkError/storeUnavailable``
  func load() async throws(NetworkError) -> [UInt8]?
  /// - Throws: ``NetworkError/storeUnavailable``
  func save(_ bytes: [UInt8]) async throws(NetworkError)
}
