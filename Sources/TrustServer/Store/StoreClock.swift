#if Server
  import Foundation
  import Synchronization

  /// One time for all servers of a store: the database's, counted on between two looks by a clock of this machine that
  /// nobody sets.
  ///
  /// So a step of the machine's own clock, back or forward, does not show here, and a database that is down stops nothing.
  /// Wrong by half of a look's round trip at most, and by what both clocks drift apart until the next look: some seconds in
  /// a day without one. A step of the database's clock is followed at the next look: whoever sets that clock sets the time
  /// of every server.
  ///
  /// Of a store without a clock the machine's own is all there is, with its steps. A virtual machine that stood still
  /// without its counter going on is behind until the next look.
  public final class StoreClock: Sendable {
    /// An answer that took more seconds says too little, unless there is none before it.
    private static let slowest: TimeInterval = 1
    private let machine: @Sendable () -> Date
    private let elapsed: @Sendable () -> Duration
    /// The store's time when `elapsed` was nought; nil until the store has told one.
    private let origin = Mutex<Date?>(nil)

    /// - Parameters:
    ///   - machine: this machine's clock, which somebody may set at any time.
    ///   - elapsed: what has passed since some moment, whatever happens to `machine`; it goes on while the machine sleeps.
    public init(machine: @escaping @Sendable () -> Date, elapsed: @escaping @Sendable () -> Duration) {
      self.machine = machine
      self.elapsed = elapsed
    }

    /// The store's time as far as it is known, else the machine's.
    public var now: Date {
      guard let origin = origin.withLock({ $0 }) else { return machine() }
      return origin.addingTimeInterval(seconds)
    }

    private var seconds: TimeInterval { elapsed() / .seconds(1) }

    /// Looks at the store's time. The first answer counts however long it took; a later one that took more than a second
    /// is too vague and changes nothing. Neither does a store without a clock of its own.
    /// - Returns: seconds that this machine's clock is behind the time that is in use from here on.
    /// - Throws: ``StoreError``; the last look stays in force.
    @discardableResult
    public func adjust(to store: any TrustStore) async throws(StoreError) -> TimeInterval {
      let before = seconds
      if let theirs = try await store.time() {
        let took = seconds - before
        origin.withLock { origin in
          guard origin == nil || took <= Self.slowest else { return }
          // It was read somewhere between the two.
          origin = theirs.addingTimeInterval(-(before + took / 2))
        }
      }
      return now.timeIntervalSince(machine())
    }
  }
#endif
