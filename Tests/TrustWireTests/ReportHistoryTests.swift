import SecurityPolicy
import Testing
import TrustWire
import UntrustedInput

@Suite struct ReportHistoryTests {
  private func signal(_ number: Int, _ observation: Signal.Observation, evidence: [String] = ["fact"]) -> Signal {
    Signal(
      probe: "hooks.\(number)", category: .hooks, strength: .medium, family: .mappings, observation: observation,
      evidence: evidence)
  }

  private func check(_ date: Int64, _ signals: [Signal] = []) -> ReportedCheck {
    ReportedCheck(
      checkVersion: 2, date: date,
      system: OperatingSystem(
        platform: .android, name: "Android", version: "15", patchLevel: "2025-08-05", sdkLevel: 35),
      isRooted: .no, isHooked: .undetermined, isDebugged: .yes,
      verdicts: [.hooks: .undetermined, .debug: .yes, .passcode: .no], signals: signals)
  }

  private func report(_ latest: ReportedCheck, _ earlier: [ReportedCheck] = []) -> SecurityReport {
    SecurityReport(
      latest: latest, earlier: earlier, omitted: 3,
      overlay: ReportedOverlay(number: 7, switchedOff: ["hooks.1"], weakened: ["hooks.2"]), attestation: .androidKey,
      challenge: "c", app: "org.example", appVersion: "2", environment: .stage, profile: .release, policyDigest: "d")
  }

  @Test("All checks since the last report survive the way, the latest first")
  func roundTrip() throws {
    let earlier = (0..<31).map { check(Int64(1000 - $0), [signal($0, .unavailable)]) }
    let sent = report(check(2000, [signal(1, .clean), signal(2, .detected)]), earlier)
    let read = try SecurityReport(reading: sent.bytes)
    #expect(read == sent && read.version == 2)
    #expect(read.checks.map(\.date) == [2000] + (0..<31).map { Int64(1000 - $0) })
    #expect(read.date == 2000 && read.system.sdkLevel == 35 && read.isDebugged == .yes)
    #expect(read.earlier.first?.notLooked == ["hooks.0"])
  }

