import DataLifecycle
import SecretStorage

/// The wipe target for one sort of secrets. What is left is read from the store, by name. What lies in the store's
/// place under no name goes with the app's own secrets, in every scope, and is counted like them.
///
/// The session's tokens survive an account switch: by then they are the new account's.
struct SecretWipe: WipeTarget {
  let name: WipeTargetName
  let kind: UserDataKind
  let store: any SecretStore
  let role: SecretRole

  func destroyKeys(_ scope: WipeScope) async throws(LifecycleError) {
    if role == .sealingKey { try await erase(scope) }
  }

  func erase(_ scope: WipeScope) async throws(LifecycleError) {
    for name in try await names(scope) where !isKept(name, scope) {
      do { try await store.delete(name) } catch { throw LifecycleError(error) }
    }
    guard role == .app else { return }
    do { try await store.deleteStrays() } catch { throw LifecycleError(error) }  // O.Data_17#1610
  }

  func remains(_ scope: WipeScope) async throws(LifecycleError) -> [WipeRemnant] {
    var remnants: [WipeRemnant] = []
    for name in try await names(scope) {
      remnants.append(WipeRemnant(count: 1, kept: isKept(name, scope) ? .attemptCounter : nil))
    }
    guard role == .app else { return remnants }
    let strays: Int
    do { strays = try await store.strayCount() } catch { throw LifecycleError(error) }
    return strays == 0 ? remnants : remnants + [WipeRemnant(count: strays)]
  }

  private func names(_ scope: WipeScope) async throws(LifecycleError) -> [SecretName] {
    if role == .session, scope == .accountSwitch { return [] }
    let names: [SecretName]
    do { names = try await store.names() } catch { throw LifecycleError(error) }
    return names.filter { SecretRole($0) == role }
  }

  private func isKept(_ name: SecretName, _ scope: WipeScope) -> Bool {
    scope == .reinstall && name == PINAttempts.secretName
  }
}
