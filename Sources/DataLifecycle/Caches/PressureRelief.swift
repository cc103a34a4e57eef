/// A cache that an adapter empties when the system asks for memory or the app ends.
public protocol PressureRelief: Sendable {
  /// Lets go of everything, before it returns.
  func relieve(_ event: PressureEvent)
}
