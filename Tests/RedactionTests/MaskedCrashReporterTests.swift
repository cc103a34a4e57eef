import Redaction
import Synchronization
import Testing

@Suite struct MaskedCrashReporterTests {
  private final class Kept: CrashReporting {
    let reports = Mutex<[CrashReport]>([])
    func record(_ report: CrashReport) { reports.withLock { $0.append(report) } }
    var last: CrashReport? { reports.withLock { $0.last } }
  }

  /// Whoever forgets while a breadcrumb is masked.
  private final class Logout: Sendable {
    let reporter = Mutex<MaskedCrashReporter?>(nil)
  }

  private struct Foreign: Error, CustomStringConvertible { var description: String { "user hunter2" } }

  private let kept = Kept()
  private func reporter(_ limit: Int = 3) -> MaskedCrashReporter {
    MaskedCrashReporter(kept, allowedKeys: ["build", "pin", "note"], breadcrumbs: limit)
  }

  @Test("Message, facts and breadcrumbs go out masked; a fact that is not allowed does not")
  func masked() throws {
    let reporter = reporter()
    reporter.leave(breadcrumb: "opened by alice@example.org\nforged")
    reporter.record(
      "token=hunter2 failed", keys: ["build": "17", "pin": "1234", "note": "call +49 30 23125 123", "user": "hunter2"])
    let report = try #require(kept.last)
    #expect(report.message == "token=<masked> failed")
    #expect(report.keys == ["build": "17", "pin": "<masked>", "note": "call <phone>"])
    #expect(report.breadcrumbs == [#"opened by <email>\u{A}forged"#])
  }

  @Test("A telephone number under its name is no fact for others", arguments: ["phone", "msisdn", "tel", "userPhone"])
  func phone(key: String) throws {
    let reporter = MaskedCrashReporter(kept, allowedKeys: [key, "order"])
    reporter.record("m", keys: [key: "5551234567", "order": "5551234567"])
    #expect(try #require(kept.last).keys == [key: "<masked>", "order": "5551234567"])
    reporter.record("m", keys: [key: "unknown"])
    #expect(try #require(kept.last).keys == [key: "unknown"])
  }

  @Test("A breadcrumb that began before a logout is not kept after it")
  func breadcrumbOverLogout() throws {
    let logout = Logout()
    let rules = MaskingRules { kind, _ in
      logout.reporter.withLock { $0 }?.forget()
      return kind.mark
    }
    let reporter = MaskedCrashReporter(kept, allowedKeys: [], rules: rules)
    logout.reporter.withLock { $0 = reporter }
    reporter.leave(breadcrumb: "opened by alice@example.org")
    reporter.leave(breadcrumb: "the next person")
    reporter.record("m")
    #expect(try #require(kept.last).breadcrumbs == ["the next person"])
    logout.reporter.withLock { $0 = nil }
  }

  @Test("An error goes out as its type")
  func error() throws {
    reporter().record(Foreign())
    #expect(try #require(kept.last).message == "Foreign")
  }

  @Test("Many threads may leave breadcrumbs and report at once; nothing goes out unmasked")
  func threads() async {
    let reporter = reporter(16)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for number in 0..<50 {
            reporter.leave(breadcrumb: "step \(number) pin=1234")
            if number % 10 == 0 { reporter.record("token=hunter2", keys: ["note": "alice@example.org"]) }
            if number == 25 { reporter.forget() }
          }
        }
      }
    }
    let reports = kept.reports.withLock { $0 }
    #expect(reports.count == 40 && reports.allSatisfy { $0.breadcrumbs.count <= 16 })
    let text = reports.map { "\($0.message) \($0.keys) \($0.breadcrumbs)" }.joined()
    for secret in ["1234", "hunter2", "alice"] { #expect(!text.contains(secret)) }
  }

  @Test("Only the last breadcrumbs are kept, and a logout forgets them")
  func breadcrumbs() throws {
    let reporter = reporter(2)
    for number in 1...3 { reporter.leave(breadcrumb: "step \(number)") }
    reporter.record("a")
    #expect(try #require(kept.last).breadcrumbs == ["step 2", "step 3"])
    reporter.forget()
    reporter.record("b")
    #expect(try #require(kept.last).breadcrumbs.isEmpty)
  }
}
