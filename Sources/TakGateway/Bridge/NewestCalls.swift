import CursorOnTarget
import PeerMesh

/// When the newest call for help under a uid was made, of those that passed a bridge one way.
///
/// A call counts as made no later than it came, so that one of a clock that is ahead can be ended by a clock that is
/// right; said again it is no newer. Not protected: of such a clock a late end may count as made after a newer call.
struct NewestCalls: Sendable {
  private struct Call: Sendable {
    let time: CoTTime
    let made: MeshTime
  }

  private var calls: PassingTable<CoTLine, Call>

  init(limit: Int) { calls = PassingTable(limit: limit) }

  /// Whether an end was made before it. What a clock dated that has been set back since says nothing.
  func isAhead(of end: CoTEvent, at now: MeshTime) -> Bool {
    guard let made = calls.value(of: end.uid, at: now)?.made else { return false }
    return made <= now && end.time.millisecondsSince1970 < made
  }

  mutating func note(_ event: CoTEvent, until stale: MeshTime, now: MeshTime) {
    let call = Call(time: event.time, made: min(event.time.millisecondsSince1970, now))
    if let former = calls.value(of: event.uid, at: now), former.made <= now {
      let isNewer = former.made < call.made && former.time != event.time
      guard isNewer else { return }
    }
    calls.remember(event.uid, as: call, until: max(stale, now + CallTable.memory), now: now)
  }
}
