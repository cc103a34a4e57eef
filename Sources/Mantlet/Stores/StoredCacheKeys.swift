import DataLifecycle
import Redaction
import SecretStorage

/// The key of one cache, kept as a secret.
struct StoredCacheKeys: CacheKeys {
  /// The wipe takes every secret whose name begins so.
  static let prefix = "cache-key."
  static let responses = SecretName(constant: "cache-key.responses")
  static let images = SecretName(constant: "cache-key.images")
  /// Not a cache, but with the same life: it goes with the other sealing keys.
  static let log = SecretName(constant: "cache-key.log")

  let store: any SecretStore
  let access: AccessRequirement
  let name: SecretName

  func load() async throws(LifecycleError) -> Secret? {
    do { return try await store.read(name) } catch { throw LifecycleError(error) }
  }

  func add(_ key: borrowing Secret) async throws(LifecycleError) -> Secret {
    do { return try await store.addOrRead(key, as: name, access: access) } catch { throw LifecycleError(error) }
  }

  func destroy() async throws(LifecycleError) {
    do { try await store.delete(name) } catch { throw LifecycleError(error) }
  }
}

extension LifecycleError {
  /// What a wipe or a cache says when the secret store failed.
  init(_ error: StorageError) {
    self =
      switch error {
      case .locked: .locked
      case .full: .full
      case .denied(let code): .denied(code)
      case .notReadable(let code): .notReadable(code)
      case .unavailable(let code): .keyUnavailable(code)
      case .corrupted, .wrongKey, .rolledBack, .removed: .keyDamaged
      default: .keyUnavailable(0)
      }
  }
}
