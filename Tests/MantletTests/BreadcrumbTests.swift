import DataLifecycle
import Mantlet
import Redaction
import Synchronization
import Testing

@Suite("What a crash reporter remembers ends with the person", .timeLimit(.minutes(15)))
struct BreadcrumbTests {
  private final class Kept: CrashReporting {
    let reports = Mutex<[CrashReport]>([])
    func record(_ report: CrashReport) { reports.withLock { $0.append(report) } }
    var breadcrumbs: [[String]] { reports.withLock { $0.map(\.breadcrumbs) } }
  }

  private func signIn(_ stage: Stage, _ user: String) async throws {
    try await stage.shield.logIn(user: user, password: Secret(copying: "horse-4711".utf8))
  }

  @Test("A report after a logout, or of the next person, has no breadcrumb of the one before")
  func logout() async throws {
    let (stage, kept) = (try await Stage(), Kept())
    let crashes = MaskedCrashReporter(kept, allowedKeys: [])
    stage.shield.forgetsAtLogout(crashes)
    try await stage.shield.enroll()
    try await signIn(stage, "ada")
    crashes.leave(breadcrumb: "ada opened her diary")
    crashes.record("before")
    let report = try await stage.shield.logOut()
    crashes.record("after")
    #expect(report.removed.contains(WipeTargetName(constant: "breadcrumbs")))
    #expect(kept.breadcrumbs == [["ada opened her diary"], []])

    try await stage.shield.enroll()
    try await signIn(stage, "bob")
    crashes.leave(breadcrumb: "bob opened his diary")
    try await signIn(stage, "cleo")
    crashes.record("switched")
    #expect(kept.breadcrumbs.last == [])
  }
}
