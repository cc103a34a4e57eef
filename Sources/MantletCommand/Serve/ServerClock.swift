#if Server
  import Foundation
  import TrustServer

  /// The time of a server, and of an operator's command beside it: the database's where it tells one, else this machine's;
  /// turned by tests where that is allowed, and never going back.
  struct ServerClock: Sendable {
    /// Seconds behind the store that an operator is told of.
    private static let worthTelling: TimeInterval = 300
    let machine: StoreClock
    /// For tests only.
    let insecureTest: InsecureTestClock?
    private let steady: SteadyClock

    /// - Parameter followsStore: begins no earlier than the latest use that the store has kept. An operator's command does
    ///   without: it gives out nothing, and a session never goes back behind its own use.
    /// - Parameter acceptsEarlier: begins also more than a day before the time that the store has kept; ``accept(in:)``
    ///   puts that right.
    /// - Throws: ``StoreError``; ``TrustServerError/clockBehind(clock:kept:)``
    init(
      store: any TrustStore, insecureTest isTest: Bool, followsStore: Bool = true, acceptsEarlier: Bool = false
    ) async throws {
      let start = ContinuousClock.now
      // Set by nobody, and it counts while the machine sleeps.
      let elapsed: @Sendable () -> Duration = { start.duration(to: ContinuousClock.now) }
      let machine = StoreClock(machine: { Date() }, elapsed: elapsed)
      try await machine.adjust(to: store)
      let test = isTest ? InsecureTestClock { machine.now } : nil
      steady = SteadyClock(elapsed: elapsed) { test?.now() ?? machine.now }
      self.machine = machine
      insecureTest = test
      guard followsStore else { return }
      // A clock that tests turn comes from anywhere.
      if !isTest, !acceptsEarlier, let times = try await steady.contradiction(in: store) {
        throw TrustServerError.clockBehind(clock: times.clock, kept: times.kept)
      }
      let behind = try await steady.follow(store)
      guard behind > Self.worthTelling else { return }
      StandardError.print(
        "mantlet: warning: the server's clock is \(Int(behind)) seconds behind the newest entry of the database; "
          + (behind > SteadyClock.furthest
            ? "entries that are more than a day ahead are left out"
              + (acceptsEarlier ? ", for this clock is accepted" : ": set the clock right")
            : "the server goes on from that entry"))
    }

    @Sendable func now() -> Date { steady.now }

    /// Puts the store right by this clock, and ends what was used later than a server takes for possible; not by one that
    /// a test has turned. Nothing undoes it.
    /// - Throws: ``StoreError``
    func accept(in store: any TrustStore) async throws(StoreError) {
      if insecureTest == nil { try await steady.accept(in: store) }
    }

    /// Looks at the store's clock and keeps the time for the next start; not one that a test has turned.
    /// - Returns: whether the next start would be refused, as it would not the time before.
    /// - Throws: ``StoreError``; nothing is kept then.
    @discardableResult
    func keep(in store: any TrustStore) async throws(StoreError) -> Bool {
      guard insecureTest == nil else { return false }
      return try await steady.keep(in: store, lookingAt: machine)
    }
  }
#endif
