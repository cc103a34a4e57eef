import NetworkTrust
import Redaction
import SecretStorage

/// The newest signed pin update. It is no secret: the secret store is where it is hard to set back.
///
/// One that was damaged, set back or taken away counts as none, so that the next one takes its place.
package struct StoredPinUpdate: PinUpdateStore {
  package static let name = SecretName(constant: "pin-update")

  let store: any SecretStore
  let access: AccessRequirement

  package init(store: any SecretStore, access: AccessRequirement) {
    self.store = store
    self.access = access
  }

  package func load() async throws(NetworkError) -> String? {
    do throws(StorageError) {
      return try await store.read(Self.name)?.withExposedBytes { String(decoding: $0, as: UTF8.self) }
    } catch {
      if error.isLoss { return nil }
      throw .storeUnavailable
    }
  }

  package func save(_ compact: String) async throws(NetworkError) {
    do { try await store.write(Secret(copying: compact.utf8), as: Self.name, access: access) } catch {
      throw .storeUnavailable
    }
  }
}

extension StorageError {
  /// Whether no waiting brings the item back, while the next write takes its place. What a newer app wrote is not lost.
  var isLoss: Bool {
    switch self {
    case .corrupted, .wrongKey, .unreadableValue, .rolledBack, .removed: true
    default: false
    }
  }
}
