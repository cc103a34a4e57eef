import DataLifecycle
import Synchronization

/// A store of preferences for one access: nothing is written any more once a wipe began, not even by a call that was
/// under way, for whom ``settle()`` waits.
final class GatedPreferences: PreferenceStore {
  private let store: any PreferenceStore
  private let access: ReadAccess
  private let inside = Mutex(())

  init(_ store: any PreferenceStore, _ access: ReadAccess) {
    self.store = store
    self.access = access
  }

  /// Returns when whoever was let in has left.
  func settle() { inside.withLock { _ in } }

  func text(of name: PreferenceName) throws(LifecycleError) -> String? {
    try inside.withLock { _ throws(LifecycleError) in
      try access.require()
      return try store.text(of: name)
    }
  }

  func set(_ text: String?, of name: PreferenceName) throws(LifecycleError) {
    try inside.withLock { _ throws(LifecycleError) in
      try access.require()
      try store.set(text, of: name)
    }
  }

  func entries() throws(LifecycleError) -> [String: String] {
    try inside.withLock { _ throws(LifecycleError) in
      try access.require()
      return try store.entries()
    }
  }

  func removeAll() throws(LifecycleError) {
    try inside.withLock { _ throws(LifecycleError) in
      try access.require()
      try store.removeAll()
    }
  }
}
