/// The world that a session reads: clocks, waiting, and names for its proofs. Whoever wires it brings the real ones.
public struct SessionSurroundings: Sendable {
  /// The clocks now.
  public let clock: @Sendable () -> ClockReading
  /// Waits, sleep of the device included; may return early when the app is being ended.
  public let sleep: @Sendable (Duration) async -> Void
  /// A fresh random text of 16 to 128 characters for each proof.
  public let identifier: @Sendable () -> String

  public init(
    clock: @escaping @Sendable () -> ClockReading, sleep: @escaping @Sendable (Duration) async -> Void,
    identifier: @escaping @Sendable () -> String
  ) {
    self.clock = clock
    self.sleep = sleep
    self.identifier = identifier
  }
}
