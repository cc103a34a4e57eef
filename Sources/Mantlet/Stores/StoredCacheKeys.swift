import DataLifecycle
import Redaction
import SecretStorage

/// The key of the caches, kept as a secret.
struct StoredCacheKeys: CacheKeys {
  static let name = SecretName(constant: "cache-key")

  let store: any SecretStore
  let access: AccessRequirement

  func load() async throws(LifecycleError) -> Secret? {
    do { return try await store.read(Self.name) } catch { throw LifecycleError(error) }
  }

  func save(_ key: borrowing Secret) async throws(LifecycleError) {
    do { try await store.write(key, as: Self.name, access: access) } catch { throw LifecycleError(error) }
  }

  func destroy() async throws(LifecycleError) {
    do { try await store.delete(Self.name) } catch { throw LifecycleError(error) }
  }
}

extension LifecycleError {
  /// What a wipe or a cache says when the secret store failed.
  init(_ error: StorageError) {
    self =
      switch error {
      case .full: .full
      case .denied(let code): .denied(code)
      case .notReadable(let code): .notReadable(code)
      case .unavailable(let code): .keyUnavailable(code)
      default: .keyUnavailable(0)
      }
  }
}
