public import SecurityPolicy

/// The end of a mission on this device.
public enum MissionWipe {
  /// Removes the mission's keys and reads back that nothing is left. Drop the node before: keys in memory are
  /// overwritten when their last owner ends. Flash cells may still hold old bytes; the store encrypts them.
  ///
  /// `.holds` only if the store says that it is empty; `.undetermined` if it cannot be asked.
  /// Source: BSI TR-03161-1 O.Data_17.
  public static func wipe(_ store: any MeshKeyStore) async -> Verdict {  // O.Data_17#882
    var refused: MeshError?
    do { try await store.remove() } catch { refused = error }
    do {
      if try await store.load() != nil { return .fails("keys of the mission are still there after the wipe") }
    } catch {
      return .undetermined("the mission's keys were removed, but the store could not be read back")
    }
    return refused == nil ? .holds : .undetermined("the store refused to remove the keys and then showed none")
  }
}
