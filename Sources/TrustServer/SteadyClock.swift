#if Server
  import Foundation
  import Synchronization

  /// The server's time: another clock's, except that it does not go back.
  ///
  /// When the clock below is set back, this one goes on from where it was, at half its speed, until the other has caught
  /// up: a clock that is three hours behind is right again after six. So no token was "issued in the future", nothing
  /// that ended comes back, and what ends by time still ends, at most twice as late. A clock that is set back and then put
  /// right leaves nothing behind: what passes is counted by a clock that nobody sets. After a restart it begins no earlier
  /// than the latest use, and the latest time, that the store has kept.
  ///
  /// It is before the other by ``furthest`` seconds at most: of a step further back, what is beyond that is a step back
  /// here, too. Otherwise a clock that once was years ahead would keep this one there for years.
  ///
  /// Does not protect from a clock that is set forward: sessions end early then, and a store that was written with such
  /// a clock is followed for ``furthest`` seconds and no further. What lies beyond that in a store was never the time: a
  /// session that was used then is refused when it is presented, and over where an operator has accepted this clock.
  public final class SteadyClock: Sendable {
    private struct Look {
      let date: Date
      let elapsed: Duration
      /// Seconds that `date` is before the clock below.
      let ahead: TimeInterval
    }

    /// How far this clock may be before the one below, and what a store has kept ahead of it and be believed: a day, in
    /// seconds.
    public static let furthest: TimeInterval = 86_400
    private let below: @Sendable () -> Date
    private let elapsed: @Sendable () -> Duration
    private let last = Mutex<Look?>(nil)
    /// What the last ``keep(in:)`` found.
    private let wasContradicted = Mutex(false)

    /// - Parameters:
    ///   - elapsed: what has passed since some moment, whatever happens to `below`; it goes on while the machine sleeps.
    ///   - below: must not read this clock.
    public init(elapsed: @escaping @Sendable () -> Duration, _ below: @escaping @Sendable () -> Date) {
      self.elapsed = elapsed
      self.below = below
    }

    /// The time now. What passed since the last look counts half while this clock is ahead.
    public var now: Date {
      last.withLock { last in
        let reading = below()
        let tick = elapsed()
        var date = reading
        if let look = last {
          let passed: TimeInterval = (tick - look.elapsed) / .seconds(1)
          let slow = look.date.addingTimeInterval(max(0, passed) / 2)
          date = min(max(reading, slow), reading.addingTimeInterval(Self.furthest))
        }
        last = Look(date: date, elapsed: tick, ahead: date.timeIntervalSince(reading))
        return date
      }
    }

    /// Seconds that this clock is before the one below; 0 while nothing was set back.
    public var ahead: TimeInterval { last.withLock { $0?.ahead ?? 0 } }

    // O.Auth_9#251
    /// Begins no earlier than the store's latest use of a session and the time that was kept there: once, before the
    /// first answer. What lies further ahead than ``furthest`` is left out, and hides nothing of the rest.
    ///
    /// - Returns: seconds that this clock was behind the latest of all that the store has kept, 0 when it was not; more
    ///   than ``furthest`` means that this was not followed and the operator should look at both clocks.
    /// - Throws: ``StoreError``; this clock is unchanged then.
    @discardableResult
    public func follow(_ store: any TrustStore) async throws(StoreError) -> TimeInterval {
      let start = now
      let limit = believed(from: start)
      let (near, latest): (Int64?, Int64?) = try await store.reading { rows throws(StoreError) in
        try Self.latest(in: rows, by: limit)
      }
      if let near {
        let date = Date(timeIntervalSince1970: TimeInterval(near))
        last.withLock { look in
          guard let current = look, current.date < date else { return }
          let gain = date.timeIntervalSince(current.date)
          look = Look(date: date, elapsed: current.elapsed, ahead: current.ahead + gain)
        }
      }
      guard let latest else { return 0 }
      return max(0, Date(timeIntervalSince1970: TimeInterval(latest)).timeIntervalSince(start))
    }

    /// The latest that a store may have kept and be believed while this clock says `start`: ``furthest`` after the one
    /// below.
    private func believed(from start: Date) -> Int64 {
      Self.whole(start.addingTimeInterval(Self.furthest - ahead))
    }

    /// The latest use, or kept time, that is `limit` or earlier, and the latest of all.
    private static func latest(
      in rows: any TrustTransaction, by limit: Int64
    ) throws(StoreError) -> (Int64?, Int64?) {
      let found: [Int64?] = try [rows.latestUse(by: limit), rows.latestUse(by: .max), rows.keptTime()]
      let kept = found.compactMap { $0 }
      return (kept.filter { $0 <= limit }.max(), kept.max())
    }

    // O.Auth_9#253
    /// The clock's time and the one that the store has kept, where that is more than ``furthest`` ahead: one of the two
    /// is wrong, and only a person can tell which. Where no time was kept, the latest use of a session stands for it.
    ///
    /// A single use that is far ahead says nothing where a time was kept since; ``follow(_:)`` tells of it.
    /// - Throws: ``StoreError``
    public func contradiction(
      in store: any TrustStore
    ) async throws(StoreError) -> (clock: Date, kept: Date)? {
      let start = now
      let found: Int64? = try await store.reading { rows throws(StoreError) -> Int64? in
        if let kept = try rows.keptTime() { return kept }
        return try rows.latestUse(by: .max)
      }
      // Years that a date can be written with.
      guard let seconds = found.map({ min($0, 253_402_300_799) }) else { return nil }
      let kept = Date(timeIntervalSince1970: TimeInterval(seconds))
      guard kept.timeIntervalSince(start) > Self.furthest else { return nil }
      return (start, kept)
    }

    /// Keeps the time in the store for the next start, so that nothing that has ended by then comes back with a clock that
    /// was set back while no server ran: one durable write, for every few minutes and for the end. After a crash what
    /// passed since the last one is missing.
    ///
    /// A later time that is kept stays, however far ahead it is: another server may be ahead, or the clock of this one
    /// was set back while it runs, and nobody has looked yet. The next start tells of it, see ``contradiction(in:)``.
    /// - Returns: whether such a start would be refused for what is kept there, and the call before this did not say so:
    ///   an operator is told once, and not every few minutes.
    /// - Throws: ``StoreError``
    @discardableResult
    public func keep(in store: any TrustStore) async throws(StoreError) -> Bool {
      let isContradicted: Bool = try await store.transaction { [self] rows throws(StoreError) -> Bool in
        let found = try rows.keptTime()
        // Whoever held the store before may have taken long.
        let start = now
        let moment = Self.whole(start)
        if let kept = found, kept > moment { return kept > believed(from: start) }
        try rows.keepTime(moment)
        return false
      }
      return wasContradicted.withLock { before in
        let isNew = isContradicted && !before
        before = isContradicted
        return isNew
      }
    }

    // O.Auth_9#257
    /// The same by a store whose clock may have been set since the last look: the far time of before must not come after
    /// an ``accept(in:)`` of another server, and stay.
    ///
    /// - Parameter machine: the clock below this one.
    /// - Returns: as ``keep(in:)``.
    /// - Throws: ``StoreError``; nothing is kept, also when only the look failed. A look that took more than a second
    ///   changes nothing, see ``StoreClock/adjust(to:)``, and the time is kept as it was known before.
    @discardableResult
    public func keep(in store: any TrustStore, lookingAt machine: StoreClock) async throws(StoreError) -> Bool {
      try await machine.adjust(to: store)
      return try await keep(in: store)
    }

    // O.Auth_9#256
    /// Puts the store right by the clock below, once somebody has looked at both and said that this one is right: a kept
    /// time that is more than ``furthest`` ahead of it gives way to it. Every session is over (`expired`) that was used
    /// more than ``furthest`` after the time where ``follow(_:)`` goes on, whether anybody presents it or not: how long
    /// nobody has used it is not known. These, and no others, are in doubt on a server that follows the store.
    ///
    /// One transaction, for the start of a program, before ``follow(_:)`` or after it. Nothing of it can be taken back:
    /// done with a clock that is far behind, it signs everybody out. Other servers of the store must have seen the right
    /// clock before: what they write by the far one afterwards is as it was.
    /// - Throws: ``StoreError``; nothing has changed then.
    public func accept(in store: any TrustStore) async throws(StoreError) {
      try await store.transaction { [self] rows throws(StoreError) in
        try rows.mayTakeMinutes()
        let found = try rows.keptTime()
        let start = now
        let limit = believed(from: start)
        let moment = limit - Int64(Self.furthest)
        let stays = found.map { (moment...limit).contains($0) } ?? false
        if !stays { try rows.keepTime(moment) }
        let (near, _) = try Self.latest(in: rows, by: limit)
        let next = max(Self.whole(start), near ?? moment)
        try rows.endSessions(usedAfter: next + Int64(Self.furthest), at: moment)
      }
    }

    private static func whole(_ date: Date) -> Int64 { Int64(date.timeIntervalSince1970.rounded(.down)) }
  }
#endif
