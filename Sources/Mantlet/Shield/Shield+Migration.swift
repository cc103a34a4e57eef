import SecretStorage
import SecurityPolicy

/// What an older version of the app kept elsewhere, and how it gets here.
extension Shield {
  /// What became of the adapters' ``LegacyMigration`` at this start.
  public var migration: MigrationState {
    get async { await stores.migration }
  }

  /// No place of an older version may be the store's own: the migration, a new installation and every wipe would take
  /// the shield's items for that version's. Those of a source that does not say where it searches are told one by one.
  static func requireApart(_ adapters: Adapters) throws(ShieldError) {
    guard let place = adapters.secrets.keychainPlace else { return }
    for source in adapters.legacy + (adapters.migration?.moves.map(\.source) ?? [])
    where source.shapes.contains(where: { place.overlaps($0) }) {
      throw .storage(.ownPlace)  // O.Data_2#1611
    }
  }

  /// The first step of a start. The places of an older version are leftovers like others, unless that version was used
  /// in this very container.
  static func settleInstallation(
    _ adapters: Adapters, _ random: any RandomNumberGenerator & Sendable
  ) async throws(ShieldError) -> FirstLaunchReport {
    var random = random
    let isUpgrade = adapters.migration?.isUpgrade ?? false
    let older = isUpgrade ? [] : adapters.migration?.moves.map(\.source) ?? []
    do {
      return try await FirstLaunch(
        store: adapters.secrets,
        container: isUpgrade ? UpgradedContainer(container: adapters.container) : adapters.container,
        legacy: adapters.legacy + older
      ).settle(using: &random)
    } catch {
      throw .storage(error)
    }
  }

  /// Runs before the shield exists, so nobody else reads or writes secrets meanwhile.
  static func migrate(_ adapters: Adapters, _ policy: StorageRequirement) async -> MigrationState {
    var runs: [MigrationState.Run] = []
    let store = NarrowedSecrets(store: adapters.secrets, policy: policy) {
      SecretRole($0) == .app || $0 == LegacyMigration.pinHash
    }
    for move in adapters.migration?.moves ?? [] {
      do throws(StorageError) {
        runs.append(.done(try await SecretMigration(from: move.source, to: store, steps: move.steps).run()))
      } catch {
        runs.append(.unlisted(error))
      }
    }
    return MigrationState(runs: runs)
  }
}
