public import DataLifecycle
import Synchronization

/// The in-memory twin of a wipe journal: it survives whoever uses it for as long as the test holds it.
public final class InMemoryWipeJournal: WipeJournal {
  private let bytes: Mutex<[UInt8]?>

  /// - Parameter bytes: what an earlier run left; nil for nothing.
  public init(_ bytes: [UInt8]? = nil) { self.bytes = Mutex(bytes) }

  public func read() -> [UInt8]? { bytes.withLock { $0 } }

  public func replace(_ new: [UInt8]) { bytes.withLock { $0 = new } }

  public func remove() { bytes.withLock { $0 = nil } }
}
