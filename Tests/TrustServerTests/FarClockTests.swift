#if Server
  import Foundation
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  /// Sessions that were used while the server's clock was ahead, after it was put right.
  @Suite struct FarClockTests {
    private let accepting = Stage.Options(acceptsEarlierClock: true)

    @Test(
      "A session that was used more than a day ahead is over where the clock was accepted: no limit of it would hold",
      arguments: StoreKind.allCases, [Stage.days(1) + 1, Stage.days(13)])
    func over(kind: StoreKind, ahead: Int64) async throws {
      let stage = try await Stage(store: try kind.make(), options: accepting)
      let elsewhere = try await Stage(store: stage.store, clock: stage.clock)
      let other = try await elsewhere.app()
      let first = try await stage.app()
      stage.clock.advance(ahead)
      let second = try await stage.renewed(first.refreshToken)
      stage.clock.advance(-ahead)
      #expect(reason(try await stage.refresh(second.refreshToken)) == .tokenExpired)
      #expect(await stage.check(first) == .tokenExpired)
      // For good, also when that time has come.
      stage.clock.advance(ahead)
      #expect(reason(try await stage.refresh(second.refreshToken)) == .tokenExpired)
      #expect(!stage.events.all.contains { $0.kind == .reuseDetected })
      #expect(try await elsewhere.refresh(other.refreshToken).status == 200)
      #expect(try await stage.enrol().status == 200)
    }

    @Test(
      "Up to a day ahead a session goes on by its own time, as after a small step back", arguments: StoreKind.allCases)
    func near(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let first = try await stage.app()
      stage.clock.advance(Stage.days(1))
      let second = try await stage.renewed(first.refreshToken)
      stage.clock.advance(-Stage.days(1))
      let third = try await stage.renewed(second.refreshToken)
      #expect(third.refreshExpiresIn == Stage.days(14))
      #expect(reason(try await stage.refresh(first.refreshToken)) == .tokenSuperseded)
    }

    @Test(
      "A person who signed in under such a clock signs in again, through the app session that the device gets then",
      arguments: StoreKind.allCases)
    func people(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make(), options: accepting)
      try await stage.addAda()
      stage.clock.advance(Stage.days(5))
      let app = try await stage.app()
      let before = try await stage.user(app)
      stage.clock.advance(-Stage.days(5))
      #expect(reason(try await stage.refresh(before.refreshToken)) == .tokenExpired)
      // The app session from then is open as far as rows tell, and neither lends its life nor ends anybody's.
      let user = try await stage.user(try await stage.app())
      #expect(await stage.check(user, .user) == nil)
      #expect(try await stage.refresh(user.refreshToken).status == 200)
      // The new one has taken its place.
      #expect(reason(try await stage.refresh(app.refreshToken)) == .sessionEnded)
    }

    @Test(arguments: StoreKind.allCases)
    func `A server whose clock is far behind ends nobody, and all go on once it is right`(
      kind: StoreKind
    ) async throws {
      let stage = try await Stage(store: try kind.make())
      try await stage.addAda()
      let app = try await stage.renewed(try await stage.app().refreshToken)
      let user = try await stage.user(app)
      stage.clock.advance(-Stage.days(13))
      for token in [app, user] {
        let answer = try await stage.refresh(token.refreshToken)
        #expect(answer.status == 503 && answer.headers["retry-after"] == "300")
        #expect(stage.events.all.last?.kind == .clockInDoubt)
      }
      // A device that reports meanwhile ends none either.
      _ = try await stage.renewed(try await stage.app().refreshToken)
      stage.clock.advance(Stage.days(13))
      for token in [app, user] { #expect(try await stage.refresh(token.refreshToken).status == 200) }
    }

    @Test(arguments: StoreKind.allCases)
    func `What was in doubt is over from an accepted start on, though nobody presents it before the next one`(
      kind: StoreKind
    ) async throws {
      let stage = try await Stage(store: try kind.make())
      let first = try await stage.app()
      stage.clock.advance(Stage.days(13))
      let app = try await stage.renewed(first.refreshToken)
      stage.clock.advance(-Stage.days(13))
      #expect(try await stage.refresh(app.refreshToken).status == 503)
      let clock = SteadyClock(elapsed: { .zero }) { [clock = stage.clock] in
        Date(timeIntervalSince1970: TimeInterval(clock.now))
      }
      try await clock.accept(in: stage.store)
      // A server without the setting.
      for days: Int64 in [0, 13] {
        stage.clock.advance(Stage.days(days))
        #expect(reason(try await stage.refresh(app.refreshToken)) == .tokenExpired)
      }
      #expect(await stage.check(app) == .tokenExpired)
      #expect(try await stage.enrol().status == 200)
    }

    @Test(arguments: StoreKind.allCases)
    func `An accepted start after a clock that was a day and a half ahead ends nobody whom the server before it served`(
      kind: StoreKind
    ) async throws {
      let stage = try await Stage(store: try kind.make())
      let another = try await Stage(store: stage.store, clock: stage.clock)
      let (first, other) = (try await stage.app(), try await another.app())
      let right = stage.clock.now
      stage.clock.advance(Stage.days(3) / 2)
      let far = try await stage.renewed(first.refreshToken)
      try await stage.store.transaction { [moment = stage.clock.now] rows throws(StoreError) in
        try rows.keepTime(moment)
      }
      // Put right while the server runs, which stays a day ahead then.
      stage.clock.advance(-Stage.days(1) / 2)
      let near = try await another.renewed(other.refreshToken)
      let held = try await stage.renewed(far.refreshToken)
      let clock = SteadyClock(elapsed: { .zero }) { Date(timeIntervalSince1970: TimeInterval(right + 60)) }
      #expect(try await clock.contradiction(in: stage.store) != nil)
      try await clock.accept(in: stage.store)
      try await clock.follow(stage.store)
      stage.clock.advance(Int64(clock.now.timeIntervalSince1970) - stage.clock.now)
      #expect(stage.clock.now == right + Stage.days(1))
      for (device, token) in [(stage, held), (another, near)] {
        #expect(try await device.refresh(token.refreshToken).status == 200)
      }
    }

    @Test(arguments: StoreKind.allCases, [true, false])
    func `An app session from a clock far ahead signs out nobody who lives by another one`(
      kind: StoreKind, isAccepted: Bool
    ) async throws {
      let stage = try await Stage(store: try kind.make(), options: Stage.Options(acceptsEarlierClock: isAccepted))
      try await stage.addAda()
      let app = try await stage.renewed(try await stage.app().refreshToken)
      let user = try await stage.user(app)
      stage.clock.advance(Stage.days(5))
      _ = try await stage.app()
      stage.clock.advance(-Stage.days(5))
      #expect(try await stage.refresh(user.refreshToken).status == 200)
    }
  }
#endif
