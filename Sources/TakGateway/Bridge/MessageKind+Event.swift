public import CursorOnTarget
public import PeerMesh

extension MessageKind {
  /// The kind under which a mesh carries the event, so that alarms, chat and deletions are signed by a device.
  ///
  /// A member can seal an alarm as a plain event, which needs no signature: show an event as what it says only where the
  /// message came as this kind. ``MeshBridge`` passes on no other.
  /// Source: CWE-345.
  public init(carrying event: CoTEvent) {
    let kinds: [(CoTType, MessageKind)] = [(.alarm, .emergency), (.chat, .chat), (.forcedDelete, .deletion)]
    self = kinds.first { event.type.isWithin($0.0) }?.1 ?? .event
  }
}