  @Test("More than 32 checks, or 64 KiB, are refused")
  func bounds() throws {
    let many = report(check(2000), (0..<32).map { check(Int64($0)) })
    #expect(throws: WireError.missing(member: "checks")) { try SecurityReport(reading: many.bytes) }
    let long = report(
      check(
        1,
        (0..<100).map {
          signal($0, .detected, evidence: Array(repeating: String(repeating: "e", count: 150), count: 8))
        }))
    #expect(long.bytes.count > SecurityReport.byteLimit)
    #expect(throws: WireError.unreadable(.tooLarge(limit: SecurityReport.byteLimit))) {
      try SecurityReport(reading: long.bytes)
    }
  }

  @Test("A report that fits loses the oldest checks first, says how many, and keeps every detection of the newest")
  func fitting() throws {
    let facts = Array(repeating: String(repeating: "e", count: 200), count: 4)
    let found = (0..<12).map { signal($0, .detected, evidence: facts) }
    let full = report(
      check(5000, found + (20..<120).map { signal($0, .clean, evidence: facts) }),
      (0..<40).map { check(Int64(4000 - $0), found + [signal(99, .clean)]) })
    let fitting = full.fitting
    #expect(try SecurityReport(reading: fitting.bytes) == fitting)
    #expect(fitting.earlier.count + Int(fitting.omitted) == 43)
    #expect(fitting.earlier.map(\.date) == (0..<fitting.earlier.count).map { Int64(4000 - $0) })
    #expect(fitting.latest.signals.filter { $0.observation == .detected }.map(\.probe) == found.map(\.probe))
    #expect(!fitting.earlier.contains { $0.signals.contains { $0.observation == .clean } })
    let small = report(check(1, [signal(1, .clean)]), [check(0)])
    #expect(small.fitting == small)
  }

  @Test("Where a strong probe could not look stays in earlier checks while there is room, and goes first")
  func partial() throws {
    func files(_ strength: Signal.Strength, _ evidence: [String]) -> Signal {
      Signal(
        probe: "privilegedAccess.files", category: .privilegedAccess, strength: strength, family: .filesystem,
        observation: .clean, evidence: evidence)
    }
    let noted = files(.strong, ["could not look: file /var/jb, error 1"])
    let others = [files(.strong, []), files(.strong, ["412 slots"]), files(.medium, noted.evidence)]
    let condensed = check(1, [noted] + others).condensed
    #expect(condensed.signals == [noted])
    let small = report(check(2), [condensed])
    #expect(try SecurityReport(reading: small.fitting.bytes).earlier.first?.signals == [noted])
    // No room: 30 checks whose notes are longer than a report may be.
    let found = signal(1, .detected)
    let long = files(.strong, Array(repeating: "could not look: " + String(repeating: "e", count: 180), count: 8))
    let full = report(check(50), (0..<30).map { check(Int64(40 - $0), [found, long, long]) }).fitting
    #expect(full.earlier.count == 30)
    #expect(full.earlier.allSatisfy { $0.signals == [found] })
  }

  @Test("Probes that could look in part push no detection out of the newest check")
  func partialInNewest() {
    let partial = Signal(
      probe: "privilegedAccess.files", category: .privilegedAccess, strength: .strong, family: .filesystem,
      observation: .clean, evidence: ["could not look: file /var/jb, error 1"])
    let found = (0..<256).map { signal($0, .detected) }
    let fitting = report(check(1, Array(repeating: partial, count: 9) + found)).fitting
    #expect(fitting.signals.count == 256)
    #expect(fitting.signals.allSatisfy { $0.observation == .detected })
  }

  @Test("The longest newest check fits in the end, with all its detections")
  func hugeCheck() throws {
    let facts = Array(repeating: String(repeating: "\u{1}", count: 200), count: 8)
    let fitting = report(check(1, (0..<300).map { signal($0, .detected, evidence: facts) })).fitting
    let read = try SecurityReport(reading: fitting.bytes)
    #expect(read.signals.count == 256 && read.signals.allSatisfy { $0.observation == .detected })
  }

  @Test("Version 1 is read, says nothing about attestation, and is written again as it was")
  func versionOne() throws {
    let text =
      #"{"version":1,"challenge":"c","checkVersion":1,"date":5,"os":{"platform":"linux","name":"x","version":"12"},"#
      + #""isRooted":"no","isHooked":"no","isDebugged":"yes","signals":[],"app":"a","appVersion":"1","#
      + #""environment":"dev","profile":"release","policyDigest":"d"}"#
    let report = try SecurityReport(reading: Array(text.utf8))
    #expect(report.version == 1 && report.attestation == nil && report.earlier.isEmpty && report.isDebugged == .yes)
    #expect(String(decoding: report.bytes, as: UTF8.self) == text)
  }

  @Test("A category of a newer device is passed over, an answer outside of the three is not")
  func verdicts() throws {
    let text = String(decoding: report(check(1)).bytes, as: UTF8.self)
    let newer = text.replacing(#""debug":"yes""#, with: #""debug":"yes","levitation":"yes""#)
    #expect(newer != text)
    #expect(try SecurityReport(reading: Array(newer.utf8)) == report(check(1)))
    let wrong = text.replacing(#""debug":"yes""#, with: #""debug":"maybe""#)
    #expect(throws: WireError.missing(member: "debug")) { try SecurityReport(reading: Array(wrong.utf8)) }
  }

  @Test(
    "What a report of version 2 must hold is missed by its name",
    arguments: [
      ("omitted", #""omitted":3"#, #""omitted":"3""#), ("checks", #""omitted":3"#, #""omitted":-1"#),
      ("attestation", #""attestation":"androidKey""#, #""attestation":"none""#),
      ("switchedOff", #""switchedOff":["hooks.1"]"#, #""switchedOff":{}"#),
      ("sdkLevel", #""sdkLevel":35"#, #""sdkLevel":-1"#), ("verdicts", #""verdicts":{"#, #""verdict":{"#),
    ])
  func strict(member: String, old: String, new: String) throws {
    let text = String(decoding: report(check(1)).bytes, as: UTF8.self)
    try #require(text.contains(old))
    #expect(throws: WireError.missing(member: member)) {
      try SecurityReport(reading: Array(text.replacing(old, with: new).utf8))
    }
  }
}
