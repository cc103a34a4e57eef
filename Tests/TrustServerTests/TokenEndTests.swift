#if Server
  import Crypto
  import Foundation
  import Redaction
  import SecurityPolicy
  import Synchronization
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  /// Revocation, introspection and the list of sessions.
  @Suite struct TokenEndTests {
    private static let secret = "introspect, 32 bytes or more of it"
    private static let form = ["content-type": "application/x-www-form-urlencoded"]

    private func stage(_ store: any TrustStore = InMemoryTrustStore()) async throws -> (Stage, TokenResponse) {
      var options = Stage.Options()
      options.introspectionSecret = Self.secret
      let stage = try await Stage(store: store, options: options)
      try await stage.desk.addAccount(user: "ada", password: Secret(copying: Array("correct horse".utf8)))
      return (stage, try await stage.app())
    }

    private func user(_ stage: Stage, _ app: TokenResponse) async throws -> TokenResponse {
      try TokenResponse(reading: try await stage.logIn(app).body)
    }

    private func revoke(_ stage: Stage, _ fields: [String: String], proof: String? = nil) async -> TrustAnswer {
      var headers = Self.form
      headers[TrustRoute.proofHeader] = proof
      return await stage.send("POST", .revoke, headers, FormBody(fields).bytes)
    }

    private func introspect(
      _ stage: Stage, _ token: String, _ credentials: String = TrustDesk.introspectionClient + ":" + Self.secret
    ) async -> TrustAnswer {
      await stage.send(
        "POST", .introspect,
        Self.form.merging(["authorization": "Basic " + Data(credentials.utf8).base64EncodedString()]) { $1 },
        FormBody(["token": token]).bytes)
    }

    private func list(_ stage: Stage, _ user: TokenResponse, end fields: [String: String]? = nil) async throws
      -> TrustAnswer
    {
      let method = fields == nil ? "GET" : "POST"
      return await stage.send(
        method, .sessions,
        Self.form.merging([
          "authorization": "DPoP " + user.accessToken,
          TrustRoute.proofHeader: try await stage.proof(.sessions, token: user.accessToken, method: method),
        ]) { $1 }, fields.map { FormBody($0).bytes } ?? [])
    }

    @Test("The newest refresh token logs out without a proof; whoever finds an older one or an access token cannot")
    func whoMayRevoke() async throws {
      let (stage, app) = try await stage()
      let user = try await user(stage, app)
      let next = try TokenResponse(reading: try await stage.refresh(user.refreshToken).body)
      for found in [user.refreshToken, user.accessToken, next.accessToken] {
        for hint in ["refresh_token", "access_token", "nonsense"] {
          let answer = await revoke(stage, ["token": found, "token_type_hint": hint])
          #expect(answer.status == 400 && reason(answer) == .proofMissing)
          let foreign = try await stage.proof(.revoke, by: P256.Signing.PrivateKey())
          #expect(reason(await revoke(stage, ["token": found], proof: foreign)) == .proofInvalid)
        }
      }
      #expect(try await stage.sendRecords(app, next, RecordBatch([]).bytes).status == 200)
      #expect(await revoke(stage, ["token": next.refreshToken, "token_type_hint": "access_token"]).status == 200)
      #expect(reason(try await stage.sendRecords(app, next, RecordBatch([]).bytes)) == .sessionEnded)
      #expect(reason(try await stage.refresh(next.refreshToken)) == .sessionEnded)
    }

    @Test("With its proof any token of a session ends it, and what has ended or never was is no error")
    func anyGeneration() async throws {
      let (stage, app) = try await stage()
      for pick in 0..<3 {
        let user = try await user(stage, app)
        let next = try TokenResponse(reading: try await stage.refresh(user.refreshToken).body)
        let token = [user.refreshToken, user.accessToken, next.accessToken][pick]
        #expect(await revoke(stage, ["token": token], proof: try await stage.proof(.revoke)).status == 200)
        #expect(reason(try await stage.refresh(next.refreshToken)) == .sessionEnded)
        #expect(await revoke(stage, ["token": token], proof: try await stage.proof(.revoke)).status == 200)
      }
      for unknown in ["unknown", "a.b.c", "..", String(repeating: "x", count: 10_000)] {
        let answer = await revoke(stage, ["token": unknown])
        #expect(answer.status == 200 && answer.body == Array("{}".utf8))
      }
      #expect(reason(await revoke(stage, [:])) == .malformed)
      #expect(try await stage.refresh(app.refreshToken).status == 200)
      #expect(await revoke(stage, ["token": app.accessToken], proof: try await stage.proof(.revoke)).status == 200)
      #expect(reason(try await stage.refresh(app.refreshToken)) == .sessionEnded)
    }

    @Test("An ended session is refused by this process at once, also for a token that was good a moment ago")
    func atOnce() async throws {
      let (stage, app) = try await stage()
      let user = try await user(stage, app)
      for _ in 0..<3 { _ = try await stage.desk.check(user.accessToken, kind: .user) }
      #expect(await revoke(stage, ["token": user.refreshToken]).status == 200)
      await #expect(throws: RefusalBody.self) { try await stage.desk.check(user.accessToken, kind: .user) }
      #expect(reason(await introspect(stage, user.accessToken)) == nil)
    }

    @Test("Ten wrong secrets from an address close it for wrong ones only: the right one passes all the while")
    func wrongSecrets() async throws {
      let (stage, app) = try await stage()
      for _ in 0..<10 {
        #expect(await introspect(stage, app.accessToken, TrustDesk.introspectionClient + ":guess").status == 401)
      }
      let wrong = await introspect(stage, app.accessToken, TrustDesk.introspectionClient + ":guess")
      #expect(wrong.status == 429 && wrong.headers["retry-after"] == "6")
      #expect(await introspect(stage, app.accessToken).status == 200)
      #expect(await stage.send("GET", .challenge).status == 200)
      stage.clock.advance(6)
      #expect(await introspect(stage, app.accessToken, TrustDesk.introspectionClient + ":guess").status == 401)
    }

    @Test("When guesses come from more addresses than are counted, a further one is told to wait; the right one passes")
    func manyAddresses() async throws {
      let (stage, app) = try await stage()
      func ask(_ secret: String, from peer: String) async -> Int {
        let basic = Data((TrustDesk.introspectionClient + ":" + secret).utf8).base64EncodedString()
        return await stage.desk.respond(
          to: TrustRequest(
            method: "POST", path: TrustRoute.introspect.rawValue,
            headers: Self.form.merging(["authorization": "Basic " + basic]) { $1 }.mapValues { [$0] },
            body: FormBody(["token": app.accessToken]).bytes, peer: peer)
        ).status
      }
      for place in 0..<10_000 {
        #expect(await ask("guess", from: "10.0.\(place / 250).\(place % 250)") == 401)
      }
      #expect(await ask("guess", from: "192.0.2.1") == 429)
      #expect(await ask(Self.secret, from: "192.0.2.1") == 200)
    }

    @Test("Challenges use up nothing of introspection, nor right questions anything at all")
    func ownBuckets() async throws {
      let (stage, app) = try await stage()
      while await stage.send("GET", .challenge).status == 200 {}
      for _ in 0..<200 { #expect(await introspect(stage, app.accessToken).status == 200) }
      stage.clock.advance(1)
      #expect(await stage.send("GET", .challenge).status == 200)
    }

    @Test("What another process ends is refused here within two seconds, and introspection sees it at once")
    func elsewhere() async throws {
      let store = InMemoryTrustStore()
      let (stage, app) = try await stage(store)
      let user = try await user(stage, app)
      _ = try await stage.desk.check(user.accessToken, kind: .user)
      let other = try await stage.restarted()
      #expect(await revoke(other, ["token": user.refreshToken]).status == 200)
      #expect(await introspect(stage, user.accessToken).body == Array("{\"active\":false}".utf8))
      stage.clock.advance(2)
      await #expect(throws: RefusalBody.self) { try await stage.desk.check(user.accessToken, kind: .user) }
    }

    @Test("A session that ends while it is being looked up is not remembered as alive")
    func race() async throws {
      final class Slow: TrustStore {
        let inner = InMemoryTrustStore()
        let between = Mutex<(@Sendable () async -> Void)?>(nil)
        func transaction<R: Sendable>(
          _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
        ) async throws(StoreError) -> R { try await inner.transaction(body) }
        func reading<R: Sendable>(
          _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
        ) async throws(StoreError) -> R {
          let result = try await inner.transaction(body)
          let happens = between.withLock { body in
            defer { body = nil }
            return body
          }
          await happens?()
          return result
        }
      }
      let store = Slow()
      let (stage, app) = try await stage(store)
      let user = try await user(stage, app)
      stage.clock.advance(2)
      let ended = { @Sendable in
        _ = await stage.send("POST", .revoke, Self.form, FormBody(["token": user.refreshToken]).bytes)
      }
      store.between.withLock { $0 = ended }
      // This one read the store before the end, so it may pass; no later one may.
      _ = try? await stage.desk.check(user.accessToken, kind: .user)
      await #expect(throws: RefusalBody.self) { try await stage.desk.check(user.accessToken, kind: .user) }
    }

    @Test("A token that was verified once still ends on its second, for its kind only, and not before its time")
    func remembered() async throws {
      let (stage, app) = try await stage()
      for _ in 0..<2 { _ = try await stage.desk.check(app.accessToken, kind: .app) }
      await #expect(throws: RefusalBody.self) { try await stage.desk.check(app.accessToken, kind: .user) }
      stage.clock.advance(-61)
      await #expect(throws: RefusalBody.self) { try await stage.desk.check(app.accessToken, kind: .app) }
      stage.clock.advance(61 + 1799)
      _ = try await stage.desk.check(app.accessToken, kind: .app)
      stage.clock.advance(1)
      await #expect(throws: RefusalBody.self) { try await stage.desk.check(app.accessToken, kind: .app) }
    }

    @Test("Introspection tells an authorised caller what an access token is, and of anything else only that it is not")
    func introspection() async throws {
      let (stage, app) = try await stage()
      let user = try await user(stage, app)
      let node = try JSONReader().read(await introspect(stage, user.accessToken).body)
      #expect(node["active"]?.bool == true && node["token_type"]?.string == "DPoP")
      #expect(node["iss"]?.string == Stage.issuer && node["mantlet_kind"]?.string == "user")
      #expect(node["cnf"]?["jkt"]?.string == stage.device.thumbprint && node["sid"]?.string != nil)
      #expect(node["exp"]?.integer == stage.clock.now + 1800)
      let installation = try JSONReader().read(await introspect(stage, app.accessToken).body)
      #expect(installation["active"]?.bool == true && installation["mantlet_kind"]?.string == "app")
      let inactive = Array("{\"active\":false}".utf8)
      for token in [user.refreshToken, "unknown", "a.b.c"] {
        let answer = await introspect(stage, token)
        #expect(answer.status == 200 && answer.body == inactive)
      }
      stage.clock.advance(1800)
      #expect(await introspect(stage, user.accessToken).body == inactive)
    }

    @Test("Introspection without the secret is 401 invalid_client, and closed where none is configured")
    func introspectionClients() async throws {
      let (stage, app) = try await stage()
      let name = TrustDesk.introspectionClient
      for credentials in ["\(name):wrong", "\(name):", "other:" + Self.secret, name, "", ":" + Self.secret] {
        let answer = await introspect(stage, app.accessToken, credentials)
        #expect(answer.status == 401 && reason(answer) == .clientUnknown, "\(credentials)")
        #expect(try RefusalBody(reading: answer.body).error == .invalidClient)
        #expect(answer.headers["www-authenticate"] == "Basic realm=\"mantlet\"")
      }
      let naked = await stage.send("POST", .introspect, Self.form, FormBody(["token": app.accessToken]).bytes)
      #expect(reason(naked) == .clientUnknown)
      let closed = try await Stage()
      for secret in ["", Self.secret] {
        #expect(reason(await introspect(closed, "x", "\(name):\(secret)")) == .clientUnknown)
      }
      var last = 401
      for _ in 0..<130 { last = await introspect(stage, "x", "\(name):guess").status }
      #expect(last == 429)
    }

    @Test("A person sees and ends only their own sessions: one, the others, or all")
    func sessions() async throws {
      let (stage, app) = try await stage()
      try await stage.desk.addAccount(user: "bob", password: Secret(copying: Array("correct horse".utf8)))
      let (one, two, three) = (
        try await user(stage, app), try await user(stage, app), try await user(stage, app)
      )
      let bob = try TokenResponse(reading: try await stage.logIn(app, user: "bob").body)
      func ids(_ user: TokenResponse) async throws -> [SessionList.Entry] {
        try SessionList(reading: try await list(stage, user).body).entries
      }
      let mine = try await ids(one)
      #expect(mine.count == 3 && mine.count { $0.isCurrent } == 1)
      #expect(mine.allSatisfy { $0.device == stage.device.thumbprint.prefix(8) && $0.startedAt == stage.clock.now })
      let his = try #require(try await ids(bob).first?.id)
      func end(_ fields: [String: String]) async throws -> Int64? {
        try JSONReader().read(try await list(stage, one, end: fields).body)["ended"]?.integer
      }
      #expect(try await end(["session": his]) == 0)
      #expect(try await stage.sendRecords(app, bob, RecordBatch([]).bytes).status == 200)
      let second = try #require(try await ids(two).first { $0.isCurrent }?.id)
      #expect(try await end(["session": second]) == 1)
      #expect(reason(try await stage.sendRecords(app, two, RecordBatch([]).bytes)) == .sessionEnded)
      #expect(try await end(["others": "true"]) == 1)
      #expect(reason(try await stage.refresh(three.refreshToken)) == .sessionEnded)
      #expect(reason(try await list(stage, one, end: ["all": "true", "others": "true"])) == .malformed)
      #expect(reason(try await list(stage, one, end: [:])) == .malformed)
      #expect(try await end(["all": "true"]) == 1)
      #expect(reason(try await list(stage, one)) == .sessionEnded)
      #expect(reason(try await list(stage, app)) == .tokenInvalid)
      #expect(reason(await stage.send("GET", .sessions)) == .tokenMissing)
      #expect(try await stage.sendRecords(app, bob, RecordBatch([]).bytes).status == 200)
    }
  }
#endif
