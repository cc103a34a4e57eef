#if Server
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct DeviceBlockTests {
    private func blocked(_ answer: TrustAnswer) throws -> Bool {
      let body = try RefusalBody(reading: answer.body)
      #expect(!body.explanation.contains("stolen"))
      return body.error == .accessDenied && body.reason == .deviceRefused && body.codes == [.unknown]
    }

    @Test(
      "A blocked device is refused at report, refresh and login, and its sessions end", arguments: StoreKind.allCases)
    func refused(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      try await stage.addAda()
      let app = try await stage.app()
      let user = try await stage.user(app)
      let other = try await Stage(store: stage.store, clock: stage.clock)
      let theirs = try await other.app()
      #expect(try await stage.desk.blockDevice(stage.device.thumbprint, reason: "stolen on 3 March") == 2)
      #expect(await stage.check(app) == .deviceRefused)
      #expect(await stage.check(user, .user) == .deviceRefused)
      #expect(try blocked(try await stage.refresh(app.refreshToken)))
      #expect(try blocked(try await stage.refresh(user.refreshToken)))
      #expect(try blocked(try await stage.logIn(app)))
      #expect(try blocked(try await stage.enrol()))
      let history = try #require(try await stage.desk.device(stage.device.thumbprint))
      #expect(history.reports.map(\.refusal) == [.deviceRefused, nil] && history.sessions.isEmpty)
      #expect(history.block?.reason == "stolen on 3 March" && history.block?.blockedAt == stage.clock.now)
      #expect(stage.events.all.map(\.kind).suffix(5).first == .deviceBlocked)
      #expect(stage.events.all.map(\.kind).suffix(4) == Array(repeating: .blockedDeviceRefused, count: 4)[...])
      let metrics = ServerMetrics()
      stage.events.all.forEach(metrics.count)
      #expect(
        metrics.text.contains(
          #"mantlet_decisions_total{event="blockedDeviceRefused",reason="deviceRefused",code="unknown"} 4"#))
      // Nobody else is.
      #expect(try await other.refresh(theirs.refreshToken).status == 200)
    }

    @Test("What another process blocks is refused here, tokens within two seconds", arguments: StoreKind.allCases)
    func otherProcess(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let app = try await stage.app()
      #expect(await stage.check(app) == nil)
      let operators = try await stage.restarted()
      #expect(try await operators.desk.blockDevice(stage.device.thumbprint, reason: "r") == 1)
      stage.clock.advance(2)
      #expect(await stage.check(app) == .deviceRefused)
      #expect(try blocked(try await stage.refresh(app.refreshToken)))
      // And after a start.
      let later = try await stage.restarted()
      #expect(try blocked(try await later.refresh(app.refreshToken)))
      #expect(try blocked(try await later.enrol()))
    }

    @Test("A device that is free again reports and goes on; what ended stays ended", arguments: StoreKind.allCases)
    func unblocked(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      let app = try await stage.app()
      #expect(try await !stage.desk.unblockDevice(stage.device.thumbprint))
      try await stage.desk.blockDevice(stage.device.thumbprint, reason: "r")
      #expect(try await stage.desk.unblockDevice(stage.device.thumbprint))
      #expect(await stage.check(app) == .sessionEnded)
      #expect(reason(try await stage.refresh(app.refreshToken)) == .sessionEnded)
      _ = try await stage.renewed(try await stage.app().refreshToken)
      #expect(stage.events.all.contains { $0.kind == .deviceUnblocked })
    }

    @Test("A block outlives the device's other rows, and may come before them")
    func outlives() async throws {
      let stage = try await Stage()
      #expect(try await stage.desk.blockDevice(stage.device.thumbprint, reason: "r") == 0)
      #expect(try blocked(try await stage.enrol()))
      #expect(try await stage.desk.device(stage.device.thumbprint)?.row == nil)
      stage.clock.advance(400 * 86400)
      _ = try await Stage(store: stage.store, clock: stage.clock).app()
      #expect(try await stage.desk.device(stage.device.thumbprint)?.reports == [])
      #expect(try blocked(try await stage.enrol()))
    }

    @Test("Blocking that races enrolments leaves no session", arguments: StoreKind.allCases)
    func racing(kind: StoreKind) async throws {
      let stage = try await Stage(store: try kind.make())
      for _ in 0..<3 {
        await withTaskGroup(of: Void.self) { group in
          for turn in 0..<12 {
            group.addTask {
              if turn == 5 {
                _ = try? await stage.desk.blockDevice(stage.device.thumbprint, reason: "r")
              } else {
                _ = try? await stage.app()
              }
            }
          }
        }
        let history = try #require(try await stage.desk.device(stage.device.thumbprint))
        #expect(history.block != nil && history.sessions.isEmpty)
        #expect(try await stage.desk.unblockDevice(stage.device.thumbprint))
      }
    }

    @Test("A block names a whole thumbprint and a reason that is safe to print")
    func unusable() async throws {
      let stage = try await Stage()
      let name = stage.device.thumbprint
      let reasons = ["", "two\nlines", "\u{1B}[2J", "\u{202E}", String(repeating: "a", count: 257)]
      for reason in reasons {
        await #expect(throws: TrustServerError.blockUnusable) {
          try await stage.desk.blockDevice(name, reason: reason)
        }
      }
      for device in ["", String(name.prefix(20)), name + "A", String(repeating: "!", count: 43)] {
        await #expect(throws: TrustServerError.blockUnusable) {
          try await stage.desk.blockDevice(device, reason: "r")
        }
      }
      try await stage.desk.blockDevice(name, reason: String(repeating: "ß", count: 128))
    }
  }
#endif
