import AppIntegrity
import DataLifecycle
import SecretStorage
import SecurityPolicy

/// The way out when no shield can be opened any more, because something that it has to read was damaged.
extension Shield {
  /// Erases all that these adapters keep, without reading any of it: every secret by its name, then what a logout
  /// erases. Nothing may be open on them meanwhile; the next start begins anew. Ask the person before.
  ///
  /// Lost for ever: what a logout takes, records that the server does not have among it; the device key, so that the
  /// server meets a new device; which sessions and push tokens the server had still to be told about; the history of
  /// checks; pin updates; the PIN's attempt counter, together with all that the PIN guarded.
  ///
  /// Cut off anywhere it may be called again, and the next start that opens finishes it.
  ///
  /// - Returns: what was removed.
  /// - Throws: ``ShieldError/storage(_:)`` when the store cannot list or delete; on Linux `eraseLinux` needs no store.
  ///   ``ShieldError/wipeIncomplete(_:)``, ``ShieldError/lifecycle(_:)``.
  @discardableResult
  public static func erase(_ adapters: Adapters) async throws(ShieldError) -> WipeReport {  // O.Data_17#5
    do throws(LifecycleError) { try adapters.journal.replace(WipeRecord(requested: .logout).bytes) } catch {
      // On a full medium the secrets go first: that makes room.
      guard error == .full else { throw .lifecycle(error) }
    }
    do throws(StorageError) {
      for name in try await adapters.secrets.names() { try await adapters.secrets.delete(name) }
    } catch {
      throw .storage(error)
    }
    let item = KeptItem(store: adapters.secrets, name: KeptItem.checks, access: AccessRequirement())
    let plan = try wipePlan(
      adapters, OpenStores(), CheckWipe(log: CheckLog(keeper: item), item: item),
      StoredPushState(store: adapters.secrets, access: AccessRequirement()))
    let outcome: WipeOutcome
    do throws(LifecycleError) {
      outcome = try await Wipe.open(plan: plan, journal: adapters.journal).wipe.run(.logout)
    } catch {
      throw .lifecycle(error)
    }
    _ = try access(after: outcome)
    return outcome.report
  }
}
