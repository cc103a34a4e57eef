/// An event that ``BridgeRules`` lets pass, as it may be sent. Nothing else makes one.
public struct BridgedEvent: Sendable, Hashable {
  public let event: CoTEvent

  init(_ event: CoTEvent) { self.event = event }
}
