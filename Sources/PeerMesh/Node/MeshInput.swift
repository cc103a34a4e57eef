/// What happens to a node.
public enum MeshInput: Sendable {
  case linkUp(LinkDescription)
  case linkDown(LinkID)
  case mtu(LinkID, Int)
  case received(LinkID, [UInt8])
  /// A content of our own for all within reach.
  case send(MessageKind, [UInt8])
  /// Time has passed: at ``MeshMachine/nextWake`` or later.
  case tick
}
