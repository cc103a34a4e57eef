#if Server
  import Foundation
  import TrustServer

  /// The time of a server, and of an operator's command beside it: this machine's clock, put right by the database's,
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
    /// - Throws: ``StoreError``
    init(store: any TrustStore, insecureTest isTest: Bool, followsStore: Bool = true) async throws {
      let machine = StoreClock { Date() }
      try await machine.adjust(to: store)
      let test = isTest ? InsecureTestClock { machine.now } : nil
      steady = SteadyClock { test?.now() ?? machine.now }
      self.machine = machine
      insecureTest = test
      guard followsStore else { return }
      let behind = try await steady.follow(store)
      guard behind > Self.worthTelling else { return }
      StandardError.print(
        "mantlet: warning: this machine's clock is \(Int(behind)) seconds behind the newest entry of the database; "
          + (behind > SteadyClock.furthest
            ? "the server goes by this machine: set the clock right" : "the server goes on from that entry"))
    }

    @Sendable func now() -> Date { steady.now }
  }
#endif
