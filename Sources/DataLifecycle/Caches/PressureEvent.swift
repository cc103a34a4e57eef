/// What the system says when an app has to let go of memory.
public enum PressureEvent: Sendable, Hashable, CaseIterable {
  case memoryPressure
  /// The app ends; there is time for one short call and none for waiting.
  case termination
}
