#if Server
  import Foundation
  import Logging
  import UntrustedInput

  /// One JSON object a line on standard output: time, level, message, then what the event carries.
  struct JSONLineHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    let now: @Sendable () -> Date

    init(logLevel: Logger.Level, now: @escaping @Sendable () -> Date) {
      self.logLevel = logLevel
      self.now = now
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      var members = [
        JSONMember(
          "time",
          .string(
            now().formatted(
              .iso8601.year().month().day().timeZone(separator: .omitted).time(includingFractionalSeconds: true)))),
        JSONMember("level", .string(event.level.rawValue)), JSONMember("message", .string("\(event.message)")),
      ]
      let facts = metadata.merging(event.metadata ?? [:]) { _, new in new }
      for (name, value) in facts.sorted(by: { $0.key < $1.key }) where !["time", "level", "message"].contains(name) {
        members.append(JSONMember(name, .string("\(value)")))
      }
      StandardOutput.print(JSONNode(.object(members)))
    }
  }
#endif
