public import Redaction
import Synchronization

/// Keeps what a crash reporter would send.
public final class InMemoryCrashReporting: CrashReporting {
  private let kept = Mutex<[CrashReport]>([])

  public init() {}

  public var reports: [CrashReport] { kept.withLock { $0 } }

  public func record(_ report: CrashReport) { kept.withLock { $0.append(report) } }
}
