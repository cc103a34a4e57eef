public import DataLifecycle
import SecurityPolicy

/// A wipe with nothing to erase, for tests that need a `ReadAccess`.
public enum NoUserData {
  /// A plan in which every kind is declared absent.
  public static func plan() throws(LifecycleError) -> WipePlan {
    try WipePlan(targets: [], absent: Dictionary(uniqueKeysWithValues: UserDataKind.allCases.map { ($0, "a test") }))
  }

  /// The access to user data that does not exist, and the wipe that ends it.
  public static func access() throws(LifecycleError) -> (wipe: Wipe, access: ReadAccess) {
    let (wipe, opening) = try Wipe.open(plan: plan(), journal: InMemoryWipeJournal())
    switch opening {
    case .clear(let access): return (wipe, access)
    // The journal above is empty, so a pending wipe cannot be met.
    case .pending: throw .wipePending
    }
  }
}
