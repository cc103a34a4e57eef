#if Server
  import Foundation
  import Synchronization

  /// The server's time: another clock's, except that it does not go back.
  ///
  /// When the clock below is set back, this one goes on from where it was, at half its speed, until the other has caught
  /// up: a clock that is three hours behind is right again after six. So no token was "issued in the future", nothing
  /// that ended comes back, and what ends by time still ends, at most twice as late. After a restart it begins no earlier
  /// than the latest use that the store has kept.
  ///
  /// It is before the other by ``furthest`` seconds at most: of a step further back, what is beyond that is a step back
  /// here, too. Otherwise a clock that once was years ahead would keep this one there for years.
  ///
  /// Does not protect from a clock that is set forward: sessions end early then, and a store that was written with such
  /// a clock is followed for ``furthest`` seconds and no further. Beyond that only the sessions' own times, which never
  /// go back, keep what ended from coming back; their access tokens are refused until the clock has reached them.
  public final class SteadyClock: Sendable {
    private struct State {
      var last: Date?
      /// Seconds that this clock is before the one below.
      var ahead: TimeInterval = 0
    }

    /// How far this clock may be before the one below, and a store's latest use ahead of it and be believed: a day, in
    /// seconds.
    public static let furthest: TimeInterval = 86_400
    private let below: @Sendable () -> Date
    private let state = Mutex(State())

    /// - Parameter below: must not read this clock.
    public init(_ below: @escaping @Sendable () -> Date) { self.below = below }

    /// The time now. What passed below since the last look counts half while this clock is ahead.
    public var now: Date {
      state.withLock { state in
        let reading = below()
        if let last = state.last {
          let passed = reading.timeIntervalSince(last)
          state.ahead =
            passed < 0 ? min(Self.furthest, state.ahead - passed) : max(0, state.ahead - passed / 2)
        }
        state.last = reading
        return reading.addingTimeInterval(state.ahead)
      }
    }

    /// Seconds that this clock is before the one below; 0 while nothing was set back.
    public var ahead: TimeInterval { state.withLock { $0.ahead } }

    // O.Auth_9#251
    /// Begins no earlier than the store's latest use of a session: once, before the first answer.
    ///
    /// - Returns: seconds that the clock below is behind the store, 0 when it is not; more than ``furthest`` means that
    ///   the store was not followed and the operator should look at both clocks.
    /// - Throws: ``StoreError``; this clock is unchanged then.
    @discardableResult
    public func follow(_ store: any TrustStore) async throws(StoreError) -> TimeInterval {
      let latest = try await store.reading { rows throws(StoreError) in try rows.latestUse() }
      guard let latest else { return 0 }
      let behind = Date(timeIntervalSince1970: TimeInterval(latest)).timeIntervalSince(now)
      guard behind > 0 else { return 0 }
      state.withLock { if $0.ahead + behind <= Self.furthest { $0.ahead += behind } }
      return behind
    }
  }
#endif
