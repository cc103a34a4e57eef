#if Server
  import Crypto
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire
  import UntrustedInput

  @Suite struct PinRouteTests {
    private static let pin = String(repeating: "A", count: 43) + "="

    private func batch(_ host: String = "trust.test", number: Int64? = nil) -> PinFailureBatch {
      PinFailureBatch(
        [
          PinFailureBatch.Entry(
            host: host, outcome: .refused, expected: [Self.pin], seen: [Self.pin], first: 1, last: 2, count: 7)
        ], number: number)
    }

    private func stage(
      _ options: Stage.Options = Stage.Options(), endpoint: String = Stage.issuer,
      store: any TrustStore = InMemoryTrustStore()
    ) async throws -> Stage {
      var policy = Stage.policy()
      policy.environments[.dev] = EnvironmentRequirement(
        endpoint: endpoint, pins: [], tokenKeys: [], loginKey: "")
      return try await Stage(policy: policy, store: store, options: options)
    }

    private func tell(_ stage: Stage, _ app: TokenResponse, _ body: [UInt8]) async throws -> TrustAnswer {
      await stage.send(
        "POST", .pinFailures,
        [
          TrustRoute.appTokenHeader: app.accessToken,
          TrustRoute.proofHeader: try await stage.proof(.pinFailures, token: app.accessToken),
        ], body)
    }

    @Test("What an installation saw is told to the operator and counted; only hosts of the policy are named")
    func told() async throws {
      let stage = try await stage()
      let app = try await stage.app()
      #expect(try await tell(stage, app, batch().bytes).status == 200)
      #expect(try await tell(stage, app, batch("evil.example").bytes).status == 200)
      let told = stage.events.all.filter { $0.kind == .pinFailureReported }
      #expect(told.count == 2 && told.allSatisfy { $0.device == String(stage.device.thumbprint.prefix(8)) })
      #expect(told.first?.explanation == "trust.test showed no pinned key and was refused, 7 times")
      #expect(told.last?.explanation.contains("evil") == false)
      let metrics = ServerMetrics()
      told.forEach(metrics.count)
      #expect(metrics.text.contains("mantlet_pin_failures_total 2"))
    }

    @Test("A request is one event, merged by host and outcome; a failure that stands twice is refused")
    func merged() async throws {
      let stage = try await stage()
      let app = try await stage.app()
      let entries = (0..<PinFailureBatch.maximumEntries).map { number in
        let key = String(repeating: "B", count: 42) + String(UnicodeScalar(UInt8(65 + number % 16))) + "="
        return PinFailureBatch.Entry(
          host: number < 30 ? "trust.test" : "evil.example", outcome: number < 16 ? .refused : .notValidated,
          expected: [], seen: [key], first: 1, last: 2, count: 2)
      }
      #expect(try await tell(stage, app, PinFailureBatch(entries, forgotten: 5).bytes).status == 200)
      let told = stage.events.all.filter { $0.kind == .pinFailureReported }
      #expect(
        told.map(\.explanation) == [
          "trust.test showed no pinned key and was refused, 32 times; "
            + "trust.test had no valid certificate path and was refused, 28 times; a host that the policy does not know "
            + "had no valid certificate path and was refused, 4 times; 5 more were not kept"
        ])
      let twice = PinFailureBatch([entries[0], entries[1], entries[0]])
      #expect(reason(try await tell(stage, app, twice.bytes)) == .malformed)
      #expect(try await tell(stage, app, PinFailureBatch([]).bytes).status == 200)
      #expect(stage.events.all.filter { $0.kind == .pinFailureReported }.count == 1)
    }

    @Test("An endpoint that is an IPv6 address is named as devices spell it")
    func address() async throws {
      let stage = try await stage(endpoint: "https://[2001:db8::1]:8443")
      let app = try await stage.app()
      #expect(try await tell(stage, app, batch("2001:db8::1").bytes).status == 200)
      #expect(stage.events.all.last { $0.kind == .pinFailureReported }?.explanation.hasPrefix("2001:db8::1 ") == true)
    }

    @Test("Without token, with another's proof, in another form and too often it is refused, and nobody is told")
    func refused() async throws {
      let stage = try await stage()
      let app = try await stage.app()
      #expect(reason(await stage.send("POST", .pinFailures, [:], batch().bytes)) == .tokenMissing)
      let foreign = await stage.send(
        "POST", .pinFailures,
        [
          TrustRoute.appTokenHeader: app.accessToken,
          TrustRoute.proofHeader: try await stage.proof(.pinFailures, token: app.accessToken, by: .init()),
        ], batch().bytes)
      #expect(reason(foreign) == .proofInvalid)
      #expect(try await tell(stage, app, Array("{}".utf8)).status == 400)
      #expect(await stage.send("GET", .pinFailures).status == 405)
      #expect(stage.events.all.allSatisfy { $0.kind != .pinFailureReported })
      for _ in 0..<3 { _ = try await tell(stage, app, batch().bytes) }
      #expect(reason(try await tell(stage, app, batch().bytes)) == .rateLimited)
    }

    @Test(
      "What was told is kept for the operator, added up, and forgotten after thirty days", arguments: StoreKind.allCases
    )
    func kept(kind: StoreKind) async throws {
      let stage = try await stage(store: kind.make())
      let app = try await stage.app()
      for host in ["trust.test", "evil.example", "trust.test"] {
        #expect(try await tell(stage, app, batch(host).bytes).status == 200)
        stage.clock.advance(10)
      }
      let rows = try await stage.desk.pinFailures()
      #expect(rows.map(\.failure.host) == ["trust.test", "evil.example"] && rows.map(\.failure.count) == [14, 7])
      #expect(rows.allSatisfy { $0.device == stage.device.thumbprint && $0.tier == .unattested })
      #expect(rows.first?.failure.seen == [Self.pin] && rows.first?.receivedAt == stage.clock.now - 10)
      #expect(stage.desk.isPinned("trust.test") && !stage.desk.isPinned("evil.example"))
      #expect(try await stage.desk.pinFailures(host: "evil.example").count == 1)
      #expect(try await stage.desk.pinFailures(after: rows[0].position).map(\.failure.host) == ["evil.example"])
      stage.clock.advance(30 * 86400)
      _ = try await stage.app()
      #expect(try await stage.desk.pinFailures() == [])
    }

    @Test(
      "A batch that is sent again because its answer got lost is taken and counted once; the next one counts",
      arguments: StoreKind.allCases)
    func resent(kind: StoreKind) async throws {
      let stage = try await stage(store: kind.make())
      let app = try await stage.app()
      for number in [Int64(5), 5, 6] {
        #expect(try await tell(stage, app, batch(number: number).bytes).status == 200)
        stage.clock.advance(20)
      }
      #expect(try await stage.desk.pinFailures().map(\.failure.count) == [14])
      #expect(stage.events.all.filter { $0.kind == .pinFailureReported }.count == 2)
    }

    @Test("A batch that could not be kept is counted when it comes again")
    func resentAfterFault() async throws {
      let store = BreakingStore(InMemoryTrustStore())
      let stage = try await stage(store: store)
      let app = try await stage.app()
      store.fail(.atCommit)
      #expect(try await tell(stage, app, batch(number: 5).bytes).status == 503)
      store.fail(.none)
      #expect(try await tell(stage, app, batch(number: 5).bytes).status == 200)
      #expect(try await stage.desk.pinFailures().map(\.failure.count) == [7])
    }

    @Test("When the store is down nothing is told and the device is asked to come again")
    func storeDown() async throws {
      let store = BreakingStore(InMemoryTrustStore())
      let stage = try await stage(store: store)
      let app = try await stage.app()
      store.fail(.atCommit)
      let answer = try await tell(stage, app, batch().bytes)
      #expect(answer.status == 503 && answer.headers["retry-after"] != nil)
      store.fail(.none)
      #expect(stage.events.all.allSatisfy { $0.kind != .pinFailureReported })
      #expect(try await stage.desk.pinFailures() == [])
    }

    @Test("Everybody gets the signed pin update as it is; without one there is nothing at the address")
    func pins() async throws {
      #expect(await (try stage()).send("GET", .pins).status == 404)
      var options = Stage.Options()
      options.pinUpdate = "a.b.c"
      let answer = await (try stage(options)).send("GET", .pins)
      #expect(answer.status == 200 && answer.body == Array("a.b.c".utf8))
      #expect(answer.headers["content-type"] == "application/jose")
    }
  }
#endif
