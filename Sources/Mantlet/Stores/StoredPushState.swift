import Redaction
import ScreenPrivacy
import SecretStorage

/// Keeps which push tokens the server may have. It outlives a wipe: a token that nobody remembers, nobody withdraws.
package struct StoredPushState: PushStateStore {
  package static let name = SecretName(constant: "push-state")

  let store: any SecretStore
  let access: AccessRequirement

  package init(store: any SecretStore, access: AccessRequirement) {
    self.store = store
    self.access = access
  }

  package func load() async throws(NotificationRefusal) -> [UInt8]? {
    do throws(StorageError) {
      return try await store.read(Self.name)?.withExposedBytes { Array($0) }
    } catch {
      throw error.isLoss ? .damaged : .storage
    }
  }

  package func save(_ bytes: [UInt8]) async throws(NotificationRefusal) {
    do { try await store.write(Secret(copying: bytes), as: Self.name, access: access) } catch { throw .storage }
  }
}
