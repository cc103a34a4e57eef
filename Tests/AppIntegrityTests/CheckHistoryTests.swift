import AppIntegrity
import Foundation
import SecurityPolicy
import Testing
import TrustWire

@Suite struct CheckHistoryTests {
  private func result(_ second: Int, hooked: Bool = false) -> SecurityCheckResult {
    SecurityCheckResult(
      date: Date(timeIntervalSince1970: Double(second)),
      system: OperatingSystem(
        platform: .android, name: "Android", version: "15", patchLevel: "2025-08-05", sdkLevel: 35),
      signals: [
        Signal(
          probe: "hooks.toolCode", category: .hooks, strength: .strong, family: .loadedImages,
          observation: hooked ? .detected : .clean)
      ])
  }

  private func report(_ history: CheckHistory) -> SecurityReport? {
    SecurityReport(
      history, challenge: "c", attestation: .unsupported, app: ("org.example", "1"), environment: .dev, profile: .debug,
      policyDigest: "d")
  }

  private func seconds(_ history: CheckHistory) -> [Int] {
    history.results.map { Int($0.date.timeIntervalSince1970) }
  }

  @Test("No check, no report")
  func empty() { #expect(report(CheckHistory()) == nil) }

  @Test("A report holds every check since the last accepted one, the latest first")
  func collects() throws {
    var history = CheckHistory()
    for second in 1...3 { history.add(result(second)) }
    let sent = try #require(report(history))
    #expect(sent.checks.map(\.date) == [3, 2, 1] && sent.omitted == 0)
    #expect(sent.latest.verdicts == [.hooks: .no] && sent.isHooked == .no && sent.isRooted == .undetermined)
    #expect(try SecurityReport(reading: sent.bytes) == sent)
  }

  @Test("What is accepted is done, what came meanwhile waits for the next report")
  func accepted() throws {
    var history = CheckHistory()
    history.add(result(1))
    let mark = history.mark
    history.add(result(2))
    history.accepted(mark)
    #expect(seconds(history) == [2])
    // The same answer, twice.
    history.accepted(mark)
    #expect(seconds(history) == [2])
    history.accepted(history.mark)
    #expect(history.results.isEmpty)
  }

  @Test("More checks wash no detection out, and are counted")
  func bounded() throws {
    var history = CheckHistory()
    history.add(result(1, hooked: true))
    for second in 2...200 { history.add(result(second)) }
    #expect(history.results.count == SecurityReport.checkLimit)
    #expect(seconds(history).first == 200 && seconds(history).last == 1)
    #expect(history.omitted == 200 - SecurityReport.checkLimit)
    #expect(try #require(report(history)).omitted == Int64(200 - SecurityReport.checkLimit))
    history.accepted(history.mark)
    #expect(history.omitted == 0)
  }

  @Test("Where every check accuses, the newest are kept")
  func allAccuse() {
    var history = CheckHistory()
    for second in 1...100 { history.add(result(second, hooked: true)) }
    #expect(seconds(history) == (69...100).reversed())
  }

  @Test("A result answers by the names of device check SDKs")
  func names() {
    let result = result(1, hooked: true)
    #expect(result.osVersion == "15" && result.androidSdkVersion == 35 && result.securityPatch == "2025-08-05")
    #expect(result.isHooked && !result.isRooted && result.checkVersion == SecurityCheck.version)
  }
}
