#if Server
  import Crypto
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
    var count: Int { connections.withLock { $0 } }
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

    init() async throws {
      let relay = Mutex<(@Sendable () -> Void)?>(nil)
      let call = Relay(relay)
      channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(Counter { call.run() })
          }
        }.bind(host: "127.0.0.1", port: 0).get()
      call.set { [weak self] in self?.connections.withLock { $0 += 1 } }
    }

    private final class Relay: Sendable {
      private let body: Mutex<(@Sendable () -> Void)?>
      init(_ body: consuming sending Mutex<(@Sendable () -> Void)?>) { self.body = body }
      func run() { body.withLock { $0 }?() }
      func set(_ new: @escaping @Sendable () -> Void) { body.withLock { $0 = new } }
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

    @Test("No hostile access token passes anywhere, costs a store access before its signature is good, or is looked up")
    func access() async throws {
      let (store, listener) = (CountingStore(), try await Listener())
      var options = Stage.Options()
      options.introspectionSecret = "introspect, 32 bytes or more of it"
      let stage = try await Stage(store: store, options: options)
      let (app, user) = try await people(stage)
      let corpus = try HostileTokens.access(
        good: user.accessToken, keyID: stage.desk.tokenKeyID, pem: try #require(signingPEM), now: stage.clock.now,
        listener: listener.port)
      #expect(corpus.count >= 100)
      let basic =
        "Basic " + Data("\(TrustDesk.introspectionClient):\(options.introspectionSecret)".utf8).base64EncodedString()
      let form = ["content-type": "application/x-www-form-urlencoded"]
      for token in corpus {
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
        let asApp = await stage.send("POST", .records, [TrustRoute.appTokenHeader: token.text])
        #expect(asApp.status == 401, "\(token) as an AppToken")
        // Only a token that this server signed may make it look for the session.
        let isSigned = ["sid unknown", "sid SQL", "cnf another key", "cnf missing"].contains(token.name)
        #expect(store.count == before || isSigned, "\(token) reached the store")
        await #expect(throws: RefusalBody.self, "\(token) was checked") {
          try await stage.desk.check(token.text, kind: .user)
        }
        let asked = await stage.send(
          "POST", .introspect, form.merging(["authorization": basic]) { $1 }, FormBody(["token": token.text]).bytes)
        let isRefused = (400..<500).contains(asked.status)
        #expect(isRefused || asked.body == Array("{\"active\":false}".utf8), "\(token) introspected")
        let revoked = await stage.send("POST", .revoke, form, FormBody(["token": token.text]).bytes)
        #expect(revoked.status < 500, "\(token) revoked")
      }
      // The good one, which all were made from, still is.
      #expect(try await stage.sendRecords(app, user, RecordBatch([]).bytes).status == 200)
      #expect(listener.count == 0)
      await listener.close()
    }

    @Test("No hostile proof passes, costs a store access, or is looked up")
    func proofs() async throws {
      let (store, listener) = (CountingStore(), try await Listener())
      let stage = try await Stage(store: store)
      let (app, user) = try await people(stage)
      let good = try await stage.proof(.records, token: user.accessToken)
      let (now, address) = (stage.clock.now, Stage.issuer + TrustRoute.records.rawValue)
      let ath = ProofOfPossession.digest(user.accessToken)
      func payload(
        _ jti: String = "\"0123456789abcdef\"", _ htm: String = "\"POST\"", _ htu: String? = nil, _ iat: String? = nil,
        _ ath: String? = nil
      ) -> String {
        "{\"jti\":\(jti),\"htm\":\(htm),\"htu\":\(htu ?? "\"\(address)\""),\"iat\":\(iat ?? "\(now)"),\"ath\":\(ath ?? "\"\(ProofOfPossession.digest(user.accessToken))\"")}"
      }
      let corpus = try HostileTokens.signed(
        .dpop, good: good, key: stage.key,
        fields: [
          ("jti missing", "{\"htm\":\"POST\",\"htu\":\"\(address)\",\"iat\":\(now),\"ath\":\"\(ath)\"}"),
          ("jti empty", payload("\"\"")), ("jti short", payload("\"0123456789abcde\"")),
          ("jti long", payload("\"\(String(repeating: "j", count: 129))\"")), ("jti a number", payload("1")),
          ("jti with NUL", payload("\"0123456789abcdef\\u0000\"")),
          ("method another", payload("\"0123456789abcdef\"", "\"GET\"")),
          ("method in lower case", payload("\"0123456789abcdef\"", "\"post\"")),
          ("address another", payload("\"0123456789abcdef\"", "\"POST\"", "\"https://other.test/v1/records\"")),
          ("address another route", payload("\"0123456789abcdef\"", "\"POST\"", "\"\(Stage.issuer)/v1/token\"")),
          ("address with a query", payload("\"0123456789abcdef\"", "\"POST\"", "\"\(address)?a=b\"")),
          ("address a list", payload("\"0123456789abcdef\"", "\"POST\"", "[]")),
          ("old", payload("\"0123456789abcdef\"", "\"POST\"", nil, "\(now - 301)")),
          ("ahead", payload("\"0123456789abcdef\"", "\"POST\"", nil, "\(now + 301)")),
          ("time least", payload("\"0123456789abcdef\"", "\"POST\"", nil, "\(Int64.min)")),
          ("time a text", payload("\"0123456789abcdef\"", "\"POST\"", nil, "\"\(now)\"")),
          ("time a fraction", payload("\"0123456789abcdef\"", "\"POST\"", nil, "\(now).5")),
          ("token of another", payload("\"0123456789abcdef\"", "\"POST\"", nil, nil, "\"AAAA\"")),
          ("token null", payload("\"0123456789abcdef\"", "\"POST\"", nil, nil, "null")),
          ("no token", "{\"jti\":\"0123456789abcdef\",\"htm\":\"POST\",\"htu\":\"\(address)\",\"iat\":\(now)}"),
          ("empty object", "{}"), ("a list", "[]"), ("twice", "{\"jti\":\"a\"," + payload().dropFirst()),
        ], listener: listener.port)
      #expect(corpus.count >= 100)
      for token in corpus {
        let before = store.count
        let answer = await stage.send(
          "POST", .records,
          [
            TrustRoute.appTokenHeader: app.accessToken, "authorization": "DPoP " + user.accessToken,
            TrustRoute.proofHeader: token.text,
          ], RecordBatch([]).bytes)
        #expect((400..<500).contains(answer.status), "\(token) on a resource")
        let login = await stage.token(
          .refresh(token: user.refreshToken), [TrustRoute.proofHeader: token.text])
        #expect(login.status == 400, "\(token) on a refresh")
        #expect(store.count == before, "\(token) reached the store")
      }
      #expect(try await stage.sendRecords(app, user, RecordBatch([]).bytes).status == 200)
      #expect(try await stage.refresh(user.refreshToken).status == 200)
      #expect(listener.count == 0)
      await listener.close()
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
      #expect(listener.count == 0)
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
