/// Why a datagram, a handshake, a frame or a message was dropped. Each is counted and none is fatal: most come from
/// bytes that anybody may send.
@nonexhaustive
public enum MeshRefusal: String, Error, Sendable, Hashable, CaseIterable {
  // On the link.
  case malformed
  case unknownVersion
  /// A peer that holds none of our keys: another mission, or one that missed a rotation.
  case foreignKey
  /// The handshake's tag is wrong: the peer does not hold the key, or the connection is not the one it was made for.
  case proofFailed
  /// The peer sent our own ephemeral key back.
  case reflected
  /// A handshake is under way on this link.
  case handshakeBusy
  case handshakeRate
  case handshakeTimeout
  /// Data before the peer has proven the key.
  case unproven
  case linkTag
  case linkReplay
  case linkExhausted
  case fragment
  /// A part that leaves more holes in its record than are kept.
  case tooManyParts
  case linkBudget
  // The frame.
  case unknownKey
  case condemnedKey
  /// Sent when its key could not send yet, or no more.
  case keyTime
  /// Our own frame came back.
  case ownFrame
  case stale
  case fromFuture
  case frameTag
  case replayed
  /// Sent before the time up to which this node has forgotten what it saw.
  case belowFloor
  case unsigned
  case signature
  /// The name in the header does not belong to the key that signed.
  case senderMismatch
  case senderBudget
  case tooManySenders
  case queueFull
  // The message.
  case announcement
  case identityConflict
  case peersFull
  case notTheAuthority
  case rekey
}
