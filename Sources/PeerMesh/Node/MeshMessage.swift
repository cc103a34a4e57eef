/// A message that reached this node, once.
public struct MeshMessage: Sendable, Hashable {
  /// Who sent it, as far as that is known.
  public enum Origin: Sendable, Hashable {
    /// Signed by this device; the peer is nil until its announcement came.
    case device(MeshDeviceKey, KnownPeer?)
    /// Some member of the mission, in whose name is a claim.
    case member(SenderID, claimed: KnownPeer?)
  }

  public let kind: MessageKind
  public let body: [UInt8]
  public let origin: Origin
  /// By the sender's clock.
  public let sentAt: MeshTime
  /// The neighbour that brought it first.
  public let link: LinkID
}
