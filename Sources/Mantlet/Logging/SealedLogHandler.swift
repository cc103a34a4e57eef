import Logging

/// One event as one line of the sealed log: level, label, message, then what it carries. It stands behind
/// `RedactingLogHandler`, and ``AppLogging`` masks the label, so everything is masked and one line already.
struct SealedLogHandler: LogHandler {
  let label: String
  let slot: LogFileSlot
  var logLevel = Logger.Level.trace
  var metadata: Logger.Metadata = [:]
  var metadataProvider: Logger.MetadataProvider?

  init(label: String, slot: LogFileSlot) {
    self.label = label
    self.slot = slot
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let facts = metadata.merging(event.metadata ?? [:]) { _, new in new }
    let pairs = facts.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    let error = event.error.map { " error=\($0)" } ?? ""
    slot.write("\(event.level) [\(label)] \(event.message)\(error)\(pairs)")
  }
}
