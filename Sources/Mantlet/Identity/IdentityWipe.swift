import DataLifecycle
import NetworkTrust
import SecretStorage

/// The wipe target for the client's identity, which names a person: the value in the store, and the keys that hardware
/// made for it.
struct IdentityWipe: WipeTarget {
  let name = WipeTargetName(constant: "client-identity")
  let store: any SecretStore
  let keys: (any ClientKeySource)?
  let changed: @Sendable () -> Void

  var kind: UserDataKind { .secrets }

  func destroyKeys(_ scope: WipeScope) async throws(LifecycleError) {
    defer { changed() }
    guard let keys else { return }
    for slot in ClientKeySlot.allCases {
      do throws(IdentityError) { try await keys.removeKey(in: slot) } catch { throw LifecycleError(error) }
    }
  }

  func erase(_ scope: WipeScope) async throws(LifecycleError) {  // O.Data_17#560
    defer { changed() }
    try await destroyKeys(scope)
    do { try await store.delete(StoredClientIdentity.name) } catch { throw LifecycleError(error) }
  }

  func remains(_ scope: WipeScope) async throws(LifecycleError) -> [WipeRemnant] {
    var count = 0
    do throws(StorageError) {
      count += try await store.names().contains(StoredClientIdentity.name) ? 1 : 0
    } catch {
      throw LifecycleError(error)
    }
    if let keys {
      for slot in ClientKeySlot.allCases {
        do throws(IdentityError) {
          if try await keys.key(in: slot) != nil { count += 1 }
        } catch {
          throw LifecycleError(error)
        }
      }
    }
    return count == 0 ? [] : [WipeRemnant(count: count)]
  }
}

extension LifecycleError {
  /// What a wipe says when the place of the client's keys failed.
  init(_ error: IdentityError) {
    self =
      switch error {
      case .storeUnavailable(let code), .signingFailed(let code): .keyUnavailable(code)
      default: .keyUnavailable(0)
      }
  }
}
