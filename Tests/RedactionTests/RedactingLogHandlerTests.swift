import Logging
import Redaction
import Synchronization
import Testing

@Suite struct RedactingLogHandlerTests {
  /// Keeps what reaches the sink.
  final class Sink: Sendable {
    let lines = Mutex<[String]>([])
    var text: String { lines.withLock { $0.joined(separator: "\n") } }
  }

  struct Recorder: LogHandler {
    let sink: Sink
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    var metadataProvider: Logger.MetadataProvider?
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }
    func log(event: LogEvent) {
      let provided = metadataProvider?.get() ?? [:]
      let all = metadata.merging(provided) { _, new in new }.merging(event.metadata ?? [:]) { _, new in new }
      let error = event.error.map { " error=\($0)" } ?? ""
      let pairs = all.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
      sink.lines.withLock { $0.append("\(event.level) \(event.message)\(error)\(pairs)") }
    }
  }

  private struct Foreign: Error, CustomStringConvertible { var description: String { "user hunter2" } }

  private let sink = Sink()
  private func logger(_ floor: Logger.Level = .trace, _ change: (inout Recorder) -> Void = { _ in }) -> Logger {
    var recorder = Recorder(sink: sink)
    change(&recorder)
    let handler = RedactingLogHandler(wrapping: recorder, floor: floor)
    return Logger(label: "test") { _ in handler }
  }

  @Test("The message is masked and stays one line")
  func message() {
    logger().info("login of alice@example.org\n\u{1B}[2Jforged")
    #expect(sink.text == #"info login of <email>\u{A}\u{1B}[2Jforged"#)
  }

  @Test("A mark holds for all of the text that it stands in, the last of several, and the rules for texts still apply")
  func marksOfOneText() {
    let (count, mail) = (3, "alice@example.org")
    logger().info(
      "m",
      metadata: [
        "a": "\(mail) \(count, attributes: [Sensitivity.public])",
        "b": "\(count, attributes: [Sensitivity.public]) \(count, attributes: [Sensitivity.secret])",
        "c": "\(mail) x\(count, attributes: [Sensitivity.secret]) \(count, attributes: [Sensitivity.public])",
      ])
    #expect(sink.text == "info m a=<email> 3 b=<secret> c=<email> x3 3")
  }

  @Test("Every character that breaks a line, controls a terminal or changes a direction is written out, and no other")
  func escaped() {
    // What Unicode's own tables say of each character of the basic plane.
    for scalar in (UInt32(0)...0xFFFF).compactMap(Unicode.Scalar.init) {
      let properties = scalar.properties
      let isUnsafe =
        [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory) || properties.isBidiControl
      let name = "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
      let line = MaskingRules().maskedLine("\(scalar)")
      if line != (isUnsafe ? name : "\(scalar)") { Issue.record("\(name) became \(line)") }
    }
    for scalar in ["\u{61C}", "\u{200E}", "\u{200F}", "\u{202E}", "\u{2069}"] {
      logger().info("\(scalar)", metadata: ["a": "\(scalar, attributes: [Sensitivity.public])"])
    }
    #expect(
      sink.text.split(separator: "\n") == [
        #"info \u{61C} a=\u{61C}"#, #"info \u{200E} a=\u{200E}"#, #"info \u{200F} a=\u{200F}"#,
        #"info \u{202E} a=\u{202E}"#, #"info \u{2069} a=\u{2069}"#,
      ])
  }

  @Test("Unmarked metadata is personal; public metadata is shown but still masked")
  func metadata() {
    let (name, count, note) = ("hunter2", 3, "pin=1234")
    logger().info(
      "m",
      metadata: [
        "a": "\(name)", "b": "\(count, attributes: [Sensitivity.public])",
        "c": "\(note, attributes: [Sensitivity.public])",
        "d": "\(name, attributes: [Sensitivity.secret])", "e": .stringConvertible(name),
        "f": "\(name, attributes: [Sensitivity.personal])",
      ])
    #expect(sink.text == "info m a=<personal> b=3 c=pin=<masked> d=<secret> e=<personal> f=<personal>")
  }

  @Test("A public value under a key that names a secret is masked with it, however deep and by whatever way it is set")
  func named() {
    let (pin, other) = (1234, 5)
    let shown: Logger.Metadata.Value = "\(pin, attributes: [Sensitivity.public])"
    let harmless: Logger.Metadata.Value = "\(other, attributes: [Sensitivity.public])"
    var logger = logger { $0.metadata = ["held_token": shown] }
    logger[metadataKey: "set_pin"] = shown
    logger.info(
      "m",
      metadata: [
        "pin": shown, "pinned": harmless, "user": ["newPassword": shown, "age": harmless],
        "secret": ["a": [shown], "b": ["c": shown]], "list": [["otp": shown]],
      ])
    #expect(!sink.text.contains("1234"))
    for fact in ["pin=<masked>", "held_token=<masked>", "set_pin=<masked>", "pinned=5", "age"] {
      #expect(sink.text.contains(fact), "\(fact)")
    }
    var handler = RedactingLogHandler(wrapping: Recorder(sink: sink), floor: .trace)
    handler.metadata = ["pin": shown]
    #expect(handler[metadataKey: "pin"]?.description == "<masked>")
  }

  @Test(
    "A public telephone number is masked under its key, however deep", arguments: ["phone", "msisdn", "tel", "mobile"])
  func phone(key: String) {
    let (number, place) = ("5551234567", "home")
    let shown: Logger.Metadata.Value = "\(number, attributes: [Sensitivity.public])"
    let harmless: Logger.Metadata.Value = "\(place, attributes: [Sensitivity.public])"
    logger().info("m", metadata: [key: shown])
    logger().info("m", metadata: [key: [shown]])
    logger().info("m", metadata: [key: ["a": shown]])
    var set = logger()
    set[metadataKey: key] = shown
    set.info("m")
    #expect(!sink.text.contains("5551234567"))
    logger().info("m", metadata: [key: harmless, "order": shown])
    #expect(sink.text.contains("\(key)=home") && sink.text.contains("order=5551234567"))
  }

  @Test("Every key tells of its value what it tells in a pair, whatever its length and its letters")
  func keys() {
    let (rules, logger, value) = (MaskingRules(), logger(), "5551234567 x")
    var keys = [
      "n", "J", "pw", "pin", "PIN", "tan", "tel", "phone", "Mobile", "msisdn", "cookie", "bypass", "eyJhbGciOiJ",
    ]
    for word in ["token", "status", "deviceOrPin", "password", "bearer", "sessionid", "cwd", "AKIA", "cGlu", "a@b.de"] {
      for end in word.indices { keys += [String(word[...end]), "x" + word[end...]] }
      keys += [word, "user" + word, word.uppercased(), word + "1", word + "_", "db_" + word]
    }
    for key in Set(keys) {
      sink.lines.withLock { $0 = [] }
      logger.info("m", metadata: [key: "\(value, attributes: [Sensitivity.public])"])
      let isMasked =
        rules.mask(key + "=x") != key + "=x" || rules.mask("\"\(key)\": \"\(value)\"") != "\"\(key)\": \"\(value)\""
      #expect(sink.text == "info m \(rules.mask(key))=\(isMasked ? "<masked>" : value)", "\(key)")
    }
  }

  @Test("Nested values and keys are masked too")
  func nested() {
    logger().info("m", metadata: ["a": ["x": ["hunter2", ["y": "hunter2"]]], "alice@example.org": "hunter2"])
    #expect(!sink.text.contains("hunter2"))
    #expect(!sink.text.contains("alice"))
    #expect(sink.text.contains("<personal>"))
  }

  @Test("Metadata of the logger, of the provider and of the wrapped handler is masked")
  func everySource() {
    var logger = logger { recorder in
      recorder.metadata = ["own": "hunter2"]
      recorder.metadataProvider = Logger.MetadataProvider { ["provided": "hunter2"] }
    }
    logger[metadataKey: "set"] = "hunter2"
    logger[metadataKey: "shown"] = "\(7, attributes: [Sensitivity.public])"
    logger.info("m")
    #expect(sink.text == "info m own=<personal> provided=<personal> set=<personal> shown=7")
  }

  @Test("Metadata that is read and set again stays readable")
  func setAgain() {
    var handler = RedactingLogHandler(wrapping: Recorder(sink: sink), floor: .trace)
    handler[metadataKey: "a"] = "\(7, attributes: [Sensitivity.public])"
    handler[metadataKey: "b"] = "\(8, attributes: [Sensitivity.secret])"
    let before = handler.metadata
    handler.metadata = before
    #expect(handler.metadata == before)
    #expect(handler[metadataKey: "a"]?.description == "7")
    #expect(handler[metadataKey: "b"]?.description == "<secret>")
  }

  @Test("An error shows its type and not its text")
  func error() {
    logger().error("m", error: Foreign())
    #expect(sink.text == "error m error=Foreign")
  }

  @Test("Nothing below the floor passes, whatever level is set")
  func floor() {
    var logger = logger(.warning)
    logger.logLevel = .trace
    #expect(logger.logLevel == .warning)
    logger.info("below")
    logger.handler.log(
      event: LogEvent(
        level: .info, message: "around", metadata: nil, source: nil, file: "", function: "", line: 1))
    logger.warning("at")
    logger.logLevel = .critical
    logger.error("below the set level")
    #expect(sink.text == "warning at")
  }

  @Test("One logger may be used by many threads at once")
  func threads() async {
    let logger = logger()
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          var own = logger
          own[metadataKey: "worker"] = "\(worker, attributes: [Sensitivity.public])"
          for number in 0..<50 { own.info("line \(number) pin=1234") }
        }
      }
    }
    let lines = sink.lines.withLock { $0 }
    #expect(Set(lines).count == 400 && lines.allSatisfy { $0.contains("pin=<masked>") })
  }

  @Test("A copy of a logger has its own metadata")
  func values() {
    let first = logger()
    var second = first
    second[metadataKey: "k"] = "\(1, attributes: [Sensitivity.public])"
    first.info("first")
    second.info("second")
    #expect(sink.text == "info first\ninfo second k=1")
  }
}
