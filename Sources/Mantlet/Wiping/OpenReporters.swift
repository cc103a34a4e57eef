import Redaction
import Synchronization

/// The crash reporters that the app holds now, for the wipe: breadcrumbs tell what one person did.
final class OpenReporters: Sendable {
  private struct Held: Sendable { weak let reporter: MaskedCrashReporter? }

  private let held = Mutex<[Held]>([])

  func add(_ reporter: MaskedCrashReporter) {
    held.withLock { held in held = held.filter { $0.reporter != nil } + [Held(reporter: reporter)] }
  }

  func forget() {
    let reporters = held.withLock { $0.compactMap(\.reporter) }
    for reporter in reporters { reporter.forget() }
  }
}
