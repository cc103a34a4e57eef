import Logging
import Redaction
import Synchronization
import Testing

/// One value, one label: in a message, in metadata, in a header field and in a fact of a crash report.
@Suite struct DigestPlacesTests {
  private final class Kept: CrashReporting {
    let reports = Mutex<[CrashReport]>([])
    func record(_ report: CrashReport) { reports.withLock { $0.append(report) } }
  }

  /// What each place prints for one value.
  private struct Places {
    let sink = RedactingLogHandlerTests.Sink()
    let rules: MaskingRules

    init(_ byte: UInt8) throws {
      let digests = ValueDigests(key: Secret(copying: [UInt8](repeating: byte, count: 32)))
      rules = MaskingRules(digests: try #require(digests))
    }

    private var logger: Logger {
      let handler = RedactingLogHandler(
        wrapping: RedactingLogHandlerTests.Recorder(sink: sink), floor: .trace, rules: rules)
      return Logger(label: "t") { _ in handler }
    }

    private func taken(_ log: (Logger) -> Void) -> String {
      sink.lines.withLock { $0 = [] }
      log(logger)
      return sink.text
    }

    func message(_ text: String) -> String { taken { $0.info("\(text)") } }

    func metadata(_ key: String, _ value: Logger.Metadata.Value) -> String {
      taken { $0.info("m", metadata: [key: value]) }
    }

    func crash(_ key: String, _ value: String) -> String {
      let kept = Kept()
      MaskedCrashReporter(kept, allowedKeys: [key], rules: rules).record("m", keys: [key: value])
      return kept.reports.withLock { $0.first?.keys[key] } ?? ""
    }

    #if DEBUG
      func header(_ name: String, _ value: String) -> String {
        taken {
          NetworkDebugLog($0, rules: rules).response(200, fields: [(name: name, value: value)], body: [])
        }
      }
    #endif
  }

  /// The label of the only mark in a text, with the word in front of it.
  private func mark(_ text: String) -> (word: String, label: String)? {
    let marks = text.matches(of: /<([a-z]+):([a-z2-7]{8})>/)
    return marks.count == 1 ? marks.first.map { (String($0.1), String($0.2)) } : nil
  }

  /// Where a value is hidden whole, with the word of its mark.
  private func hidden(_ places: Places, _ value: String) -> [(text: String, word: String)] {
    let shown = "\(value, attributes: [Sensitivity.public])" as Logger.Metadata.Value
    var texts: [(text: String, word: String)] = [
      (places.metadata("note", "\(value)"), "personal"),
      (places.metadata("note", .stringConvertible(value)), "personal"),
      (places.metadata("note", "\(value, attributes: [Sensitivity.secret])"), "secret"),
      (places.metadata("note", ["a": ["\(value)"]]), "personal"),
      (places.metadata("token", shown), "masked"),
      (places.metadata("token", ["a": [shown]]), "masked"),
      (places.metadata("token", "\(value)"), "personal"),
      (places.crash("token", value), "masked"),
    ]
    #if DEBUG
      texts += [
        (places.header("X-Device", value), "masked"), (places.header("Authorization", "Bearer " + value), "masked"),
        (places.header("X-Auth-Token", value), "masked"),
      ]
    #endif
    return texts
  }

  @Test("A token has the label of the message in every place, another token and another key have another one")
  func token() throws {
    let (places, others) = (try Places(7), try Places(8))
    let token = "x9F-hunter2"
    let label = try #require(mark(places.message("token=\(token)"))?.label)
    for (index, (text, word)) in hidden(places, token).enumerated() {
      #expect(try #require(mark(text), "\(text)") == (word, label), "\(text)")
      #expect(!text.contains("hunter2"))
      let foreign = [mark(hidden(others, token)[index].text), mark(hidden(places, "y9F-hunter2")[index].text)]
      for other in foreign {
        let found = try #require(other)
        #expect(found.word == word && found.label != label)
      }
    }
  }

