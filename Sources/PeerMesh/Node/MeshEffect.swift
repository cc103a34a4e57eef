/// What a node wants done, in this order.
public enum MeshEffect: Sendable {
  case transmit(LinkID, [UInt8])
  /// End the link; the refusal says why.
  case close(LinkID, MeshRefusal)
  /// A neighbour has proven the key.
  case proven(LinkID)
  case deliver(MeshMessage)
  /// A device announced itself for the first time or with other words.
  case peer(KnownPeer)
  /// Keep this before doing what follows; without it a restart reopens the node to replays.
  case keep(KeptMission)
  /// For people: what a node would otherwise hide.
  case notice(MeshNotice)
}
