import CursorOnTarget
import PeerMesh

/// Uids that both sides of the bridge use, each told once.
struct DisputeList: Sendable {
  /// That people were not told of yet.
  static let maximumUntold = 64
  private var known: PassingTable<CoTLine, Void>
  private var untold: [CoTLine] = []

  init(limit: Int) { known = PassingTable(limit: limit) }

  mutating func note(_ uid: CoTLine, now: MeshTime) {
    guard !known.holds(uid, at: now) else { return }
    known.remember(uid, until: .max, now: now)
    untold = Array(untold.suffix(Self.maximumUntold - 1)) + [uid]
  }

  mutating func take() -> [CoTLine] {
    defer { untold = [] }
    return untold
  }
}
