import DataLifecycle
import Foundation
import Logging
import Mantlet
import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct AppLoggingTests {
  private let lines = RecordedLines()
  private let folder = FileManager.default.temporaryDirectory.path + "/log-\(UUID().uuidString)"

  private func logger(_ logging: AppLogging) -> Logger {
    Logger(label: "app") { [lines] label in logging.handler(label: label) { _ in LogRecorder(lines: lines) } }
  }

  private func requirement(file: Bool) -> LoggingRequirement {
    var requirement = LoggingRequirement()
    requirement.file = file ? LogFileRequirement(name: "diagnostics", bytes: 16 << 10) : nil
    return requirement
  }

  private func stage(file: Bool) async throws -> Stage {
    try await Stage(slice: testSlice { $0.logging = requirement(file: file) }) { [folder] adapters in
      adapters.logFolder = folder
      adapters.absent[.temporaryFiles] = nil
    }
  }

  private func files() -> [String] { (FileManager.default.subpaths(atPath: folder) ?? []).sorted() }

  @Test("A debug build shows everything from the policy's level on, masked; from `debug` on is everything")
  func debug() {
    var requirement = LoggingRequirement()
    var logger = logger(AppLogging(requirement, profile: .debug))
    logger.trace("pin=4938")
    logger.debug("pin=1234")
    logger.error("boom")
    #expect(lines.all == ["trace pin=<masked>", "debug pin=<masked>", "error boom"])
    requirement.debug = .warning
    logger = self.logger(AppLogging(requirement, profile: .debug))
    logger.logLevel = .trace
    logger.info("below")
    logger.warning("at")
    #expect(lines.all.suffix(2) == ["error boom", "warning at"])
  }

  /// What a handler of swift-log writes.
  private final class Console: TextOutputStream, Sendable {
    let text = Mutex("")
    func write(_ more: String) { text.withLock { $0 += more } }
  }

  @Test("swift-log's stream handler shows everything in a debug build, with nothing set by hand, and less where asked")
  func stream() {
    let console = Console()
    let logging = AppLogging(LoggingRequirement(), profile: .debug)
    var logger = Logger(label: "app") { logging.handler(label: $0) { StreamLogHandler(label: $0, stream: console) } }
    logger.trace("entered pin=4938")
    logger.debug("sent", metadata: ["name": "alice", "count": "\(3, attributes: [Sensitivity.public])"])
    logger.logLevel = .info
    logger.debug("left out")
    let lines = console.text.withLock { $0 }.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.contains(" trace app:") == true && lines.first?.hasSuffix("entered pin=<masked>") == true)
    #expect(lines.last?.contains(" debug app: count=3 name=<personal> ") == true)
  }

  @Test("A release build without a log file writes nothing anywhere, and never makes the debug handler")
  func release() async throws {
    let stage = try await stage(file: false)
    let logging = AppLogging(stage.shield.slice.logging, profile: .release)
    let logger = logger(logging)
    #expect(logger.logLevel == .critical)
    logger.error("boom")
    #expect(try await stage.shield.openLogFile(for: logging) == nil)
    #expect(try await stage.shield.exportLog() == nil)
    #expect(lines.all.isEmpty && files().isEmpty)
  }

  @Test("A release build with a log file seals errors there, masked, from before it was open on; a logout takes them")
  func file() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let stage = try await stage(file: true)
    let logging = AppLogging(stage.shield.slice.logging, profile: .release)
    let logger = logger(logging)
    logger.error("early token=hunter2")
    logger.warning("below the level")
    try await stage.shield.openLogFile(for: logging)
    logger.error("late", metadata: ["count": "\(3, attributes: [Sensitivity.public])", "name": "hunter2"])
    let content = try #require(try await stage.shield.exportLog())
    #expect(
      content.lines.map(\.text) == [
        "error [app] early token=<masked>", "error [app] late count=3 name=<personal>",
      ])
    #expect(files().contains("diagnostics/current.log"))
    #expect(lines.all.isEmpty)

    try await stage.shield.logOut()
    #expect(files().isEmpty)
    #expect(await !stage.secrets.names().map(\.text).contains("cache-key.log"))
    logger.error("after the logout")
    #expect(files().isEmpty)
    try await stage.shield.openLogFile(for: logging)
    logger.error("again")
    #expect(try await stage.shield.exportLog()?.lines.map(\.text) == ["error [app] again"])
  }

  @Test("A label is masked and stays one line, in both kinds of build")
  func label() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let label = "sync of alice@example.org\nerror [app] forged"
    let clean = #"sync of <email>\u{A}error [app] forged"#
    let given = Mutex<[String]>([])
    let debug = AppLogging(LoggingRequirement(), profile: .debug)
    _ = debug.handler(label: label) { label in
      given.withLock { $0.append(label) }
      return LogRecorder(lines: lines)
    }
    #expect(given.withLock { $0 } == [clean])

    let stage = try await stage(file: true)
    let logging = AppLogging(stage.shield.slice.logging, profile: .release)
    let logger = Logger(label: label) { [lines] label in
      logging.handler(label: label) { _ in LogRecorder(lines: lines) }
    }
    try await stage.shield.openLogFile(for: logging)
    logger.error("boom")
    #expect(try await stage.shield.exportLog()?.lines.map(\.text) == ["error [\(clean)] boom"])
  }

  @Test("Lines that wait for the file take a bounded space, and those behind them are lost")
  func waiting() async throws {
    let logging = AppLogging(requirement(file: true), profile: .release)
    let logger = logger(logging)
    for _ in 0..<70 { logger.error("\(String(repeating: "ä", count: 50_000))") }
    #expect(logging.slot.waitingBytes > 1_000_000 && logging.slot.waitingBytes <= 64 * 16 << 10)
  }

  @Test("A policy with a log file on adapters without a folder is told")
  func noFolder() async throws {
    let stage = try await Stage(slice: testSlice { $0.logging = requirement(file: true) })
    await #expect(throws: ShieldError.notProvided(.temporaryFiles)) { try await stage.shield.exportLog() }
  }
}
