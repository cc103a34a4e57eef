#if Server
  import Foundation
  import Synchronization

  /// One time for all servers of a store: this machine's clock, put right by the database's.
  ///
  /// Between two looks at the database this machine's clock runs on, so a database that is down stops nothing. Wrong by
  /// half of the round trip at most, and by what both clocks drift apart between two looks. A session's own times never
  /// go back, whatever the clocks say: what depends on this clock is when limits are reached, not whether a token can
  /// be spent twice. Whoever sets the database's clock sets the time of every server.
  public final class StoreClock: Sendable {
    private let machine: @Sendable () -> Date
    private let offset = Mutex<TimeInterval>(0)

    public init(_ machine: @escaping @Sendable () -> Date) { self.machine = machine }

    public var now: Date { machine().addingTimeInterval(offset.withLock { $0 }) }

    /// Looks at the store's time. An answer that took more than a second is too vague and changes nothing; neither does
    /// a store without a clock of its own.
    /// - Returns: seconds that this machine's clock is behind, now and as it is used from here on.
    /// - Throws: ``StoreError``; the last look stays in force.
    @discardableResult
    public func adjust(to store: any TrustStore) async throws(StoreError) -> TimeInterval {
      let before = machine()
      if let theirs = try await store.time() {
        let took = machine().timeIntervalSince(before)
        if (0...1).contains(took) {
          offset.withLock { $0 = theirs.timeIntervalSince(before) - took / 2 }
        }
      }
      return offset.withLock { $0 }
    }
  }
#endif
