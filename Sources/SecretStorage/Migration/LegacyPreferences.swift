public import Redaction

/// Readable settings in which an older app kept secrets: the seam to `UserDefaults` and its like.
public protocol LegacyPreferences: Sendable {
  /// The bytes under this key: data as it is, text in UTF-8; nil when there is nothing, or neither data nor text.
  func bytes(for key: String) async throws(StorageError) -> Secret?

  /// Removes the value, durably; one that is not there is no error.
  func remove(_ key: String) async throws(StorageError)
}
