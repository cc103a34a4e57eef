import NetworkTrust
import Redaction
import SecretStorage

/// What servers showed instead of pinned keys, sealed in the secret store until it is sent. What was damaged there counts
/// as nothing, so that the next failure takes its place.
package struct StoredPinFailures: PinFailureStore {
  package static let name = SecretName(constant: "pin-failures")

  let store: any SecretStore
  let access: AccessRequirement

  package init(store: any SecretStore, access: AccessRequirement) {
    self.store = store
    self.access = access
  }

  package func load() async throws(NetworkError) -> [UInt8]? {
    do throws(StorageError) {
      return try await store.read(Self.name)?.withExposedBytes { Array($0) }
    } catch {
      if error.isLoss { return nil }
      throw .storeUnavailable
    }
  }

  package func save(_ bytes: [UInt8]) async throws(NetworkError) {
    do { try await store.write(Secret(copying: bytes), as: Self.name, access: access) } catch {
      throw .storeUnavailable
    }
  }
}
