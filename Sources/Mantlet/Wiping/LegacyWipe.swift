import DataLifecycle
import SecretStorage

/// The wipe target for the places of an older version: what was not moved for one person is not moved for the next. An
/// item that is the store's own is left to the targets that know what it belongs to.
struct LegacyWipe: WipeTarget {
  let name = WipeTargetName(constant: "legacy-secrets")
  let sources: [any LegacySource]
  let store: any SecretStore

  var kind: UserDataKind { .secrets }

  func destroyKeys(_ scope: WipeScope) {}

  func erase(_ scope: WipeScope) async throws(LifecycleError) {
    do throws(StorageError) {
      for source in sources {
        for item in try await source.items() where !store.isOwn(item) { try await source.erase(item) }  // O.Data_17#2
      }
    } catch {
      throw LifecycleError(error)
    }
  }

  func remains(_ scope: WipeScope) async throws(LifecycleError) -> [WipeRemnant] {
    var count = 0
    do throws(StorageError) {
      for source in sources { count += try await source.items().count { !store.isOwn($0) } }
    } catch {
      throw LifecycleError(error)
    }
    return count == 0 ? [] : [WipeRemnant(count: count)]
  }
}
