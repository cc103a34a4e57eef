import Logging
import Synchronization

/// What reached a log: level and message of each event.
final class RecordedLines: Sendable {
  private let kept = Mutex<[String]>([])
  var all: [String] { kept.withLock { $0 } }
  /// Without the levels.
  var messages: [String] { all.map { String($0.drop { $0 != " " }.dropFirst()) } }

  func append(_ line: String) { kept.withLock { $0.append(line) } }
  func removeAll() { kept.withLock { $0 = [] } }
}

struct LogRecorder: LogHandler {
  let lines: RecordedLines
  var metadata: Logger.Metadata = [:]
  /// As swift-log's own handlers begin.
  var logLevel = Logger.Level.info
  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }
  func log(event: LogEvent) { lines.append("\(event.level) \(event.message)") }
}
