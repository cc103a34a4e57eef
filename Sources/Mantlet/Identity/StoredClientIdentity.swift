import NetworkTrust
import Redaction
import SecretStorage

/// The client's identity as one item of the secret store: as well protected as the store is. A wipe takes it.
package struct StoredClientIdentity: ClientIdentityStore {
  package static let name = SecretName(constant: "client-identity")

  let store: any SecretStore
  let access: AccessRequirement
  /// Called after every change, also one that failed: nobody knows how far it got.
  var changed: @Sendable () -> Void = {}

  package init(
    store: any SecretStore, access: AccessRequirement, changed: @escaping @Sendable () -> Void = {}
  ) {
    self.store = store
    self.access = access
    self.changed = changed
  }

  package func read() async throws(IdentityError) -> Secret? {
    do { return try await store.read(Self.name) } catch { throw IdentityError(error) }
  }

  package func write(_ value: borrowing Secret) async throws(IdentityError) {
    defer { changed() }
    do { try await store.write(value, as: Self.name, access: access) } catch { throw IdentityError(error) }
  }

  package func remove() async throws(IdentityError) {
    defer { changed() }
    do { try await store.delete(Self.name) } catch { throw IdentityError(error) }
  }
}

extension IdentityError {
  /// What the keeper of an identity says when the secret store failed.
  init(_ error: StorageError) {
    self =
      switch error {
      case .locked, .interactionNotAllowed: .locked
      case .corrupted, .newerVersion, .wrongKey, .rolledBack, .removed, .unreadableValue, .indexDamaged,
        .rootKeyMissing, .rootKeyDamaged:
        .storeDamaged
      case .notReadable(let code), .denied(let code), .unavailable(let code): .storeUnavailable(code)
      default: .storeUnavailable(0)
      }
  }
}
