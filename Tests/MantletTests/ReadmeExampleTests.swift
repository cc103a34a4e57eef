import AppIntegrity
import AppSession
import DataLifecycle
import Foundation
import HTTPTypes
import Logging
import Mantlet
import NetworkTrust
import Redaction
import SealedRecords
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing
import TrustWire
import UntrustedInput

@Suite(.timeLimit(.minutes(15))) struct ReadmeExampleTests {
  private final class Seen: Sendable {
    let token = Mutex("")
    let isUnlocked = Mutex(false)
  }

  @Test("The storage example of the README does what it says")
  func storage() async throws {
    let stage = try await Stage()
    let (shield, answer, typed) = (stage.shield, "eyJhbGciOiJSUzI1NiJ9", "471100")
    let bed = Date(timeIntervalSince1970: 1_800_000_000)
    let seen = Seen()
    func use(_ token: String) { seen.token.withLock { $0 = token } }
    func unlock() { seen.isUnlocked.withLock { $0 = true } }
    // README begins
    // a token of another service
    let name = SecretName(constant: "partner.token")
    let key = try SecretKey<TokenText>(name, under: shield.slice.storage)
    if let token = TokenText(copying: answer) { try await shield.secrets.write(token, to: key) }
    if let token = try await shield.secrets.read(key) { token.withExposedText { use($0) } }

    // a PIN: what rests is its scrypt hash, keyed with a secret of this device
    if let pin = PIN(copying: typed) { try await shield.setPIN(pin) }
    if let pin = PIN(copying: typed), try await shield.unlock(pin: pin) == .holds { unlock() }

    // a night
    let night = try SleepLogEntry(
      id: UUID(), bedTime: bed, sleepTime: bed + 900, wakeTime: bed + 27_000, riseTime: bed + 27_600, quality: 4)
    try await shield.records().insert(night, now: Date())
    let month = try await shield.records().entries(SleepLogEntry.self, in: bed - 30 * 86_400..<bed + 1)

    // and a logout that leaves nothing: keys first, journalled, read back
    let report = try await shield.logOut()
    // README ends
    #expect(seen.token.withLock { $0 } == answer)
    #expect(seen.isUnlocked.withLock { $0 })
    #expect(month == [night])
    #expect(report.isComplete)
    #expect(await stage.secrets.names().map(\.text) == ["device-checks", "device-key", "installation.marker"])
  }

  /// What the app's screens were told.
  private final class Screens: Sendable {
    struct Told: Sendable {
      var drawn: [[UInt8]] = []
      var waits: [Duration] = []
      var notices: [SessionNotice] = []
      var signIns = 0
      var checks: [CheckOccasion] = []
    }
    let told = Mutex(Told())
  }

  @Test("The session example of the README signs in, calls an API, unlocks and logs out")
  func session() async throws {
    let probes = SetProbes()
    let stage = try await Stage { $0.check = SecurityCheck(facts: probes, sources: [probes]) }
    let (shield, name, password, typed) = (stage.shield, "ada", "horse-4711", "471100")
    let night = Array(#"{"quality":4}"#.utf8)
    stage.server.state.withLock {
      $0.answers["/v1/nights?limit=10"] = HTTPAnswer(response: HTTPResponse(status: .ok), body: night)
    }
    let screens = Screens()
    func show(_ notice: SessionNotice) { screens.told.withLock { $0.notices.append(notice) } }
    func draw(_ body: [UInt8]) { screens.told.withLock { $0.drawn.append(body) } }
    func ask(after wait: Duration) { screens.told.withLock { $0.waits.append(wait) } }
    @Sendable func log(_ notice: IntegrityWatch.Notice) {
      if case .checked(let occasion, _, _) = notice { screens.told.withLock { $0.checks.append(occasion) } }
    }
    func signIn() { screens.told.withLock { $0.signIns += 1 } }
    // session begins
    // the device is checked at its start, at random moments and before each session; the policy says what follows
    let watch = try shield.integrityWatch { notice in log(notice) }
    let watching = Task { await watch.run() }

    // this installation: a security report for an AppToken; then the person
    try await shield.enroll()
    try await shield.logIn(user: name, password: Secret(copying: password.utf8))
    if let pin = PIN(copying: typed) { try await shield.setPIN(pin) }

    // why the session is locked or over, in words for the person
    let notices = Task { for await notice in try await shield.notices { show(notice.words(in: .english)) } }

    // a request over the pinned connection: both tokens, a proof of the device key, renewed when that is due
    let answer = try await shield.call(.get, "/v1/nights?limit=10")
    if answer.response.status == .ok { draw(answer.body) }

    // the app's life: touches, the way out and the way back (also after a launch)
    try await shield.used()
    try await shield.movedToBackground()
    stage.device.clock.advance(by: .seconds(600))  // not shown
    try await shield.returned()
    await watch.enteredForeground()
    if try await shield.state().lock != nil, let pin = PIN(copying: typed) {
      switch try await shield.unlock(pin: pin) {
      case .holds: draw(answer.body)
      case .wrong(_, let wait), .mustWait(let wait): ask(after: wait)
      case .noTryLeft, .undetermined: signIn()
      }
    }

    // the server ends the session, this device forgets everything
    try await shield.logOut()
    // session ends
    watching.cancel()
    await watching.value
    notices.cancel()
    _ = await notices.result
    let told = screens.told.withLock { $0 }
    #expect(told.drawn == [night, night])
    // Whichever of the first two comes first is the one of the start, once the watch runs.
    #expect(told.checks.count == 4 && Set(told.checks).isSubset(of: [.start, .session, .foreground]))
    #expect(told.waits.isEmpty && told.signIns == 0)
    #expect(told.notices == [SessionNotice(.background, in: .english)])
    #expect(stage.requests(.revoke).count == 2)
    #expect(await stage.secrets.names().map(\.text) == ["device-checks", "device-key", "installation.marker"])
  }

  private struct CrashlyticsReporting: CrashReporting {
    func record(_ report: CrashReport) {}
  }

  /// Compiled and not run: a process chooses its logging once, for all of its tests.
  private func logs(_ policy: DevicePolicy, _ shield: Shield, tries: Int) async throws {
    // logs begins
    // debug builds: everything, masked, to the console; release builds: errors, masked, to the sealed file that the policy
    // names (`"logging": {"file": {"name": "diagnostics", "bytes": 1048576, "days": 7}}`), or nowhere
    let logging = AppLogging(policy.slice.logging)
    logging.bootstrap { StreamLogHandler.standardError(label: $0) }
    try await shield.openLogFile(for: logging)

    // values of one's own: hidden unless they are said to tell nothing of anybody
    Logger(label: "app").error("upload failed", metadata: ["tries": "\(tries, attributes: [Sensitivity.public])"])

    // for support, when the person agreed; for a crash reporter: masked, with allowed keys only, and no breadcrumb of a
    // person who has logged out
    let lines = try await shield.exportLog()?.lines
    let crashes = MaskedCrashReporter(CrashlyticsReporting(), allowedKeys: ["build"])
    shield.forgetsAtLogout(crashes)
    // logs ends
    _ = (lines, crashes)
  }

  @Test(
    "The README shows exactly the examples that are compiled, each in under 30 lines; on the emulation those for Apple",
    arguments: [
      ("storage", "README", "ReadmeExampleTests"), ("session", "session", "ReadmeExampleTests"),
      ("logs", "logs", "ReadmeExampleTests"), ("debug log", "debug log", "DebugLoggingTransportTests"),
      ("screens", "screens", "AppleReadmeTests"),
      ("notifications", "notifications", "AppleReadmeTests"),
    ])
  func same(_ mark: String, _ name: String, _ file: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let shown = try Self.block(of: root.appending(path: "README.md"), from: "<!-- \(mark) -->", to: "<!-- end -->")
      .filter { !$0.hasPrefix("```") }
    let source = root.appending(path: "Tests/MantletTests/\(file).swift")
    let run = try Self.block(of: source, from: "// \(name) begins", to: "// \(name) ends")
      .filter { !$0.hasSuffix("// not shown") }
    #expect(shown == run)
    #expect(run.filter { !$0.hasPrefix("//") }.count < 30)
  }

  /// The lines between two marks, without their indentation and without empty ones.
  private static func block(of file: URL, from first: String, to last: String) throws -> [String] {
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let start = try #require(lines.firstIndex(of: first))
    let end = try #require(lines[start...].firstIndex(of: last))
    return lines[(start + 1)..<end].filter { !$0.isEmpty }
  }
}
