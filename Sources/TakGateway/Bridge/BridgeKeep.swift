public import CursorOnTarget

/// Why a message stays on its side of the bridge.
@nonexhaustive
public enum BridgeKeep: Error, Sendable, Hashable, CustomStringConvertible {
  /// Any member of the mission may have written it.
  case unsigned
  /// The device has not announced itself.
  case unknownPeer
  /// The peer proves no client certificate of this server, or one that does not name one client.
  case notOnboarded
  /// A certificate of its client, this one or another, already speaks for another device.
  case certificateElsewhere
  case foreignTeam
  /// An event of one kind was sent as a message of another, such as a position as an emergency.
  case otherKind
  case overBudget
  /// The server sends more than a mesh can carry.
  case serverOverBudget
  /// The server sent the same event before.
  case repeated
  /// It ends a call for help and was made before a newer one under its uid.
  case behindCall
  /// The kind of message or event is none that leaves the mesh.
  case notForServer
  case unreadable(CoTError)
  case refused(BridgeRefusal)

  public var description: String {
    switch self {
    case .unsigned: "the message is not signed by a device"
    case .unknownPeer: "the device has not announced itself"
    case .notOnboarded: "the peer proves no client certificate of this server"
    case .certificateElsewhere: "the peer's client certificate already speaks for another device"
    case .foreignTeam: "the peer's team is not passed on"
    case .otherKind: "the message is of another kind than the event in it"
    case .overBudget: "the peer sends more than its share"
    case .serverOverBudget: "the server sends more than the mesh can carry"
    case .repeated: "the event has passed before"
    case .behindCall: "the end was made before a newer call for help under its uid"
    case .notForServer: "messages of this kind do not leave the mesh"
    case .unreadable(let error): "\(error)"
    case .refused(let refusal): "\(refusal)"
    }
  }
}
