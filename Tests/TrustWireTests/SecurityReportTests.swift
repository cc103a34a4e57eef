import SecurityPolicy
import Testing
import TrustWire
import UntrustedInput

@Suite struct SecurityReportTests {
  private func signal(_ category: ThreatCategory = .debug, evidence: [String] = ["TracerPid: 1"]) -> Signal {
    Signal(
      probe: "debug.tracerPid", category: category, strength: .strong, family: .processState, observation: .detected,
      evidence: evidence)
  }

  private func report(_ signals: [Signal], patch: String? = "6.1", answer: SecurityReport.Answer = .no)
    -> SecurityReport
  {
    SecurityReport(
      checkVersion: 1, date: 1_800_000_000, challenge: "c",
      system: OperatingSystem(platform: .linux, name: "Debian \"12\"", version: "12", patchLevel: patch),
      isRooted: answer, isHooked: .undetermined, isDebugged: .yes, signals: signals, app: "org.example",
      appVersion: "2",
      environment: .stage, profile: .release, policyDigest: "d")
  }

  /// The report's text with one piece of it replaced; the piece must be there.
  private func replaced(_ old: String, _ new: String) throws -> [UInt8] {
    let text = String(decoding: report([signal()]).bytes, as: UTF8.self)
    try #require(text.contains(old))
    return Array(text.replacing(old, with: new).utf8)
  }

  @Test("A report survives the way through its bytes", arguments: SecurityReport.Answer.allCases)
  func roundTrip(answer: SecurityReport.Answer) throws {
    for patch in [nil, "6.1"] {
      let signals = ThreatCategory.allCases.map { signal($0) } + [signal(evidence: [])]
      let report = report(signals, patch: patch, answer: answer)
      #expect(try SecurityReport(reading: report.bytes) == report)
    }
  }

  @Test("Another version is told apart from a damaged message, whatever else it holds")
  func versions() throws {
    for version in ["3", "0", "-1"] {
      let other = try replaced(#"{"version":2,"#, "{\"version\":\(version),")
      #expect(throws: WireError.unknownVersion) { try SecurityReport(reading: other) }
    }
    #expect(throws: WireError.unknownVersion) { try SecurityReport(reading: Array(#"{"version":3}"#.utf8)) }
    for text in ["{}", #"{"version":"1"}"#, #"{"version":1.0}"#] {
      #expect(throws: WireError.missing(member: "version")) { try SecurityReport(reading: Array(text.utf8)) }
    }
  }

  @Test("At most 256 signals are read")
  func signals() throws {
    let most = report(Array(repeating: signal(), count: 256))
    #expect(try SecurityReport(reading: most.bytes).signals.count == 256)
    let more = report(Array(repeating: signal(), count: 257))
    #expect(throws: WireError.missing(member: "signals")) { try SecurityReport(reading: more.bytes) }
  }

  @Test("At most 8 facts are read for a signal")
  func evidence() throws {
    let facts = { (count: Int) in "[" + Array(repeating: "\"f\"", count: count).joined(separator: ",") + "]" }
    let most = try SecurityReport(reading: try replaced(#"["TracerPid: 1"]"#, facts(8)))
    #expect(most.signals.first?.evidence.count == 8)
    let more = try replaced(#"["TracerPid: 1"]"#, facts(9))
    #expect(throws: WireError.missing(member: "evidence")) { try SecurityReport(reading: more) }
  }

  @Test("Every text of a report has its bound in bytes, and NUL is in none")
  func texts() throws {
    for (member, most, old, before, after) in [
      ("challenge", 64, #""challenge":"c""#, #""challenge":""#, #"""#),
      ("name", 64, #""name":"Debian \"12\"""#, #""name":""#, #"""#),
      ("version", 64, #""version":"12""#, #""version":""#, #"""#),
      ("patchLevel", 128, #""patchLevel":"6.1""#, #""patchLevel":""#, #"""#),
      ("app", 128, #""app":"org.example""#, #""app":""#, #"""#),
      ("appVersion", 64, #""appVersion":"2""#, #""appVersion":""#, #"""#),
      ("policyDigest", 64, #""policyDigest":"d""#, #""policyDigest":""#, #"""#),
      ("probe", 64, #""probe":"debug.tracerPid""#, #""probe":""#, #"""#),
      ("evidence", 2048, #"["TracerPid: 1"]"#, #"[""#, #""]"#),
    ] {
      func report(_ text: String) throws -> [UInt8] { try replaced(old, before + text + after) }
      let most = String(repeating: "é", count: most / 2)
      _ = try SecurityReport(reading: try report(most))
      for wrong in [most + "a", "a\\u0000b"] {
        #expect(throws: WireError.missing(member: member), "\(member)") {
          try SecurityReport(reading: try report(wrong))
        }
      }
    }
  }

  @Test("A word outside of its set is refused by the member's name")
  func words() throws {
    let wrong = [
      ("isRooted", #""isRooted":"no""#, #""isRooted":"maybe""#),
      ("isRooted", #""isRooted":"no""#, #""isRooted":false"#),
      ("isHooked", #""isHooked":"undetermined""#, #""isHooked":"""#),
      ("isDebugged", #""isDebugged":"yes","#, ""),
      ("platform", #""platform":"linux""#, #""platform":"Linux""#),
      ("environment", #""environment":"stage""#, #""environment":"live""#),
      ("profile", #""profile":"release""#, #""profile":"fast""#),
      ("category", #""category":"debug""#, #""category":"none""#),
      ("strength", #""strength":"strong""#, #""strength":"stronger""#),
      ("date", #""date":1800000000"#, #""date":1.8e9"#),
    ]
    for (member, old, new) in wrong {
      let other = try replaced(old, new)
      #expect(throws: WireError.missing(member: member), "\(new)") { try SecurityReport(reading: other) }
    }
  }

  @Test("A member that this version does not know is ignored")
  func unknownMember() throws {
    let more = try replaced(#"{"version":2,"#, #"{"version":2,"new":[1],"#)
    #expect(try SecurityReport(reading: more) == report([signal()]))
  }
}
