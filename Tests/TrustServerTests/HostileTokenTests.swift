#if Server
  import Crypto
  import CryptoExtras
  import Foundation
  import NIOCore
  import NIOPosix
  import Redaction
  import SecurityPolicy
  import Synchronization
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  /// A store that counts what it is asked for.
  private final class CountingStore: TrustStore {
    private let inner = InMemoryTrustStore()
    private let counted = Mutex(0)
    var count: Int { counted.withLock { $0 } }

    func transaction<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(StoreError) -> R {
      counted.withLock { $0 += 1 }
      return try await inner.transaction(body)
    }
  }

  /// Somebody who waits on loopback for a server that follows addresses in tokens.
  private final class Listener: Sendable {
    private let connections = Mutex(0)
    private let channel: any Channel
    var port: Int { channel.localAddress?.port ?? 0 }

    private final class Counter: ChannelInboundHandler, Sendable {
      typealias InboundIn = any Channel
      let count: @Sendable () -> Void
      init(_ count: @escaping @Sendable () -> Void) { self.count = count }
      func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        count()
        context.fireChannelRead(data)
      }
    }

    /// Ends what was taken in, so that whoever connected knows it.
    private final class Closer: ChannelInboundHandler, Sendable {
      typealias InboundIn = ByteBuffer
      func channelActive(context: ChannelHandlerContext) { context.close(promise: nil) }
    }

    init() async throws {
      let relay = Mutex<(@Sendable () -> Void)?>(nil)
      let call = Relay(relay)
      channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(Counter { call.run() })
          }
        }
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Closer()) }
        }.bind(host: "127.0.0.1", port: 0).get()
      call.set { [weak self] in self?.connections.withLock { $0 += 1 } }
    }

    private final class Relay: Sendable {
      private let body: Mutex<(@Sendable () -> Void)?>
      init(_ body: consuming sending Mutex<(@Sendable () -> Void)?>) { self.body = body }
      func run() { body.withLock { $0 }?() }
      func set(_ new: @escaping @Sendable () -> Void) { body.withLock { $0 = new } }
    }

    /// All connections so far with one of our own, which proves that they are counted: it comes last, and connections are
    /// taken in as they came.
    func countWithOwn() async throws -> Int {
      let own = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "127.0.0.1", port: port).get()
      try await own.closeFuture.get()
      return connections.withLock { $0 }
    }

    func close() async { try? await channel.close() }
  }

  @Suite struct HostileTokenTests {
    /// Adds a person and signs in.
    private func people(_ stage: Stage) async throws -> (app: TokenResponse, user: TokenResponse) {
      try await stage.desk.addAccount(user: "ada", password: Secret(copying: Array("correct horse".utf8)))
      let app = try await stage.app()
      return (app, try TokenResponse(reading: try await stage.logIn(app).body))
    }

    private static let form = ["content-type": "application/x-www-form-urlencoded"]
    private static let inactive = Array("{\"active\":false}".utf8)

    private func introspect(_ stage: Stage, _ token: String) async -> TrustAnswer {
      let client = "\(TrustDesk.introspectionClient):\(stage.options.introspectionSecret)"
      let headers = ["authorization": "Basic " + Data(client.utf8).base64EncodedString()].merging(Self.form) { $1 }
      return await stage.send("POST", .introspect, headers, FormBody(["token": token]).bytes)
    }

    /// Where a token stands alone.
    private func expectRefusal(of token: HostileToken, _ kind: TokenKind, at stage: Stage) async {
      await #expect(throws: RefusalBody.self, "\(token) was checked") {
        try await stage.desk.check(token.text, kind: kind)
      }
      let asked = await introspect(stage, token.text)
      #expect((400..<500).contains(asked.status) || asked.body == Self.inactive, "\(token) introspected")
      let revoked = await stage.send("POST", .revoke, Self.form, FormBody(["token": token.text]).bytes)
      #expect(revoked.status < 500, "\(token) revoked")
    }

    @Test("No hostile access token passes anywhere, costs a store access before its signature is good, or is looked up")
    func access() async throws {
      let (store, listener) = (CountingStore(), try await Listener())
      var options = Stage.Options()
      options.introspectionSecret = "introspect, 32 bytes or more of it"
      let stage = try await Stage(store: store, options: options)
      let (app, user) = try await people(stage)
      let pem = try #require(signingPEM)
      func corpus(_ good: TokenResponse) throws -> [HostileToken] {
        try HostileTokens.access(
          good: good.accessToken, keyID: stage.desk.tokenKeyID, pem: pem, now: stage.clock.now, listener: listener.port)
      }
      let (users, apps) = (try corpus(user), try corpus(app))
      #expect(users.count >= 100 && apps.count >= 100)
      // Only a token that this server signed may make it look for the session.
      let signed: Set = ["sid unknown", "sid SQL", "cnf another key", "cnf missing"]
      for token in users {
        let before = store.count
        for scheme in ["DPoP ", "Bearer "] {
          let answer = await stage.send(
            "POST", .records,
            [
              TrustRoute.appTokenHeader: app.accessToken, "authorization": scheme + token.text,
              TrustRoute.proofHeader: try await stage.proof(.records, token: token.text),
            ], RecordBatch([]).bytes)
          #expect((400..<500).contains(answer.status), "\(token) as a UserToken")
        }
        #expect(store.count == before || signed.contains(token.name), "\(token) reached the store")
        await expectRefusal(of: token, .user, at: stage)
      }
      for token in apps {
        let before = store.count
        let answer = await stage.send(
          "POST", .records,
          [
            TrustRoute.appTokenHeader: token.text, "authorization": "DPoP " + user.accessToken,
            TrustRoute.proofHeader: try await stage.proof(.records, token: user.accessToken),
          ], RecordBatch([]).bytes)
        #expect(answer.status == 401, "\(token) as an AppToken")
        #expect(store.count == before || signed.contains(token.name), "\(token) reached the store")
        await expectRefusal(of: token, .app, at: stage)
      }
      // The two that all were made from pass in the same places.
      #expect(try await stage.sendRecords(app, user, RecordBatch([]).bytes).status == 200)
      for (token, kind) in [(app, TokenKind.app), (user, .user)] {
        #expect(await stage.check(token, kind) == nil)
        let asked = await introspect(stage, token.accessToken)
        #expect(asked.status == 200 && asked.body != Self.inactive)
      }
      #expect(try await listener.countWithOwn() == 1)
      await listener.close()
    }

    /// Proofs for one route, made from `good`, which it takes; the one called `untouched` it takes, too.
    private func proofCorpus(
      for route: TrustRoute, not other: TrustRoute, token: String?, good: String, at stage: Stage, listener: Int
    ) throws -> [HostileToken] {
      let (now, address) = (stage.clock.now, Stage.issuer + route.rawValue)
      let place = "\"\(address)\""
      let ath = token.map { ",\"ath\":\"\(ProofOfPossession.digest($0))\"" } ?? ""
      func payload(
        jti: String? = nil, htm: String = "\"POST\"", htu: String? = nil, iat: String? = nil, end: String? = nil
      ) -> String {
        let (name, time) = (jti ?? "\"untouched at \(route.rawValue)\"", iat ?? "\(now)")
        return "{\"jti\":\(name),\"htm\":\(htm),\"htu\":\(htu ?? place),\"iat\":\(time)\(end ?? ath)}"
      }
      var fields: [(String, String)] = [
        ("untouched", payload()),
        ("jti missing", "{\"htm\":\"POST\",\"htu\":\(place),\"iat\":\(now)\(ath)}"),
        ("jti empty", payload(jti: "\"\"")), ("jti short", payload(jti: "\"0123456789abcde\"")),
        ("jti long", payload(jti: "\"\(String(repeating: "j", count: 129))\"")), ("jti a number", payload(jti: "1")),
        ("jti with NUL", payload(jti: "\"0123456789abcdef\\u0000\"")),
        ("method another", payload(htm: "\"GET\"")), ("method in lower case", payload(htm: "\"post\"")),
        ("address another", payload(htu: "\"https://other.test\(route.rawValue)\"")),
        ("address another route", payload(htu: "\"\(Stage.issuer)\(other.rawValue)\"")),
        ("address with a query", payload(htu: "\"\(address)?a=b\"")), ("address a list", payload(htu: "[]")),
        ("old", payload(iat: "\(now - 301)")), ("ahead", payload(iat: "\(now + 301)")),
        ("time least", payload(iat: "\(Int64.min)")), ("time a text", payload(iat: "\"\(now)\"")),
        ("time a fraction", payload(iat: "\(now).5")), ("token of another", payload(end: ",\"ath\":\"AAAA\"")),
        ("empty object", "{}"), ("a list", "[]"), ("twice", "{\"jti\":\"a\"," + payload().dropFirst()),
      ]
      if token != nil { fields += [("token null", payload(end: ",\"ath\":null")), ("no token", payload(end: ""))] }
      return try HostileTokens.signed(.dpop, good: good, key: stage.key, fields: fields, listener: listener)
    }

    @Test("No hostile proof passes, costs a store access, or is looked up")
    func proofs() async throws {
      let (store, listener) = (CountingStore(), try await Listener())
      let stage = try await Stage(store: store)
      let (app, user) = try await people(stage)
      func upload(_ proof: String) async -> TrustAnswer {
        await stage.send(
          "POST", .records,
          [
            TrustRoute.appTokenHeader: app.accessToken, "authorization": "DPoP " + user.accessToken,
            TrustRoute.proofHeader: proof,
          ], RecordBatch([]).bytes)
      }
      func refresh(_ proof: String) async -> TrustAnswer {
        await stage.token(.refresh(token: user.refreshToken), [TrustRoute.proofHeader: proof])
      }
      let good = (
        upload: try await stage.proof(.records, token: user.accessToken), refresh: try await stage.proof(.token)
      )
      let uploads = try proofCorpus(
        for: .records, not: .token, token: user.accessToken, good: good.upload, at: stage, listener: listener.port)
      let refreshes = try proofCorpus(
        for: .token, not: .records, token: nil, good: good.refresh, at: stage, listener: listener.port)
      #expect(uploads.count >= 100 && refreshes.count >= 100)
      let before = store.count
      for token in uploads where token.name != "untouched" {
        let answer = await upload(token.text)
        #expect((400..<500).contains(answer.status), "\(token) on a resource")
        #expect(store.count == before, "\(token) reached the store")
      }
      for token in refreshes where token.name != "untouched" {
        let answer = await refresh(token.text)
        #expect(answer.status == 400 && reason(answer) != .tokenInvalid, "\(token) on a refresh")
        #expect(store.count == before, "\(token) reached the store")
      }
      // What all were made from passes in the same places.
      let untouched = [uploads, refreshes].map { $0.filter { $0.name == "untouched" }.map(\.text) }
      #expect(untouched.map(\.count) == [1, 1])
      for proof in [good.upload] + untouched[0] { #expect(await upload(proof).status == 200) }
      for proof in [good.refresh] + untouched[1] { #expect(await refresh(proof).status == 200) }
      #expect(try await listener.countWithOwn() == 1)
      await listener.close()
    }

    @Test("Huge tokens are refused by their length alone, deep ones at the first level too many, whoever signed them")
    func bounded() async throws {
      let stage = try await Stage()
      let (_, user) = try await people(stage)
      let pem = try #require(signingPEM)
      let keys = TokenKeySet([try _RSA.Signing.PrivateKey(pemRepresentation: pem).publicKey])
      let tokens = try HostileTokens.access(
        good: user.accessToken, keyID: stage.desk.tokenKeyID, pem: pem, now: stage.clock.now, listener: 1)
      let proofs = try HostileTokens.signed(
        .dpop, good: try await stage.proof(.token), key: stage.key, fields: [], listener: 1)
      func refusal(_ name: String, in list: [HostileToken], _ read: (String) throws -> Void) throws -> WireError? {
        let text = try #require(list.first { $0.name == name }).text
        do { try read(text) } catch { return error as? WireError }
        return nil
      }
      func access(_ name: String) throws -> WireError? {
        try refusal(name, in: tokens) {
          _ = try AccessToken(verifying: $0, keys: keys, issuer: Stage.issuer, kind: .user, now: stage.clock.now)
        }
      }
      func proof(_ name: String) throws -> WireError? {
        try refusal(name, in: proofs) { _ = try SignedMessage(verifying: $0, as: .dpop) }
      }
      func isTooDeep(_ error: WireError?) -> Bool {
        if case .unreadable(.tooDeep(limit: 4, at: _))? = error { true } else { false }
      }
      // Their headers are good or no JSON: read on, they would be refused with another word.
      for name in ["huge signature", "huge payload", "huge header", "deep object"] {
        #expect(try access(name) == .wrongShape, "\(name)")
      }
      #expect(try access("deep header") == .unreadable(.tooLarge(limit: 1024)))
      let deep = [try access("payload deep"), try proof("deep header"), try proof("deep object")]
      #expect(deep.map(isTooDeep) == [true, true, true], "\(deep)")
      for name in ["huge signature", "huge payload", "huge header"] {
        #expect(try proof(name) == .unreadable(.tooLarge(limit: wireByteLimit)), "\(name)")
      }
    }

    @Test("No hostile report is admitted or looked up, and none before its signature is good uses up a challenge")
    func reports() async throws {
      let (store, listener) = (CountingStore(), try await Listener())
      let stage = try await Stage(store: store)
      let challenge = try await stage.challenge()
      let report = stage.report(challenge)
      let good = try await stage.sign(.report, report.bytes)
      let text = String(decoding: report.bytes, as: UTF8.self)
      let corpus = try HostileTokens.signed(
        .report, good: good, key: stage.key,
        fields: [
          ("empty object", "{}"), ("a list", "[]"), ("nothing", ""), ("cut", String(text.dropLast())),
          ("version 0", text.replacing("\"version\":2", with: "\"version\":0")),
          ("version a text", text.replacing("\"version\":2", with: "\"version\":\"1\"")),
          ("challenge unknown", text.replacing(challenge, with: String(challenge.reversed()))),
          ("challenge SQL", text.replacing(challenge, with: "' OR 1=1 --")),
          ("challenge with NUL", text.replacing(challenge, with: "\\u0000")),
          ("challenge twice", "{\"challenge\":\"\(challenge)\"," + text.dropFirst()),
          ("deep", String(repeating: "{\"os\":", count: 300) + "1" + String(repeating: "}", count: 300)),
          ("answer unknown", text.replacing("\"isRooted\":\"no\"", with: "\"isRooted\":\"maybe\"")),
          ("platform unknown", text.replacing("\"platform\":\"linux\"", with: "\"platform\":\"toaster\"")),
        ], listener: listener.port)
      #expect(corpus.count >= 100)
      for token in corpus {
        let before = store.count
        let answer = await stage.token(.deviceReport(compact: token.text))
        #expect((400..<500).contains(answer.status), "\(token)")
        #expect(store.count == before || token.name.hasPrefix("challenge"), "\(token) reached the store")
      }
      #expect(await stage.token(.deviceReport(compact: good)).status == 200)
      #expect(try await listener.countWithOwn() == 1)
      await listener.close()
    }

    @Test("No hostile login opens, counts as an attempt on an account, or uses up a challenge")
    func logins() async throws {
      let stage = try await Stage()
      let (app, _) = try await people(stage)
      let good = try await stage.credential()
      let corpus = HostileTokens.logins(good: good)
      #expect(corpus.count >= 70)
      for token in corpus {
        let answer = try await stage.logIn(app, sealed: token.text)
        #expect(answer.status == 400, "\(token)")
      }
      // More than enough to lock the account, had one of them got that far.
      #expect(try await stage.logIn(app, sealed: good).status == 200)
    }

    @Test("No refresh token that is refused and ends nothing makes a session be looked up again, invented or known")
    func invented() async throws {
      let store = CountingStore()
      let stage = try await Stage(store: store)
      let app = try await stage.app()
      #expect(await stage.check(app) == nil)
      #expect(reason(try await stage.refresh("invented")) == .tokenInvalid)
      let before = store.count
      #expect(await stage.check(app) == nil)
      #expect(store.count == before)
      _ = try await stage.renewed(try await stage.renewed(app.refreshToken).refreshToken)
      #expect(reason(try await stage.refresh(app.refreshToken)) == .tokenSuperseded)
      let after = store.count
      #expect(await stage.check(app) == nil)
      #expect(store.count == after)
    }

    @Test("A form with a name twice, a broken escape or another type is refused on every address that takes one")
    func forms() async throws {
      let stage = try await Stage()
      let bodies = [
        "grant_type=refresh_token&grant_type=refresh_token&refresh_token=x", "token=a&token=b", "token=%zz", "token=%",
        "token=%00", "token=\u{FFFF}&token=", "%67rant_type=refresh_token&grant_type=x",
      ]
      for route in [TrustRoute.token, .revoke] {
        for body in bodies {
          let answer = await stage.send(
            "POST", route, ["content-type": "application/x-www-form-urlencoded"], Array(body.utf8))
          #expect(answer.status == 400 && reason(answer) == .malformed, "\(body)")
        }
        let json = await stage.send(
          "POST", route, ["content-type": "application/json"], Array("{\"token\":\"a\"}".utf8))
        #expect(reason(json) == .malformed)
      }
    }
  }
#endif
