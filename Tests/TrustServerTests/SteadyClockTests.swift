#if Server
  import Foundation
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct SteadyClockTests {
    private let below = TurnedClock()
    private var clock: SteadyClock {
      SteadyClock { [below] in Date(timeIntervalSince1970: TimeInterval(below.now)) }
    }

    private func seconds(_ clock: SteadyClock) -> TimeInterval { clock.now.timeIntervalSince1970 - 1_800_000_000 }

    @Test("A clock that is set back goes on at half its speed until the other has caught up")
    func setBack() {
      let clock = clock
      #expect(seconds(clock) == 0)
      below.advance(100)
      #expect(seconds(clock) == 100)
      below.advance(-10_800)
      #expect(seconds(clock) == 100 && clock.ahead == 10_800)
      below.advance(3600)
      #expect(seconds(clock) == 1900 && clock.ahead == 9000)
      below.advance(18_000)
      #expect(seconds(clock) == 10_900 && clock.ahead == 0)
      below.advance(50)
      #expect(seconds(clock) == 10_950)
    }

    @Test(
      "However the clock below is turned within a day, this one never goes back, nor stands still while that one runs")
    func never() {
      let clock = clock
      var (last, generator) = (clock.now, SystemRandomNumberGenerator())
      for _ in 0..<2000 {
        let step = Int64.random(in: -5000...5000, using: &generator)
        below.advance(step)
        let now = clock.now
        let isFull = clock.ahead == SteadyClock.furthest
        #expect(step > 0 ? now > last : now == last || isFull && now < last)
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
      below.advance(172_800)
      #expect(seconds(clock) == -86_410 && clock.ahead == 0)
    }

    @Test("After it followed a store, a step back takes it no further ahead than a day either")
    func followsAndSteps() async throws {
      let clock = clock
      #expect(try await clock.follow(store(usedAt: below.now + 80_000)) == 80_000)
      below.advance(-10_000)
      #expect(seconds(clock) == 76_400 && clock.ahead == 86_400)
    }

    private func store(usedAt moment: Int64) async throws -> InMemoryTrustStore {
      let store = InMemoryTrustStore()
      let row = SessionRow(
        id: "s", kind: .app, subject: "d", device: "d", boundKey: nil, parent: nil, tier: .unattested, startedAt: 1,
        lastUsedAt: moment, expiresAt: 9, current: "t")
      try await store.transaction { rows throws(StoreError) in try rows.saveSession(row) }
      return store
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

    @Test("With it, tokens from before a step back of three hours are good at once, also after a restart")
    func tokens() async throws {
      let stage = try await Stage()
      let app = try await stage.app()
      let machine = TurnedClock()
      machine.advance(stage.clock.now - machine.now - 10_800)
      let clock = SteadyClock { Date(timeIntervalSince1970: TimeInterval(machine.now)) }
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
