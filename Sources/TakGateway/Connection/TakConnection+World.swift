public import CursorOnTarget

extension TakConnection {
  /// What the world gives: a clock that is never set, the wall clock, dice, and a way to wait.
  public struct World: Sendable {
    let moment: @Sendable () -> Duration
    let now: @Sendable () -> CoTTime
    let random: @Sendable () -> UInt64
    let sleep: @Sendable (Duration) async throws -> Void

    /// Only `main`s give the system's.
    public init(
      moment: @escaping @Sendable () -> Duration, now: @escaping @Sendable () -> CoTTime,
      random: @escaping @Sendable () -> UInt64, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
      (self.moment, self.now, self.random, self.sleep) = (moment, now, random, sleep)
    }
  }
}
