#if Server
  import Foundation
  import Synchronization
  import Testing
  import TrustServer

  /// A machine and a database on one line of time. Each has a clock that can be set, and the machine a counter that nobody
  /// sets and that runs a little wrong.
  private final class TimeLine: TrustStore {
    struct State {
      var passed: TimeInterval = 0
      /// What each clock was set by.
      var machine: TimeInterval = 0
      var database: TimeInterval = 0
      /// Seconds that the counter gains in a second.
      var drift = 0.0
      /// How long a question is on its way, and how long its answer.
      var there: TimeInterval = 0
      var back: TimeInterval = 0
      var isDown = false
    }

    private static let start: TimeInterval = 1_800_000_000
    private let inner = InMemoryTrustStore()
    private let state = Mutex(State())

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    func pass(_ seconds: TimeInterval) { change { $0.passed += seconds } }

    @Sendable func machine() -> Date {
      state.withLock { Date(timeIntervalSince1970: Self.start + $0.passed + $0.machine) }
    }

    @Sendable func elapsed() -> Duration { state.withLock { Duration.seconds($0.passed * (1 + $0.drift)) } }

    func transaction<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R { try await inner.transaction(body) }

    func time() async throws(StoreError) -> Date? {
      let told: Date? = state.withLock { state in
        guard !state.isDown else { return nil }
        state.passed += state.there
        let told = Date(timeIntervalSince1970: Self.start + state.passed + state.database)
        state.passed += state.back
        return told
      }
      guard let told else { throw .unreachable }
      return told
    }

    /// Seconds that a clock is ahead of the real time.
    func error(of date: Date) -> TimeInterval {
      state.withLock { date.timeIntervalSince1970 - Self.start - $0.passed }
    }
  }

  @Suite struct StoreClockTests {
    private let line = TimeLine()

    /// A server's clocks as `mantlet serve` puts them together.
    private func server() -> (store: StoreClock, steady: SteadyClock) {
      let store = StoreClock(machine: line.machine, elapsed: line.elapsed)
      return (store, SteadyClock(elapsed: line.elapsed) { store.now })
    }

    @Test(
      "A step of the machine's clock does not show where the database tells the time, before a look and after",
      arguments: [600.0, -600, 10_800, -10_800, 3_456_000])
    func machineSteps(step: TimeInterval) async throws {
      let (store, steady) = server()
      try await store.adjust(to: line)
      for second in 0..<600 {
        if second == 30 { line.change { $0.machine += step } }
        if second == 430 { line.change { $0.machine -= step } }
        if second.isMultiple(of: 60) { try await store.adjust(to: line) }
        #expect(abs(line.error(of: store.now)) < 0.01 && abs(line.error(of: steady.now)) < 0.01, "\(second)")
        line.pass(1)
      }
      line.change { $0.machine += step }
      let behind = try await store.adjust(to: line)
      #expect(abs(behind + step) < 0.01)
    }

    @Test("A machine whose clock is wrong from the start goes by the database's")
    func wrongFromStart() async throws {
      line.change { $0.machine = -700_000 }
      let (store, steady) = server()
      #expect(line.error(of: store.now) == -700_000)
      let behind = try await store.adjust(to: line)
      #expect(abs(behind - 700_000) < 0.01)
      #expect(abs(line.error(of: steady.now)) < 0.01)
    }

    @Test("A step of the database's clock is followed at the next look: forward at once, back at half the speed")
    func databaseSteps() async throws {
      let (store, steady) = server()
      try await store.adjust(to: line)
      line.change { $0.database = 600 }
      #expect(abs(line.error(of: steady.now)) < 0.01)
      try await store.adjust(to: line)
      #expect(abs(line.error(of: steady.now) - 600) < 0.01)
      line.change { $0.database = 0 }
      try await store.adjust(to: line)
      for (wait, ahead) in [(TimeInterval(0), 600.0), (400, 400), (400, 200), (400, 0), (60, 0)] {
        line.pass(wait)
        try await store.adjust(to: line)
        #expect(abs(line.error(of: steady.now) - ahead) < 0.01, "\(ahead)")
      }
    }

    @Test("A database's clock that is set back and then put right leaves nothing behind")
    func databaseHeals() async throws {
      let (store, steady) = server()
      try await store.adjust(to: line)
      #expect(abs(line.error(of: steady.now)) < 0.01)
      line.change { $0.database = -10_800 }
      try await store.adjust(to: line)
      line.pass(300)
      #expect(abs(line.error(of: steady.now) + 150) < 0.01)
      line.change { $0.database = 0 }
      try await store.adjust(to: line)
      #expect(abs(line.error(of: steady.now)) < 0.01 && abs(steady.ahead) < 0.01)
    }

    @Test("While no look succeeds the time is wrong by the drift of the counter, whatever the machine's clock does")
    func down() async throws {
      let (store, steady) = server()
      line.change { $0.drift = 0.0001 }
      try await store.adjust(to: line)
      line.change { $0.isDown = true }
      for step: TimeInterval in [-7200, 90_000, -5] {
        line.change { $0.machine += step }
        line.pass(28_800)
        await #expect(throws: StoreError.unreachable) { try await store.adjust(to: line) }
        _ = steady.now
      }
      #expect((8.6...8.7).contains(line.error(of: store.now)) && (8.6...8.7).contains(line.error(of: steady.now)))
      line.change { $0.isDown = false }
      try await store.adjust(to: line)
      #expect(abs(line.error(of: store.now)) < 0.01)
    }

    @Test("The first answer counts, wrong by half of its way at most; a later one of more than a second does not")
    func lateAnswers() async throws {
      let (store, _) = server()
      line.change { ($0.machine, $0.there) = (5000, 4) }
      try await store.adjust(to: line)
      #expect(abs(line.error(of: store.now) - 2) < 0.01)
      line.change { ($0.there, $0.back) = (0, 1.1) }
      try await store.adjust(to: line)
      #expect(abs(line.error(of: store.now) - 2) < 0.01)
      line.change { ($0.there, $0.back) = (0.2, 0.6) }
      try await store.adjust(to: line)
      #expect(abs(line.error(of: store.now) + 0.2) < 0.01)
    }

    private func kept() async throws -> Int64? {
      try await line.reading { rows throws(StoreError) in try rows.keptTime() }
    }

    @Test func `A server that saw the far clock keeps no such time after another one was accepted: it looks first`()
      async throws
    {
      let (store, steady) = server()
      line.change { $0.database = 1_123_200 }
      try await store.adjust(to: line)
      try await steady.keep(in: line, lookingAt: store)
      line.change { $0.database = 0 }
      let (otherStore, other) = server()
      try await otherStore.adjust(to: line)
      try await other.accept(in: line)
      let right = try #require(try await kept())
      #expect(right == 1_800_000_000)
      // Without a look nothing is kept.
      line.change { $0.isDown = true }
      await #expect(throws: StoreError.unreachable) { try await steady.keep(in: line, lookingAt: store) }
      #expect(try await kept() == right)
      line.change { $0.isDown = false }
      try await steady.keep(in: line, lookingAt: store)
      #expect(try await kept() == right + 86_400)
      #expect(try await other.contradiction(in: line) == nil)
    }

    @Test("A store without a clock leaves the machine's as it is, with its steps")
    func noClock() async throws {
      let store = StoreClock(machine: line.machine, elapsed: line.elapsed)
      #expect(try await store.adjust(to: InMemoryTrustStore()) == 0)
      line.change { $0.machine = 50 }
      #expect(store.now == line.machine())
    }
  }
#endif
