import AppSession
import DataLifecycle
import SecretStorage

extension Shield {
  /// Everything that a wipe takes: our own stores, and what the adapters name.
  static func wipePlan(
    _ adapters: Adapters, _ stores: OpenStores, _ checks: CheckWipe, _ push: StoredPushState
  ) throws(ShieldError) -> WipePlan {
    let secrets = adapters.secrets
    let ours: [any WipeTarget] = [
      openCaches(stores),
      SecretWipe(
        name: WipeTargetName(constant: "keys"), kind: .cryptographicKeys, store: secrets, role: .sealingKey),
      SecretWipe(name: WipeTargetName(constant: "pin"), kind: .pin, store: secrets, role: .pin),
      SecretWipe(name: WipeTargetName(constant: "session"), kind: .secrets, store: secrets, role: .session),
      SecretWipe(name: WipeTargetName(constant: "secrets"), kind: .secrets, store: secrets, role: .app),
      SecretWipe(name: WipeTargetName(constant: "owner"), kind: .secrets, store: secrets, role: .owner),
      RecordsWipe(files: adapters.recordFiles) { await stores.closeRecords() },
      IdentityWipe(store: secrets, keys: adapters.clientKeys, changed: adapters.identityChanged),
      sessionContext(stores), checks, ConsentWipe(store: push, open: stores.consents),
      MeshWipe(store: secrets, open: stores.mesh), breadcrumbs(stores),
    ]
    do {
      return try WipePlan(
        targets: ours + older(adapters) + caches(adapters) + adapters.wipeTargets, absent: adapters.absent)
    } catch {
      throw .lifecycle(error)
    }
  }

  /// The caches and preferences that somebody may still hold. Before the first byte is erased nobody writes any more.
  private static func openCaches(_ stores: OpenStores) -> ActionWipe {
    ActionWipe(name: WipeTargetName(constant: "open-caches"), kind: .sessionContext) { _ in
      stores.caches.close()
    } erase: { _ in
      stores.caches.close()
    } remains: { _ in
      stores.caches.isEmpty ? [] : [WipeRemnant(count: 1)]
    }
  }

  /// What crash reporters remember of this person.
  private static func breadcrumbs(_ stores: OpenStores) -> ActionWipe {
    ActionWipe(name: WipeTargetName(constant: "breadcrumbs"), kind: .sessionContext) { _ in
      stores.reporters.forget()  // O.Data_17#7
    } remains: { _ in
      stores.reporters.mayRemain ? [WipeRemnant(count: 1)] : []
    }
  }

  private static func older(_ adapters: Adapters) -> [any WipeTarget] {
    let sources = adapters.migration?.moves.map(\.source) ?? []
    return sources.isEmpty ? [] : [LegacyWipe(sources: sources, store: adapters.secrets)]
  }

  /// What lies in the caches' folder and among the preferences. The images' key goes with the other sealing keys.
  private static func caches(_ adapters: Adapters) -> [any WipeTarget] {
    var targets: [any WipeTarget] = []
    if let folder = adapters.cacheFolder {
      targets.append(
        CacheWipe(
          name: WipeTargetName(constant: "caches"), folder: folder,
          keys: StoredCacheKeys(
            store: adapters.secrets, access: AccessRequirement(), name: StoredCacheKeys.responses)))
    }
    if let folder = adapters.importFolder {
      targets.append(FolderWipe(name: WipeTargetName(constant: "imports"), kind: .temporaryFiles, folder: folder))
    }
    if let folder = adapters.logFolder {
      // Its key went with the other sealing keys.
      targets.append(FolderWipe(name: WipeTargetName(constant: "log"), kind: .temporaryFiles, folder: folder))
    }
    if let store = adapters.preferences {
      targets.append(PreferenceWipe(name: WipeTargetName(constant: "preferences"), store: store))
    }
    return targets
  }

  /// What the running session knows. After an account switch it is the new account's and stays.
  private static func sessionContext(_ stores: OpenStores) -> ActionWipe {
    ActionWipe(name: WipeTargetName(constant: "session-context"), kind: .sessionContext) {
      scope throws(LifecycleError) in
      guard scope != .accountSwitch, let session = await stores.session else { return }
      do { try await session.erase() } catch { throw .unavailable(0) }
    } remains: { scope throws(LifecycleError) in
      guard scope != .accountSwitch, let session = await stores.session else { return [] }
      do {
        let isEnrolled = try await session.isEnrolled()
        let account = try await session.account()
        return isEnrolled || account != nil ? [WipeRemnant(count: 1)] : []
      } catch {
        throw .unavailable(0)
      }
    }
  }
}
