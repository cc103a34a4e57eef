public import Redaction

/// Keeps the key of a cache folder: the seam to the Keychain or to a file.
///
/// A key in the Keychain makes the wipe of the cache a cryptographic erasure; a key in a file beside it does so only
/// where the system seals each file with a key of its own.
public protocol CacheKeys: Sendable {
  /// The key; nil when there is none. A key that is there but locked is an error, never nil.
  func load() async throws(LifecycleError) -> Secret?
  /// Keeps the key unless there is one, in one step, and gives back the one that stands: of several processes that make a
  /// key at once one is first, and all seal under its key. It is durable when the call returns.
  func add(_ key: borrowing Secret) async throws(LifecycleError) -> Secret
  /// Destroys the key; one that is not there is no error.
  func destroy() async throws(LifecycleError)
}
