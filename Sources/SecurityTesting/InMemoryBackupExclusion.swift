public import DataLifecycle
import Synchronization

/// The in-memory twin of the backup attribute.
public final class InMemoryBackupExclusion: BackupExclusion {
  private let marks = Mutex<Set<String>>([])
  private let isDeaf: Bool

  /// - Parameter isDeaf: accepts the mark and drops it.
  public init(isDeaf: Bool = false) { self.isDeaf = isDeaf }

  public func exclude(itemAt path: String) {
    if !isDeaf { marks.withLock { _ = $0.insert(path) } }
  }

  public func isExcluded(itemAt path: String) -> Bool { marks.withLock { $0.contains(path) } }

  /// Takes the mark away, as an atomic replace does.
  public func forget(itemAt path: String) { marks.withLock { _ = $0.remove(path) } }
}
