import AppIntegrity
import Foundation
import SecurityPolicy
import Synchronization

/// Probes whose answer a test sets, and which count how often they are asked.
final class SetProbes: SystemFacts, SignalSource {
  private let state = Mutex((isHooked: false, isNameless: false, runs: 0))

  func set(hooked: Bool = false, nameless: Bool = false) { state.withLock { $0 = (hooked, nameless, 0) } }
  /// Since the answer was set.
  var runs: Int { state.withLock { $0.runs } }

  func system() -> OperatingSystem? {
    state.withLock { state in
      state.runs += 1
      return state.isNameless
        ? nil : OperatingSystem(platform: .linux, name: "Debian", version: "12", patchLevel: nil)
    }
  }

  func signals() -> [Signal] {
    let isHooked = state.withLock { $0.isHooked }
    return [ThreatCategory.privilegedAccess, .hooks, .debug].map { category in
      Signal(
        probe: "p.\(category.rawValue)", category: category, strength: .strong, family: .mappings,
        observation: isHooked && category == .hooks ? .detected : .clean)
    }
  }
}

/// A clock that goes on when it is told to.
final class SteppedClock: CheckClock {
  private let time = Mutex(Duration.zero)
  func advance(by step: Duration) { time.withLock { $0 += step } }
  func now() -> Date { Date(timeIntervalSince1970: 1_800_000_000) }
  func elapsed() -> Duration { time.withLock { $0 } }
  func sleep(for duration: Duration) async throws(CancellationError) { throw CancellationError() }
}
