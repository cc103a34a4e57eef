import CursorOnTarget
import PeerMesh

/// Who goes by which callsign while what showed it holds: who came first keeps it, so that a client of the server takes none
/// from a peer that speaks already. Bounded as ``PassingTable`` is; capitals make no other callsign.
struct CallsignTable: Sendable {
  /// Of clients of the server, with their uids.
  private var clients: PassingTable<String, CoTLine>
  private var peers: PassingTable<String, Void>

  init(limit: Int) {
    clients = PassingTable(limit: limit)
    peers = PassingTable(limit: limit)
  }

  /// Under which uid the server shows the callsign.
  func client(of callsign: CoTLine, at now: MeshTime) -> CoTLine? {
    clients.value(of: Self.name(callsign), at: now)
  }

  /// The server shows somebody. Only positions tell: what else has a callsign has another uid than its sender.
  mutating func remember(_ event: CoTEvent, until end: MeshTime, now: MeshTime) {
    guard event.type.isWithin(.friend), let callsign = event.detail.contact?.callsign, !callsign.isEmpty else { return }
    let name = Self.name(callsign)
    guard !peers.holds(name, at: now), clients.value(of: name, at: now) ?? event.uid == event.uid else { return }
    clients.remember(name, as: event.uid, until: end, now: now)
  }

  /// Something of the peer has passed to the server.
  mutating func remember(_ peer: BridgePeer, until end: MeshTime, now: MeshTime) {
    guard let callsign = peer.callsign, client(of: callsign, at: now) ?? peer.uid == peer.uid else { return }
    peers.remember(Self.name(callsign), until: end, now: now)
  }

  private static func name(_ callsign: CoTLine) -> String { callsign.description.lowercased() }
}
