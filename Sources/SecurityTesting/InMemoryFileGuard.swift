public import DataLifecycle
import Synchronization

/// The in-memory twin of Data Protection: remembers a class per path.
public final class InMemoryFileGuard: FileGuard {
  private let classes = Mutex<[String: FileProtection]>([:])
  private let answer: FileProtection?
  private let isDeaf: Bool

  public init() {
    answer = nil
    isDeaf = false
  }

  /// A system that accepts every class and then reports this one, as simulators do.
  public init(alwaysReporting answer: FileProtection?) {
    self.answer = answer
    isDeaf = true
  }

  public func apply(_ protection: FileProtection, toItemAt path: String) {
    classes.withLock { $0[path] = protection }
  }

  public func protection(ofItemAt path: String) -> FileProtection? {
    isDeaf ? answer : classes.withLock { $0[path] }
  }
}
