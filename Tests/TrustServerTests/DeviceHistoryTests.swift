#if Server
  import Crypto
  import SecurityPolicy
  import Testing
  import TrustServer
  import TrustWire

  @Suite struct DeviceHistoryTests {
    private func stage(_ kind: StoreKind, _ limits: ServerLimits = ServerLimits()) async throws -> Stage {
      var options = Stage.Options()
      options.limits = limits
      return try await Stage(store: try kind.make(), options: options)
    }

    /// Another device at the same server.
    private func other(_ stage: Stage) async throws -> Stage {
      try await Stage(store: stage.store, options: stage.options, clock: stage.clock)
    }

    private func reports(_ stage: Stage) async throws -> [ReportRow] {
      try await stage.desk.device(stage.device.thumbprint)?.reports ?? []
    }

    private func signed(_ stage: Stage, _ change: (inout SecurityReport) -> Void = { _ in }) async throws -> String {
      try await stage.sign(.report, stage.report(try await stage.challenge(), change).bytes)
    }

    @Test("An admitted report is kept as it was sent, with its decision", arguments: StoreKind.allCases)
    func admitted(kind: StoreKind) async throws {
      let stage = try await stage(kind)
      let compact = try await signed(stage)
      #expect(await stage.token(.deviceReport(compact: compact)).status == 200)
      let history = try #require(try await stage.desk.device(stage.device.thumbprint))
      let report = try #require(history.reports.first)
      #expect(history.reports.count == 1 && history.row?.tier == .unattested && history.sessions.count == 1)
      #expect(report.compact == compact && report.size == compact.utf8.count && report.isAdmitted)
      #expect(report.digest == ReportParcel.clientDataHash(compact) && report.receivedAt == stage.clock.now)
      #expect(report.decision.contains(#""tier":"UNATTESTED""#) && report.decision.contains(#""rooted":"claimed""#))
    }

    @Test("A refused report is kept with every reason and with what the device was told", arguments: StoreKind.allCases)
    func refused(kind: StoreKind) async throws {
      let stage = try await stage(kind)
      let compact = try await signed(stage) { ($0.isRooted, $0.isHooked) = (.yes, .yes) }
      #expect(await stage.token(.deviceReport(compact: compact)).status == 400)
      #expect(reason(try await stage.enrol { $0.policyDigest = "another" }) == .policyUnknown)
      #expect(reason(try await stage.enrol { $0.date -= 3600 }) == .clockSkew)
      let history = try #require(try await stage.desk.device(stage.device.thumbprint))
      #expect(history.row == nil && history.sessions.isEmpty)
      #expect(history.reports.map(\.refusal) == [.clockSkew, .policyUnknown, .deviceRefused])
      let first = try #require(history.reports.last)
      #expect(first.compact == compact)
      for word in ["rejectedBecauseRooted", "rejectedBecauseHooked"] { #expect(first.decision.contains(word)) }
      let listed = try await stage.desk.devices(.refused)
      #expect(listed.map(\.device) == [stage.device.thumbprint] && listed.first?.latest?.refusal == .clockSkew)
      #expect(try await stage.desk.devices().isEmpty)
    }

    @Test("Of a report that nobody signed, or that came twice, nothing is kept")
    func unproved() async throws {
      let stage = try await stage(.memory)
      let compact = try await signed(stage)
      let foreign = try await stage.sign(.report, stage.report(try await stage.challenge()).bytes, by: .init())
      let spliced = compact.split(separator: ".").dropLast() + foreign.split(separator: ".").suffix(1)
      #expect(await stage.token(.deviceReport(compact: spliced.joined(separator: "."))).status == 400)
      #expect(try await reports(stage).isEmpty)
      #expect(await stage.token(.deviceReport(compact: compact)).status == 200)
      #expect(reason(await stage.token(.deviceReport(compact: compact))) == .replayed)
      #expect(try await reports(stage).count == 1)
    }

    @Test("Of each device the newest reports are kept, as many as the limit says", arguments: StoreKind.allCases)
    func bounded(kind: StoreKind) async throws {
      let stage = try await stage(kind, ServerLimits(reportsPerDevice: 3))
      for turn in 0..<5 {
        _ = try await stage.enrol { if turn == 3 { $0.isRooted = .yes } }
        stage.clock.advance(1)
      }
      let kept = try await reports(stage)
      #expect(kept.map { stage.clock.now - $0.receivedAt } == [1, 2, 3])
      #expect(kept.map(\.isAdmitted) == [true, false, true])
    }

    @Test("Of devices without attestation the newest texts are kept, as many as the limit says of all together")
    func texts() async throws {
      let stage = try await stage(.memory, ServerLimits(unattestedReports: 2))
      let second = try await other(stage)
      for device in [stage, second, second] {
        #expect(try await device.enrol().status == 200)
        stage.clock.advance(1)
      }
      let first = try #require(try await reports(stage).first)
      #expect(first.compact == nil && first.size > 0 && first.digest.count == 32)
      #expect(try await reports(second).allSatisfy { $0.compact != nil })
      #expect(try await stage.desk.devices().allSatisfy { $0.latest != nil && $0.latest?.compact == nil })
    }

    @Test("Keys of anybody's invention push out one another and nothing of a device", arguments: StoreKind.allCases)
    func flood(kind: StoreKind) async throws {
      let stage = try await stage(kind, ServerLimits(strangerReports: 4))
      // Refused, admitted and refused again: all three are a device's.
      for rooted in [SecurityReport.Answer.yes, .no, .yes] { _ = try await stage.enrol { $0.isRooted = rooted } }
      var strangers: [String] = []
      for _ in 0..<10 {
        let junk = try await other(stage)
        #expect(try await junk.enrol { $0.isRooted = .yes }.status == 400)
        strangers.append(junk.device.thumbprint)
      }
      #expect(try await reports(stage).count == 3)
      let refused = try await stage.desk.devices(.refused).map(\.device)
      #expect(refused == strangers.suffix(4).reversed() + [stage.device.thumbprint])
      #expect(try await stage.desk.device(strangers[0]) == nil)
    }

    @Test("A report beyond the limit leaves its size and digest and no text")
    func large() {
      func row(_ bytes: Int) -> ReportRow {
        ReportRow(
          device: "d", compact: String(repeating: "a", count: bytes), decision: .versionUnknown,
          refusal: .versionUnknown, now: 1)
      }
      #expect(row(ReportRow.byteLimit).compact?.utf8.count == ReportRow.byteLimit)
      let long = row(ReportRow.byteLimit + 1)
      #expect(long.compact == nil && long.size == ReportRow.byteLimit + 1 && long.digest.count == 32)
    }

    @Test("Who was never admitted is forgotten after thirty days", arguments: StoreKind.allCases)
    func forgotten(kind: StoreKind) async throws {
      let stage = try await stage(kind)
      _ = try await stage.enrol { $0.isRooted = .yes }
      let key = AttestedKeyRow(
        device: stage.device.thumbprint, keyID: [1], publicKey: [2], counter: 0, category: nil,
        updated: stage.clock.now)
      try await stage.store.transaction { rows throws(StoreError) in try rows.keep(key) }
      let second = try await other(stage)
      stage.clock.advance(30 * 86400 - 1)
      _ = try await second.app()
      #expect(try await reports(stage).count == 1)
      stage.clock.advance(600)
      _ = try await second.app()
      #expect(try await stage.desk.device(stage.device.thumbprint) == nil)
      #expect(try await reports(second).count == 2)
    }

    @Test("Lists go on where they ended and show every device once", arguments: StoreKind.allCases)
    func pages(kind: StoreKind) async throws {
      let stage = try await stage(kind)
      var all: Set<String> = []
      for turn in 0..<5 {
        let device = try await other(stage)
        _ = try await device.app()
        _ = try await device.enrol { $0.isRooted = .yes }
        try await stage.desk.blockDevice(device.device.thumbprint, reason: "test")
        all.insert(device.device.thumbprint)
        // Two of them have the same dates.
        if turn != 2 { stage.clock.advance(1) }
      }
      for list in DeviceList.allCases {
        var (found, place): ([String], DeviceCursor?) = ([], nil)
        repeat {
          let page = try await stage.desk.devices(list, after: place, limit: 2)
          found += page.map(\.device)
          // As an operator writes it.
          place = page.last.flatMap { DeviceCursor($0.cursor.description) }
        } while place != nil
        #expect(found.count == 5 && Set(found) == all, "\(list)")
      }
      let name = try #require(all.first)
      #expect(try await stage.desk.thumbprints(beginning: String(name.prefix(12))) == [name])
    }
  }
#endif
