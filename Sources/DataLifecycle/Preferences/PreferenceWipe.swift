/// A wipe target for a store of preferences.
public struct PreferenceWipe: WipeTarget {
  public let name: WipeTargetName
  private let store: any PreferenceStore

  public init(name: WipeTargetName, store: any PreferenceStore) {
    self.name = name
    self.store = store
  }

  public var kind: UserDataKind { .preferences }

  public func destroyKeys(_ scope: WipeScope) {}

  public func erase(_ scope: WipeScope) throws(LifecycleError) { try store.removeAll() }

  public func remains(_ scope: WipeScope) throws(LifecycleError) -> [WipeRemnant] {
    let count = try store.entries().count
    return count == 0 ? [] : [WipeRemnant(count: count)]
  }
}
