import PeerMesh

/// A connection by who opened it: we to a service of this name, or somebody to us, numbered.
enum NetworkPeer: Hashable, Sendable {
  case dialled(NearbyID)
  case accepted(UInt64)
}
