import CursorOnTarget
import PeerMesh

/// How many emergencies of the server the bridge says to the mesh. Each node takes one in a second of what one sender says,
/// ten at once, and the bridge is one sender: the server's get half of that, six at once, so that some are left for the
/// bridge's own; and of these one uid gets two at once and one in ten seconds.
///
/// Not protected: a client of the server may call itself by many uids, for the server binds none to a certificate. It then
/// takes the others' share, and nothing of the bridge's own.
struct AlarmBudgets: Sendable {
  /// One emergency costs two of these.
  static let all = Rate(perSecond: 1, burst: 12)
  /// One emergency costs ten of these.
  static let one = Rate(perSecond: 1, burst: 20)
  private var common: EventBudget?
  /// Only who took of the common budget stands here, so there are few.
  private var uids: [CoTLine: EventBudget] = [:]

  mutating func take(for uid: CoTLine, now: MeshTime) -> Bool {
    uids = uids.filter { !$0.value.isFull(of: Self.one, now: now) }
    var own = uids[uid] ?? EventBudget(Self.one, now: now)
    var common = common ?? EventBudget(Self.all, now: now)
    // Who gets nothing is kept as well, or a clock that was set back would fill nothing.
    guard own.take(10, of: Self.one, now: now) else {
      uids[uid] = own
      return false
    }
    let isTaken = common.take(2, of: Self.all, now: now)
    self.common = common
    if isTaken { uids[uid] = own }
    return isTaken
  }
}
