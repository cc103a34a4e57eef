#if Server
  import Foundation
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct PruningTests {
    @Test("A session has a bounded number of rows whatever the number of refreshes", arguments: StoreKind.durable)
    func bounded(kind: StoreKind) async throws {
      let place = try DurablePlace(kind)
      let stage = try await Stage(store: try place.store())
      var token = try await stage.app().refreshToken
      var most = 0
      for turn in 0..<120 {
        token = try await stage.renewed(token).refreshToken
        if turn % 20 == 19 { most = max(most, try place.count("refresh_token")) }
      }
      #expect(most == 9)
      #expect(try place.count("session") == 1 && place.count("device") == 1)
      // The identifiers of its proofs go when they end.
      stage.clock.advance(3600)
      _ = try await stage.challenge()
      #expect(try place.count("proof") == 0)
    }

    @Test(
      "Sessions that ended, their tokens and devices without sessions are forgotten after thirty days",
      arguments: StoreKind.durable, [0, 1])
    func forgotten(kind: StoreKind, early: Int) async throws {
      let place = try DurablePlace(kind)
      let stage = try await Stage(store: try place.store())
      let first = try await stage.app()
      let second = try await stage.renewed(first.refreshToken)
      _ = second
      // Nobody comes back: the session is over after 14 days, and known for 30 more.
      stage.clock.advance((14 + 30) * 86400 - Int64(early))
      let other = try await Stage(store: stage.store, clock: stage.clock)
      _ = try await other.app()
      #expect(try place.count("session") == 1 + early)
      #expect(try place.count("refresh_token") == 1 + 2 * early)
      #expect(try place.count("device") == 1 + early)
      #expect(reason(try await stage.refresh(first.refreshToken)) == (early == 1 ? .tokenExpired : .proofInvalid))
    }

    @Test("A device that only refreshes is not forgotten", arguments: StoreKind.allCases)
    func inUse(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      var token = try await stage.app().refreshToken
      for _ in 0..<10 {
        stage.clock.advance(13 * 86400)
        token = try await stage.renewed(token).refreshToken
      }
      let device = try await stage.store.reading { rows throws(StoreError) in try rows.devices().first }
      #expect(device?.lastSeen == stage.clock.now && device?.firstSeen == stage.clock.now - 130 * 86400)
    }
  }
#endif
