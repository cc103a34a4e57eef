#if canImport(Security)
  import AppleFiles
  import AppleTransport
  import DataLifecycle
  import Foundation
  import NetworkTrust

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// What a wipe takes on Apple's systems beside secrets, PIN, records, session, caches and preferences.
  extension AppleStores {
    /// What lies outside of the app's container, or is carried on outside of its process. It goes before the adapter's
    /// other targets: a transfer that still runs would fill again what is emptied after it. What it fills of the shield's
    /// own, which went before, the reading back finds.
    static func shared(
      _ groups: [String], keeping: [String: Set<String>], _ sessions: [BackgroundSession], _ folders: Folders
    ) throws(LifecycleError) -> (targets: [any WipeTarget], containers: [GroupContainer]) {
      var containers: [GroupContainer] = []
      var targets: [any WipeTarget] = []
      if !sessions.isEmpty { targets.append(TransferWipe(sessions)) }
      if !groups.isEmpty || !keeping.isEmpty {
        let wipe = try AppGroupWipe(groups, keeping: keeping)
        let places = [folders.support, folders.caches].map(resolved)
        for container in wipe.containers.map(resolved) where places.contains(where: { $0.hasPrefix(container) }) {
          throw .journalErased
        }
        targets.append(wipe)
        containers = zip(groups, wipe.containers).map { GroupContainer(group: $0, path: $1) }
      }
      return (targets, containers)
    }

    /// One folder has several names on these systems: `/var` is a link to `/private/var`.
    private static func resolved(_ path: String) -> String {
      URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "/"
    }

    /// What the system keeps for the app.
    static func system(_ identifier: String, _ folders: Folders) -> [any WipeTarget] {
      [
        CookieWipe(name: WipeTargetName(constant: "cookies"), storage: .shared),
        URLCacheWipe(name: WipeTargetName(constant: "url-cache"), cache: .shared),
        FolderWipe(
          name: WipeTargetName(constant: "url-cache-files"), kind: .urlCaches,
          // Compiled shaders tell nothing about anybody, and the system puts them back whenever it draws.
          folder: folders.caches + "/" + identifier, keeping: ["com.apple.metal", "com.apple.metalfe"]),
        // What answers asked of later requests (HSTS), by host: whom the app talked to.
        FolderWipe(
          name: WipeTargetName(constant: "http-storages"), kind: .urlCaches,
          folder: folders.library + "/HTTPStorages/" + identifier),
        // Where downloads in the background wait that are complete and were not fetched. Seen there, not documented.
        FolderWipe(
          name: WipeTargetName(constant: "downloads"), kind: .temporaryFiles,
          folder: folders.caches + "/com.apple.nsurlsessiond/Downloads/" + identifier),
        CredentialWipe(name: WipeTargetName(constant: "credentials"), storage: .shared),
        FolderWipe(name: WipeTargetName(constant: "temporary"), kind: .temporaryFiles, folder: folders.temporary),
      ]
    }

    /// Files for transfers. They are no `pendingTransfers`: what the system carries on is in none of our folders.
    static func transfers(_ base: String) -> FolderWipe {
      FolderWipe(name: WipeTargetName(constant: "transfers"), kind: .temporaryFiles, folder: base + "/transfers")
    }

    /// What lies in the keychain for TLS, after the shield's own target has erased what it was made of.
    static func wipe(_ identity: KeychainIdentity) -> ActionWipe {
      let remove: ActionWipe.Action = { _ throws(LifecycleError) in  // O.Data_17#561
        do throws(IdentityError) { try await identity.removeAll() } catch { throw LifecycleError(error) }
      }
      return ActionWipe(
        name: WipeTargetName(constant: "keychain-identity"), kind: .secrets, destroyKeys: remove, erase: remove
      ) { _ throws(LifecycleError) in
        do throws(IdentityError) {
          let count = try await identity.itemCount()
          return count == 0 ? [] : [WipeRemnant(count: count)]
        } catch {
          throw LifecycleError(error)
        }
      }
    }
  }
#endif
