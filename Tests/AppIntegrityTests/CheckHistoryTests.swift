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
    history.checks.map { Int($0.date) }
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
    #expect(history.checks.isEmpty)
  }

  @Test("More checks wash no detection out, and are counted")
  func bounded() throws {
    var history = CheckHistory()
    history.add(result(1, hooked: true))
    for second in 2...200 { history.add(result(second)) }
    #expect(history.checks.count == SecurityReport.checkLimit)
    #expect(seconds(history).first == 200 && seconds(history).last == 1)
    #expect(history.omitted == 200 - SecurityReport.checkLimit)
    #expect(try #require(report(history)).omitted == Int64(200 - SecurityReport.checkLimit))
    history.accepted(history.mark)
    #expect(history.omitted == 0)
  }

  @Test("A report tells what overlays did to any of its checks, also when the newest was made without one")
  func overlays() throws {
    func under(_ second: Int, _ effect: ReportedOverlay?) -> SecurityCheckResult {
      SecurityCheckResult(
        date: Date(timeIntervalSince1970: Double(second)), system: result(1).system, signals: [], overlay: effect)
    }
    var history = CheckHistory()
    history.add(under(1, ReportedOverlay(number: 4, switchedOff: ["a.off"], weakened: ["b.less", "c.both"])))
    let mark = history.mark
    history.add(under(2, ReportedOverlay(number: 5, switchedOff: ["c.both"], weakened: [])))
    history.add(under(3, nil))
    let all = ReportedOverlay(number: 5, switchedOff: ["a.off", "c.both"], weakened: ["b.less"])
    #expect(try #require(report(history)).overlay == all)
    history.accepted(mark)
    #expect(history.overlay == ReportedOverlay(number: 5, switchedOff: ["c.both"], weakened: []))
    for number in 6...60 {
      history.add(under(number, ReportedOverlay(number: Int64(number), switchedOff: ["p\(number)"], weakened: [])))
    }
    #expect(history.overlay?.number == 60 && history.overlay?.switchedOff.count == 56)
    history.accepted(history.mark)
    history.add(under(61, nil))
    #expect(history.overlay == nil)
  }

  @Test("What was left out after a report was made is told by the next one")
  func omittedAfterMark() {
    var history = CheckHistory()
    for second in 1...40 { history.add(result(second, hooked: true)) }
    let mark = history.mark
    for second in 41...80 { history.add(result(second, hooked: true)) }
    history.accepted(mark)
    #expect(history.omitted == 40 && history.checks.count == 32)
    history.accepted(mark)
    #expect(history.omitted == 40)
  }

  @Test("A check that accuses in another category than the three is no clean one")
  func otherCategories() {
    var history = CheckHistory()
    history.add(
      SecurityCheckResult(
        date: Date(timeIntervalSince1970: 1), system: result(1).system,
        signals: [
          Signal(
            probe: "simulator.p", category: .simulator, strength: .strong, family: .hardware, observation: .detected)
        ]))
    for second in 2...100 { history.add(result(second)) }
    #expect(seconds(history).last == 1)
  }

  @Test("Where every check accuses of the same, the newest are kept")
  func allAccuse() {
    var history = CheckHistory()
    for second in 1...100 { history.add(result(second, hooked: true)) }
    #expect(seconds(history) == (69...100).reversed())
  }

  @Test("Where root is tolerated and every check accuses, a hook that was seen once is in the history and the report")
  func tolerated() throws {
    func rooted(_ second: Int, hooked: Bool = false) -> SecurityCheckResult {
      let words = (0..<8).map { String(repeating: "w\($0)", count: 100) }
      let root = (0..<6).map {
        Signal(
          probe: "root.p\($0)", category: .privilegedAccess, strength: .strong, family: .filesystem,
          observation: .detected, evidence: words)
      }
      return result(second, hooked: hooked).adding(root)
    }
    var history = CheckHistory()
    history.add(rooted(1))
    history.add(rooted(2, hooked: true))
    for second in 3...42 { history.add(rooted(second)) }
    #expect(history.checks.count == SecurityReport.checkLimit && history.checks.last?.isHooked == .yes)
    let sent = try #require(report(history))
    #expect(sent.bytes.count <= SecurityReport.byteLimit && sent.checks.count + Int(sent.omitted) == 42)
    #expect(sent.checks.filter { $0.isHooked == .yes }.map(\.date) == [2])
    #expect(sent.latest.date == 42)
  }

  @Test("Of checks that accuse of different things at the same length, none pushes out what only it has")
  func combinations() {
    var history = CheckHistory()
    let categories: [ThreatCategory] = [.simulator, .hooks, .debug, .automation]
    for second in 1...120 {
      // The first 4 checks each see one thing alone, the others the passcode that is missing.
      let category = second <= 4 ? categories[second - 1] : .passcode
      history.add(
        SecurityCheckResult(
          date: Date(timeIntervalSince1970: Double(second)), system: result(1).system,
          signals: [
            Signal(
              probe: "p.\(category.rawValue)", category: category, strength: .strong, family: .hardware,
              observation: .detected)
          ]))
    }
    #expect(seconds(history).suffix(4) == [4, 3, 2, 1])
  }

  @Test("A result answers by the names of device check SDKs")
  func names() {
    let result = result(1, hooked: true)
    #expect(result.osVersion == "15" && result.androidSdkVersion == 35 && result.securityPatch == "2025-08-05")
    #expect(result.isHooked && !result.isRooted && result.checkVersion == SecurityCheck.version)
  }
}
