import CursorOnTarget
import PeerMesh

/// From which sides somebody has called for help under a uid, passed or not, and when the newest call was made that did
/// pass, for as long as a mesh carries a call: programs show one until it is ended, also where it is stale after
/// seconds. Bounded for each side as ``PassingTable`` is.
///
/// Not protected: a client of the server that calls under more uids than there is room for has its side forgotten under
/// others, though not when calls were made that passed.
struct CallTable: Sendable {
  /// Milliseconds.
  static let memory = MessageKind.emergency.lifetime
  /// By the uid of the call, who called last.
  private var peers: PassingTable<CoTLine, CoTLine>
  private var clients: PassingTable<CoTLine, Void>
  private var newestOfPeers: NewestCalls
  private var newestOfClients: NewestCalls

  init(limit: Int) {
    peers = PassingTable(limit: limit)
    clients = PassingTable(limit: limit)
    newestOfPeers = NewestCalls(limit: limit)
    newestOfClients = NewestCalls(limit: limit)
  }

  func sides(of uid: CoTLine, at now: MeshTime) -> CallSides {
    var sides: CallSides = []
    if peers.holds(uid, at: now) { sides.insert(.mesh) }
    if clients.holds(uid, at: now) { sides.insert(.server) }
    return sides
  }

  /// Which peer called under this uid.
  func peer(of uid: CoTLine, at now: MeshTime) -> CoTLine? { peers.value(of: uid, at: now) }

  /// Whether the event ends a call, and was made before the newest one under its uid that passed.
  func isBehindCall(_ event: CoTEvent, at now: MeshTime) -> Bool {
    event.endsCall && (newestOfPeers.isAhead(of: event, at: now) || newestOfClients.isAhead(of: event, at: now))
  }

  /// Somebody called, whether it passes or not.
  ///
  /// - Parameters:
  ///   - peer: of the mesh; nil for a client of the server.
  ///   - stale: when it is, as the bridge believes it: who chose it freely would push out the others.
  mutating func remember(_ event: CoTEvent, of peer: CoTLine?, until stale: MeshTime, now: MeshTime) {
    guard event.type.isWithin(.alarm), !event.endsCall else { return }
    let end = max(stale, now + Self.memory)
    if let peer {
      peers.remember(event.uid, as: peer, until: end, now: now)
    } else {
      clients.remember(event.uid, until: end, now: now)
    }
  }

  /// The event passes to the other side.
  mutating func pass(_ event: CoTEvent, fromMesh isFromMesh: Bool, until stale: MeshTime, now: MeshTime) {
    guard event.isCallForHelp else { return }
    if isFromMesh {
      newestOfPeers.note(event, until: stale, now: now)
    } else {
      newestOfClients.note(event, until: stale, now: now)
    }
  }
}
