import DataLifecycle
import Foundation
import Logging
import Mantlet
import SecurityPolicy
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(15))) struct AppLoggingThreadsTests {
  private static let threads = 8
  /// As many lines as wait for the file at most, so that none of them may be lost.
  private static let lines = 64 / threads

  /// Threads that begin at once, and whoever waits for the last one.
  private final class Crew: Sendable {
    private let gate = NSCondition()
    private let state = Mutex((isOpen: false, begun: 0, left: AppLoggingThreadsTests.threads, haveMet: false))

    func begin(_ body: @escaping @Sendable (Int) -> Void, then end: @escaping @Sendable () -> Void) {
      for number in 0..<AppLoggingThreadsTests.threads {
        Thread.detachNewThread { [self] in
          gate.lock()
          while !state.withLock(\.isOpen) { gate.wait() }
          state.withLock { $0.begun += 1 }
          gate.broadcast()
          gate.unlock()
          body(number)
          let isLast = state.withLock { state in
            state.left -= 1
            return state.left == 0
          }
          if isLast { end() }
        }
      }
    }

    func letGo() {
      gate.lock()
      state.withLock { $0.isOpen = true }
      gate.broadcast()
      gate.unlock()
    }

    /// Lets the threads go, once, and waits until all of them are about to write.
    func letAllBegin() {
      guard !state.withLock(\.isOpen) else { return }
      letGo()
      let limit = Date() + 60
      gate.lock()
      while state.withLock(\.begun) < AppLoggingThreadsTests.threads, gate.wait(until: limit) {}
      gate.unlock()
      state.withLock { $0.haveMet = $0.begun == $0.left }
    }

    /// Whether all threads had come to their lines, and none was through, when ``letAllBegin()`` returned.
    var haveMet: Bool { state.withLock(\.haveMet) }
  }

  @Test("Eight threads log while the file is attached: nothing is lost, and the lines of each keep their order")
  func attach() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/log-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let requirement = {
      var requirement = LoggingRequirement()
      requirement.file = LogFileRequirement(name: "diagnostics", bytes: 1 << 20)
      return requirement
    }()
    let stage = try await Stage(slice: testSlice { $0.logging = requirement }) { adapters in
      adapters.logFolder = folder
      adapters.absent[.temporaryFiles] = nil
    }
    // Once it is open, the file is attached in a moment.
    let first = try await stage.shield.openLogFile(for: AppLogging(requirement, profile: .release))
    let log = try #require(first)
    let rounds = 40
    for round in 0..<rounds {
      let logging = AppLogging(requirement, profile: .release)
      @Sendable func write(_ thread: Int, _ lines: Range<Int>) {
        let logger = Logger(label: "t\(thread)") { logging.handler(label: $0) { _ in SwiftLogNoOpLogHandler() } }
        for line in lines { logger.error("\(round) \(line)") }
      }
      // Half of the lines wait already: writing them takes the attaching a while, in which the threads go on.
      for thread in 0..<Self.threads { write(thread, 0..<Self.lines / 2) }
      let crew = Crew()
      try await untilDone { done in
        crew.begin({ write($0, Self.lines / 2..<Self.lines) }, then: done)
        guard round % 2 == 0 else {
          crew.letGo()
          try await stage.shield.openLogFile(for: logging)
          return
        }
        // The time is asked for each line that waits: here the attaching has begun and is not through.
        logging.slot.attach(log) {
          crew.letAllBegin()
          return Date(timeIntervalSince1970: 1_800_000_000)
        }
        #expect(crew.haveMet, "no line came while the file was attached")
      }
    }
    let texts = try #require(try await stage.shield.exportLog()).lines.map(\.text)
    #expect(texts.count == rounds * Self.threads * Self.lines)
    let expected = (0..<rounds).flatMap { round in (0..<Self.lines).map { "\(round) \($0)" } }
    for thread in 0..<Self.threads {
      let start = "error [t\(thread)] "
      #expect(texts.filter { $0.hasPrefix(start) }.map { String($0.dropFirst(start.count)) } == expected, "\(thread)")
    }
  }

  /// Runs a body and waits until the call that it was given was made.
  private func untilDone(_ body: (@escaping @Sendable () -> Void) async throws -> Void) async throws {
    let (calls, call) = AsyncStream.makeStream(of: Void.self)
    try await body { call.finish() }
    for await _ in calls {}
  }
}
