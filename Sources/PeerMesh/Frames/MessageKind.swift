/// What a message is for. The payload stays opaque to the mesh; the kind stands in the authenticated header and decides
/// about signature, lifetime and order.
public enum MessageKind: UInt8, Sendable, Hashable, CaseIterable {
  /// Who somebody is: key, uid, callsign. Never before a link is proven.
  case announcement = 1
  /// A position or another short-lived event.
  case event = 2
  case chat = 3
  case emergency = 4
  /// Takes back an earlier event.
  case deletion = 5
  /// A new key from the mission's authority for all members.
  case rotation = 6
  /// A new key sealed to one member, because a device was lost.
  case exclusion = 7

  /// Whether the message counts only with the signature of its device: what does harm when forged by a member.
  public var mustBeSigned: Bool { self != .event }  // O.Auth_12#883

  /// Milliseconds after sending during which a frame is accepted: five minutes for what is live, longer only for what
  /// is kept and passed on later.
  public var lifetime: MeshTime {
    switch self {
    case .announcement, .event: 5 * 60_000
    case .chat, .emergency, .deletion: 60 * 60_000
    case .rotation, .exclusion: 24 * 60 * 60_000
    }
  }

  /// Whether nodes keep the frame for peers that they meet later.
  var isKept: Bool { lifetime > 5 * 60_000 }

  var isRekey: Bool { self == .rotation || self == .exclusion }

  /// Smaller goes first: before all what ends the power of a lost device to send anything.
  var rank: Int {
    switch self {
    case .rotation, .exclusion: 0
    case .emergency: 1
    case .deletion: 2
    case .chat: 3
    case .announcement, .event: 4
    }
  }
}
