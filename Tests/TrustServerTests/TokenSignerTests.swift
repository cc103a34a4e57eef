#if Server
  import Foundation
  import JWTKit
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct TokenSignerTests {
    private struct Claims: JWTPayload {
      struct Confirmation: Codable { let jkt: String }
      let iss: IssuerClaim
      let aud: AudienceClaim
      let exp: ExpirationClaim
      let sid: String
      let cnf: Confirmation
      let client_id: String

      func verify(using algorithm: some JWTAlgorithm) async throws {
        try exp.verifyNotExpired(currentDate: Date(timeIntervalSince1970: 1_800_000_000))
      }
    }

    @Test("Another library, given the published keys, believes an access token and reads its claims")
    func another() async throws {
      let stage = try await Stage()
      let app = try await stage.app()
      let published = await stage.send("GET", .jwks).body
      let keys = try await JWTKeyCollection().add(jwksJSON: String(decoding: published, as: UTF8.self))
      let claims = try await keys.verify(app.accessToken, as: Claims.self)
      #expect(claims.iss.value == Stage.issuer && claims.aud.value == [Stage.issuer])
      #expect(claims.exp.value == Date(timeIntervalSince1970: 1_800_000_000 + 1800))
      #expect(claims.cnf.jkt == stage.device.thumbprint && claims.client_id == "mantlet" && claims.sid.count == 32)
      let forged = app.accessToken.dropLast(4) + "AAAA"
      await #expect(throws: (any Error).self) { try await keys.verify(String(forged), as: Claims.self) }
    }

    @Test("Many tokens signed at once are all good, and no two are alike")
    func atOnce() async throws {
      let stage = try await Stage()
      let app = try await stage.app()
      let tokens = try await withThrowingTaskGroup(of: TokenResponse.self) { group in
        for _ in 0..<40 { group.addTask { try await stage.renewed(app.refreshToken) } }
        return try await group.reduce(into: [TokenResponse]()) { $0.append($1) }
      }
      #expect(Set(tokens.map(\.accessToken)).count == 40 && Set(tokens.map(\.refreshToken)).count == 1)
      for token in tokens { #expect(await stage.check(token) == nil) }
    }
  }
#endif
