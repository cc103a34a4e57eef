import AppIntegrity
import SecurityPolicy
import Synchronization

/// The watch that the shield asks before each session with the server: the last one that the app made; none before that.
final class AskedWatch: Sendable {
  /// One watch of the shield.
  struct Asked {
    let watch: IntegrityWatch
    let profile: BuildProfile
    let name: WatchName
  }

  /// How often the device was found to be one whose sessions are shut; moments are told apart by it.
  struct Mark: Sendable { fileprivate let shuts: Int }

  /// What shut the session: of each reaction the newest decision, with its number. A milder one that comes later takes no
  /// harder one's place.
  private struct Shuts {
    var count = 0
    var newest: [IntegrityReaction: (number: Int, decision: ReactionDecision)] = [:]
  }

  private let asked = Mutex<Asked?>(nil)
  private let shuts = Mutex(Shuts())

  /// This decision shuts the session. Said before it does: what the server answers meanwhile opens nothing again.
  func shut(by decision: ReactionDecision) {
    guard let reaction = decision.reaction else { return }
    shuts.withLock { shuts in
      shuts.count += 1
      shuts.newest[reaction] = (shuts.count, decision)
    }
  }

  var mark: Mark { shuts.withLock { Mark(shuts: $0.count) } }

  /// The hardest of what shut the session since then; nil when nothing did.
  func shut(since mark: Mark) -> ReactionDecision? {
    shuts.withLock { shuts in
      shuts.newest.filter { $0.value.number > mark.shuts }.max { $0.key < $1.key }?.value.decision
    }
  }

  /// Whether one of them since then was to lock, whatever else came.
  func hasLocked(since mark: Mark) -> Bool {
    shuts.withLock { shuts in
      [IntegrityReaction.lock, .terminateAtStart, .terminate].contains { (shuts.newest[$0]?.number ?? 0) > mark.shuts }
    }
  }

  func set(_ watch: IntegrityWatch, _ profile: BuildProfile, _ name: WatchName) {
    asked.withLock { $0 = Asked(watch: watch, profile: profile, name: name) }
  }

  var current: Asked? { asked.withLock { $0 } }
}

/// What admits a call to the server: the check before it, and the moment from which on a finding forbids it.
struct Admission: Sendable {
  /// Nil when no watch was asked, and for a check that could not be made.
  let result: SecurityCheckResult?
  let mark: AskedWatch.Mark
}

/// Tells one watch from all others of the process.
final class WatchName: Sendable {}

/// The check that an app is being told about. What the app asks of the shield for it is judged by this check: another
/// one would be told again, and answered again, without end.
final class ToldCheck: Sendable {
  /// The check of the notice that the running task comes from.
  @TaskLocal static var current: ToldCheck?

  let result: SecurityCheckResult?
  let decision: ReactionDecision
  /// Of the time before the check was obeyed.
  let mark: AskedWatch.Mark
  private let name: WatchName
  private let clock: any CheckClock
  private let made: Duration

  init(
    _ result: SecurityCheckResult?, _ decision: ReactionDecision, _ mark: AskedWatch.Mark, by name: WatchName,
    _ clock: any CheckClock
  ) {
    (self.result, self.decision, self.mark, self.name, self.clock) = (result, decision, mark, name, clock)
    made = clock.elapsed()
  }

  /// Tells the app.
  func telling(_ notify: @Sendable () async -> Void) async {
    await Self.$current.withValue(self) { await notify() }
  }

  /// Whether it stands for a new check of this watch. Later another one is made and told: one a minute at most.
  func isGood(for watch: WatchName) -> Bool {
    watch === name && (.zero..<IntegrityWatch.noticeLife).contains(clock.elapsed() - made)
  }
}
