#if Server
  import Foundation
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct SteadyClockTests {
    private let below = TurnedClock()
    /// What has passed; it starts anywhere.
    private let passed = TurnedClock()
    private var clock: SteadyClock {
      SteadyClock(elapsed: { [passed] in .seconds(passed.now) }) { [below] in
        Date(timeIntervalSince1970: TimeInterval(below.now))
      }
    }

    private func pass(_ seconds: Int64) {
      below.advance(seconds)
      passed.advance(seconds)
    }

    private func seconds(_ clock: SteadyClock) -> TimeInterval { clock.now.timeIntervalSince1970 - 1_800_000_000 }

    @Test("A clock that is set back goes on at half its speed until the other has caught up")
    func setBack() {
      let clock = clock
      #expect(seconds(clock) == 0)
      pass(100)
      #expect(seconds(clock) == 100)
      below.advance(-10_800)
      #expect(seconds(clock) == 100 && clock.ahead == 10_800)
      pass(3600)
      #expect(seconds(clock) == 1900 && clock.ahead == 9000)
      pass(18_000)
      #expect(seconds(clock) == 10_900 && clock.ahead == 0)
      pass(50)
      #expect(seconds(clock) == 10_950)
    }

    @Test("A clock that is set back and then put right leaves nothing behind, whoever looked in between")
    func putRight() {
      for looks in [true, false] {
        let clock = clock
        let start = seconds(clock)
        below.advance(-10_800)
        #expect(!looks || seconds(clock) == start)
        pass(500)
        #expect(!looks || seconds(clock) == start + 250)
        below.advance(10_800)
        #expect(seconds(clock) == start + 500 && clock.ahead == 0)
      }
    }

    @Test("A clock that is set forward for a while and then put right is ahead by that, and by less with the time")
    func setForward() {
      let clock = clock
      #expect(seconds(clock) == 0)
      below.advance(600)
      #expect(seconds(clock) == 600)
      pass(80)
      below.advance(-600)
      #expect(seconds(clock) == 640 && clock.ahead == 560)
      pass(1120)
      #expect(seconds(clock) == 1200 && clock.ahead == 0)
    }

    @Test(
      "However the clock below is turned within a day, this one never goes back, nor stands still while time passes")
    func never() {
      let clock = clock
      var (last, generator) = (clock.now, SystemRandomNumberGenerator())
      for _ in 0..<2000 {
        let time = Int64.random(in: 0...5000, using: &generator)
        pass(time)
        below.advance(Int64.random(in: -5000...5000, using: &generator))
        let now = clock.now
        let isFull = clock.ahead == SteadyClock.furthest
        #expect(isFull || (time > 0 ? now > last : now >= last))
        #expect(clock.ahead <= SteadyClock.furthest)
        last = now
      }
    }

    @Test("Of a step back by more than a day, the rest is a step back here, too, and is not made up for later")
    func farBack() {
      let clock = clock
      #expect(seconds(clock) == 0)
      below.advance(-259_200)
      #expect(clock.ahead == 0)
      #expect(seconds(clock) == -172_800 && clock.ahead == 86_400)
      below.advance(-10)
      #expect(seconds(clock) == -172_810 && clock.ahead == 86_400)
      pass(172_800)
      #expect(seconds(clock) == -86_410 && clock.ahead == 0)
    }

    @Test("After it followed a store, a step back takes it no further ahead than a day either")
    func followsAndSteps() async throws {
      let clock = clock
      #expect(try await clock.follow(store(usedAt: below.now + 80_000)) == 80_000)
      #expect(clock.ahead == 80_000)
      below.advance(-10_000)
      #expect(seconds(clock) == 76_400 && clock.ahead == 86_400)
    }

    private func store(usedAt moments: Int64...) async throws -> InMemoryTrustStore {
      let store = InMemoryTrustStore()
      try await use(store, at: moments)
      return store
    }

    private func use(_ store: any TrustStore, at moments: [Int64]) async throws {
      for (place, moment) in moments.enumerated() {
        let row = SessionRow(
          id: "s\(place)", kind: .app, subject: "d", device: "d", boundKey: nil, parent: nil, tier: .unattested,
          startedAt: 1, lastUsedAt: moment, expiresAt: moment + 9, current: "t")
        try await store.transaction { rows throws(StoreError) in try rows.saveSession(row) }
      }
    }

    @Test("After a restart it begins no earlier than the store's latest use, up to a day ahead")
    func follows() async throws {
      let (close, far) = (clock, clock)
      #expect(try await close.follow(InMemoryTrustStore()) == 0)
      #expect(try await close.follow(store(usedAt: below.now - 5)) == 0)
      #expect(seconds(close) == 0)
      #expect(try await close.follow(store(usedAt: below.now + 86_400)) == 86_400)
      #expect(seconds(close) == 86_400)
      #expect(try await far.follow(store(usedAt: below.now + 86_401)) == 86_401)
      #expect(seconds(far) == 0)
    }

    @Test("A use from years ahead is told of, and hides none of those that are followed")
    func oneFarUse() async throws {
      let clock = clock
      let used = try await store(usedAt: below.now - 60, below.now + 10_800, below.now + 300_000_000)
      #expect(try await clock.follow(used) == 300_000_000)
      #expect(seconds(clock) == 10_800)
    }

    /// The clock of the next start.
    private func restarted(_ store: any TrustStore) async throws -> SteadyClock {
      let clock = clock
      try await clock.follow(store)
      return clock
    }

    @Test(
      "The time that was kept is the earliest of the next start, though nobody has used a session since",
      arguments: StoreKind.allCases)
    func keeps(kind: StoreKind) async throws {
      let store = try kind.make()
      let first = clock
      try await first.follow(store)
      pass(7200)
      try await first.keep(in: store)
      below.advance(-3600)
      let second = try await restarted(store)
      #expect(seconds(second) == 7200 && second.ahead == 3600)
      pass(60)
      try await second.keep(in: store)
      let third = try await restarted(store)
      #expect(seconds(third) == 7230)
    }

    @Test(
      "A server that is behind another one, or whose clock is set back while it runs, leaves the later time",
      arguments: StoreKind.allCases)
    func keepsTheLater(kind: StoreKind) async throws {
      let store = try kind.make()
      let (ahead, behind) = (clock, clock)
      below.advance(86_400)
      try await ahead.keep(in: store)
      below.advance(-86_400)
      try await behind.keep(in: store)
      #expect(try await kept(store) == 1_800_086_400)
      below.advance(-2_000_000)
      try await ahead.keep(in: store)
      try await clock.keep(in: store)
      #expect(try await kept(store) == 1_800_086_400)
      // The next start tells of it, and nothing is lost when the clock is right again.
      #expect(try await contradiction(store) == 2_086_400)
      pass(2_100_000)
      try await ahead.keep(in: store)
      #expect(try await kept(store) == 1_800_100_000)
    }

    @Test(arguments: StoreKind.allCases)
    func `An accepted clock takes the place of a time far ahead, and what was used then is over at once`(
      kind: StoreKind
    ) async throws {
      let (store, start) = (try kind.make(), below.now)
      try await use(store, at: [start + 86_400, start + 172_800, start + 172_801, start + 9_000_000])
      try await store.transaction { rows throws(StoreError) in try rows.keepTime(start + 9_000_000) }
      #expect(try await contradiction(store) == 9_000_000)
      try await clock.accept(in: store)
      #expect(try await kept(store) == start)
      #expect(try await contradiction(store) == nil)
      let found = try await store.reading { rows throws(StoreError) in
        [
          try rows.session(id: "s0"), try rows.session(id: "s1"), try rows.session(id: "s2"),
          try rows.session(id: "s3"),
        ]
      }
      let ends: [SessionEnd?] = [nil, nil, .expired, .expired]
      let uses: [Int64?] = [start + 86_400, start + 172_800, start, start]
      let expiries: [Int64?] = [start + 86_409, start + 172_809, start, start]
      #expect(found.map { $0?.ended } == ends)
      #expect(found.map { $0?.lastUsedAt } == uses)
      #expect(found.map { $0?.expiresAt } == expiries)
      // What is less far ahead is followed as at any other start, and nothing that is left is in doubt there.
      let server = clock
      #expect(try await server.follow(store) == 172_800)
      #expect(seconds(server) == 86_400)
    }

    @Test(arguments: [60, 3600] as [Int64])
    func `An accepted clock ends what was used a day after the time that a start goes on from, and nothing before`(
      kept: Int64
    ) async throws {
      let start = below.now
      for isFollowing in [false, true] {
        let store = InMemoryTrustStore()
        let clock = clock
        try await use(store, at: [start + kept + 86_400, start + kept + 86_401])
        try await store.transaction { rows throws(StoreError) in try rows.keepTime(start + kept) }
        if isFollowing { try await clock.follow(store) }
        try await clock.accept(in: store)
        let found = try await store.reading { rows throws(StoreError) in
          [try rows.session(id: "s0"), try rows.session(id: "s1")]
        }
        let ends: [SessionEnd?] = [nil, .expired]
        let uses: [Int64?] = [start + kept + 86_400, start]
        #expect(found.map { $0?.ended } == ends)
        #expect(found.map { $0?.lastUsedAt } == uses)
        #expect(try await self.kept(store) == start + kept)
      }
    }

    @Test func `A kept time that the next start would be refused for is told once, and again when it comes back`()
      async throws
    {
      let store = InMemoryTrustStore()
      let clock = clock
      #expect(try await clock.keep(in: store) == false)
      var told: [Bool] = []
      for ahead: Int64 in [86_401, 86_401, 86_400, 86_401] {
        try await store.transaction { [below] rows throws(StoreError) in try rows.keepTime(below.now + ahead) }
        told.append(try await clock.keep(in: store))
      }
      #expect(told == [true, false, false, true])
      #expect(try await contradiction(store) == 86_401)
    }

    @Test func `A running server whose clock was set back tells of it, though its own time is less far behind`()
      async throws
    {
      let store = InMemoryTrustStore()
      let clock = clock
      #expect(try await clock.keep(in: store) == false)
      below.advance(-129_600)
      #expect(seconds(clock) == -43_200)
      #expect(try await clock.keep(in: store))
      #expect(try await kept(store) == 1_800_000_000)
    }

    /// A store where somebody else is at work first.
    private struct HeldStore: TrustStore {
      let inner = InMemoryTrustStore()
      let wait: @Sendable () -> Void

      func transaction<R: Sendable>(
        _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
      ) async throws(StoreError) -> R {
        wait()
        return try await inner.transaction(body)
      }
    }

    @Test(arguments: [false, true])
    func `The time that is kept is that of the moment when the store is free, not of the one before`(
      isAccepted: Bool
    ) async throws {
      let store = HeldStore { [below, passed] in
        below.advance(100)
        passed.advance(100)
      }
      let start = below.now
      let clock = clock
      if isAccepted { try await clock.accept(in: store) } else { try await clock.keep(in: store) }
      #expect(try await kept(store.inner) == start + 100)
    }

    @Test(arguments: StoreKind.allCases)
    func `An accepted clock leaves a kept time that it would follow, and keeps its own in place of an earlier one`(
      kind: StoreKind
    ) async throws {
      let store = try kind.make()
      try await clock.accept(in: store)
      #expect(try await kept(store) == below.now)
      pass(100_000)
      try await clock.accept(in: store)
      #expect(try await kept(store) == below.now)
      below.advance(-86_400)
      try await clock.accept(in: store)
      #expect(try await kept(store) == below.now + 86_400)
    }

    /// Seconds that the store contradicts a clock by.
    private func contradiction(_ store: any TrustStore) async throws -> TimeInterval? {
      try await clock.contradiction(in: store).map { $0.kept.timeIntervalSince($0.clock) }
    }

    @Test func `A kept time more than a day ahead contradicts the clock, and no single use then`() async throws {
      let used = try await store(usedAt: below.now + 86_401)
      #expect(try await contradiction(used) == 86_401)
      try await clock.keep(in: used)
      #expect(try await contradiction(used) == nil)
      below.advance(-86_400)
      #expect(try await contradiction(used) == nil)
      below.advance(-1)
      #expect(try await contradiction(used) == 86_401)
      #expect(try await contradiction(InMemoryTrustStore()) == nil)
    }

    @Test("A version 10 file keeps its sessions, and the time from then on")
    func olderFile() async throws {
      let path = temporaryFile()
      let before = try SQLiteTrustStore(path: path)
      let first = try await Stage(store: before)
      let app = try await first.app()
      try before.release()
      try await OlderFile.makeVersion10(at: path)
      let stage = try await Stage(store: try SQLiteTrustStore(path: path), key: first.key, clock: first.clock)
      _ = try await stage.renewed(app.refreshToken)
      #expect(try await kept(stage.store) == nil)
      try await clock.keep(in: stage.store)
      #expect(try await kept(stage.store) == below.now)
    }

    private func kept(_ store: any TrustStore) async throws -> Int64? {
      try await store.reading { rows throws(StoreError) in try rows.keptTime() }
    }

    @Test("With it, tokens from before a step back of three hours are good at once, also after a restart")
    func tokens() async throws {
      let stage = try await Stage()
      let app = try await stage.app()
      let machine = TurnedClock()
      machine.advance(stage.clock.now - machine.now - 10_800)
      let clock = SteadyClock(elapsed: { .zero }) { Date(timeIntervalSince1970: TimeInterval(machine.now)) }
      #expect(try await clock.follow(stage.store) == 10_800)
      stage.clock.advance(Int64(clock.now.timeIntervalSince1970) - stage.clock.now)
      let again = try await stage.restarted()
      #expect(await again.check(app) == nil)
      // What the clock below alone would have done.
      stage.clock.advance(-10_800)
      #expect(await again.check(app) == .tokenInvalid)
    }
  }
#endif
