/// What becomes of an event at the bridge.
public enum BridgeDecision: Sendable, Hashable {
  case forward(BridgedEvent)
  case keep(BridgeRefusal)
}