  @Test("An address and a number have their labels where they are hidden for another reason")
  func recognised() throws {
    let places = try Places(7)
    let mail = try #require(mark(places.message("login of alice@example.org"))?.label)
    #expect(try #require(mark(places.metadata("who", "alice@example.org"))) == ("personal", mail))
    #expect(mark(places.metadata("who", "bob@example.org"))?.label != mail)
    let number = try #require(mark(places.message("phone=5551234567"))?.label)
    let shown = "\("5551234567", attributes: [Sensitivity.public])" as Logger.Metadata.Value
    #expect(try #require(mark(places.metadata("phone", shown))) == ("masked", number))
    #expect(try #require(mark(places.metadata("phone", ["a": ["b": shown]]))) == ("masked", number))
    #expect(try #require(mark(places.crash("phone", "5551234567"))) == ("masked", number))
    let marked = "\("5551234567", attributes: [Sensitivity.secret])" as Logger.Metadata.Value
    for key in ["phone", "user_tel_phone", "msisdn"] {
      #expect(try #require(mark(places.metadata(key, "5551234567"))) == ("personal", number))
      #expect(try #require(mark(places.metadata(key, .stringConvertible(5_551_234_567)))) == ("personal", number))
      #expect(try #require(mark(places.metadata(key, marked))) == ("secret", number))
      #expect(try #require(mark(places.metadata(key, ["a": [["b": "5551234567"]]]))) == ("personal", number))
    }
    // Under a name of a secret it is the value of that name, as in a message.
    let value = try #require(mark(places.message("pin=5551234567"))?.label)
    #expect(value != number)
    #expect(try #require(mark(places.metadata("phone", ["pin": "5551234567"]))) == ("personal", value))
    #expect(try #require(mark(places.metadata("pin", ["phone": "5551234567"]))) == ("personal", value))
    #if DEBUG
      #expect(try #require(mark(places.header("X-Phone", "5551234567"))) == ("masked", number))
      #expect(try #require(mark(places.header("X-Pin", "5551234567"))) == ("masked", value))
      #expect(try #require(mark(places.header("X-User", "alice@example.org"))) == ("masked", mail))
    #endif
  }

  @Test(
    "A value in the form of a mark is hidden as any other, whatever it is marked as", arguments: ["secret", "masked"])
  func likeMarks(word: String) throws {
    let places = try Places(7)
    let text = "<\(word):hunter22>"
    let shown = "\(text, attributes: [Sensitivity.public])" as Logger.Metadata.Value
    var texts = [
      places.metadata("note", "\(text)"), places.metadata("note", .stringConvertible(text)),
      places.metadata("note", "\(text, attributes: [Sensitivity.personal])"),
      places.metadata("note", "\(text, attributes: [Sensitivity.secret])"), places.metadata("note", ["a": ["\(text)"]]),
      places.metadata("token", shown), places.metadata("token", ["a": shown]), places.crash("token", text),
    ]
    #if DEBUG
      texts += [places.header("X-Device", text), places.header("X-Auth-Token", text)]
    #endif
    for text in texts { #expect(!text.contains("hunter22") && mark(text) != nil, "\(text)") }
  }

  @Test("Metadata that is read and set again keeps its labels")
  func setAgain() throws {
    let places = try Places(7)
    var handler = RedactingLogHandler(
      wrapping: RedactingLogHandlerTests.Recorder(sink: places.sink), floor: .trace, rules: places.rules)
    handler.metadata = [
      "a": "hunter2", "token": "\("hunter2", attributes: [Sensitivity.public])",
      "b": "\("hunter2", attributes: [Sensitivity.secret])",
    ]
    handler[metadataKey: "c"] = "hunter2"
    let before = handler.metadata
    #expect(Set(before.values.compactMap { mark($0.description)?.label }).count == 1)
    handler.metadata = before
    #expect(handler.metadata == before)
  }
}
