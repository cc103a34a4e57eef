/// A peer of the mesh as it was proved, not as it calls itself: whoever makes one of these has verified the peer's
/// certificate and the binding of its device key.
public struct BridgePeer: Sendable, Hashable {
  /// The uid that this peer's key is bound to: not empty.
  public let uid: CoTLine
  /// The callsign bound to it; nil when the proof holds none, and then any is passed on.
  public let callsign: CoTLine?
  /// The team that it was let in with; nil when teams do not matter.
  public let team: CoTLine?

  public init(uid: CoTLine, callsign: CoTLine? = nil, team: CoTLine? = nil) {
    self.uid = uid
    self.callsign = callsign
    self.team = team
  }
}
