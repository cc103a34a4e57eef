import CursorOnTarget
import PeerMesh

/// From which sides somebody has called for help under a uid, and when last, for as long as a mesh carries a call:
/// programs show one until it is ended, also where it is stale after seconds. Bounded for each side as ``PassingTable``
/// is.
///
/// A call counts as made no later than it came, so that one of a clock that is ahead can be ended by a clock that is
/// right. Not protected: of such a clock a late end may count as made after a newer call.
struct CallTable: Sendable {
  private struct Call: Sendable {
    let peer: CoTLine
    let made: MeshTime
  }

  /// Milliseconds.
  static let memory = MessageKind.emergency.lifetime
  /// By the uid of the call, who called last.
  private var peers: PassingTable<CoTLine, Call>
  /// When a client called last.
  private var clients: PassingTable<CoTLine, MeshTime>

  init(limit: Int) {
    peers = PassingTable(limit: limit)
    clients = PassingTable(limit: limit)
  }

  func sides(of uid: CoTLine, at now: MeshTime) -> CallSides {
    var sides: CallSides = []
    if peers.holds(uid, at: now) { sides.insert(.mesh) }
    if clients.holds(uid, at: now) { sides.insert(.server) }
    return sides
  }

  /// Which peer called under this uid.
  func peer(of uid: CoTLine, at now: MeshTime) -> CoTLine? { peers.value(of: uid, at: now)?.peer }

  /// Whether the event ends a call, and was made before the newest one under its uid. What a clock dated that has been
  /// set back since says nothing.
  func isBehindCall(_ event: CoTEvent, at now: MeshTime) -> Bool {
    guard event.endsCall else { return false }
    let calls = [peers.value(of: event.uid, at: now)?.made, clients.value(of: event.uid, at: now)].compactMap { $0 }
    return calls.contains { $0 <= now && event.time.millisecondsSince1970 < $0 }
  }

  /// - Parameters:
  ///   - peer: of the mesh; nil for a client of the server.
  ///   - stale: when it is, as the bridge believes it: who chose it freely would push out the others.
  mutating func remember(_ event: CoTEvent, of peer: CoTLine?, until stale: MeshTime, now: MeshTime) {
    guard event.type.isWithin(.alarm), !event.endsCall else { return }
    let end = max(stale, now + Self.memory)
    if let peer {
      let made = Self.newest(peers.value(of: event.uid, at: now)?.made, event, now)
      peers.remember(event.uid, as: Call(peer: peer, made: made), until: end, now: now)
    } else {
      let made = Self.newest(clients.value(of: event.uid, at: now), event, now)
      clients.remember(event.uid, as: made, until: end, now: now)
    }
  }

  private static func newest(_ former: MeshTime?, _ event: CoTEvent, _ now: MeshTime) -> MeshTime {
    let made = min(event.time.millisecondsSince1970, now)
    guard let former, former <= now else { return made }
    return max(former, made)
  }
}
