#if Server
  import Crypto
  import Foundation
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct RotationTests {
    @Test("A lost answer logs nobody out: the same token gets a new successor and the lost one is dead")
    func lostResponse() async throws {
      let stage = try await Stage()
      let first = try await stage.app()
      let lost = try TokenResponse(reading: try await stage.refresh(first.refreshToken).body)
      let kept = try TokenResponse(reading: try await stage.refresh(first.refreshToken).body)
      #expect(lost.refreshToken != kept.refreshToken)
      #expect(reason(try await stage.refresh(lost.refreshToken)) == .tokenInvalid)
      #expect(try await stage.refresh(kept.refreshToken).status == 200)
      #expect(stage.events.all.contains { $0.kind == .refreshRecovered })
    }

    @Test("A spent token whose successor was used ends the session for both holders")
    func reuse() async throws {
      let stage = try await Stage()
      let first = try await stage.app()
      let second = try TokenResponse(reading: try await stage.refresh(first.refreshToken).body)
      let third = try TokenResponse(reading: try await stage.refresh(second.refreshToken).body)
      #expect(reason(try await stage.refresh(first.refreshToken)) == .tokenReused)
      #expect(reason(try await stage.refresh(third.refreshToken)) == .sessionEnded)
      #expect(stage.events.all.contains { $0.kind == .reuseDetected })
    }

    @Test("Reuse ends one session and no other")
    func otherSessionLives() async throws {
      let stage = try await Stage()
      let (one, other) = (try await stage.app(), try await stage.app())
      let second = try TokenResponse(reading: try await stage.refresh(one.refreshToken).body)
      _ = try await stage.refresh(second.refreshToken)
      #expect(reason(try await stage.refresh(one.refreshToken)) == .tokenReused)
      #expect(try await stage.refresh(other.refreshToken).status == 200)
    }

    @Test("Twenty racing refreshes of one token all succeed and leave exactly one live successor")
    func racing() async throws {
      let stage = try await Stage(store: try SQLiteTrustStore(path: temporaryFile()))
      let first = try await stage.app()
      let answers = try await withThrowingTaskGroup(of: TrustAnswer.self) { group in
        for _ in 0..<20 { group.addTask { try await stage.refresh(first.refreshToken) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.status == 200 })
      var live = 0
      for answer in answers {
        let token = try TokenResponse(reading: answer.body).refreshToken
        if try await stage.refresh(token).status == 200 { live += 1 }
      }
      #expect(live == 1)
    }

    @Test("A stolen refresh token is worth nothing without the key and ends nobody's session")
    func stolen() async throws {
      let stage = try await Stage()
      let first = try await stage.app()
      #expect(reason(try await stage.refresh(first.refreshToken, by: P256.Signing.PrivateKey())) == .proofInvalid)
      #expect(try await stage.refresh(first.refreshToken).status == 200)
    }

    @Test("A refresh token ends after its lifetime, to the second")
    func lifetime() async throws {
      let stage = try await Stage()
      let first = try await stage.app()
      stage.clock.advance(14 * 86400 - 1)
      let second = try TokenResponse(reading: try await stage.refresh(first.refreshToken).body)
      stage.clock.advance(14 * 86400)
      #expect(reason(try await stage.refresh(second.refreshToken)) == .tokenExpired)
    }

    @Test("No refresh carries a session beyond its maximum, and its last access token ends with it")
    func maximum() async throws {
      let stage = try await Stage()
      var tokens = try await stage.app()
      for _ in 0..<3 {
        stage.clock.advance(10 * 86400 - 20)
        tokens = try TokenResponse(reading: try await stage.refresh(tokens.refreshToken).body)
      }
      #expect(tokens.expiresIn == 60)
      stage.clock.advance(60)
      #expect(reason(try await stage.refresh(tokens.refreshToken)) == .sessionEnded)
    }
  }
#endif
