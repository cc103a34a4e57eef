#if DEBUG
  import Logging
  import Redaction
  import Synchronization
  import Testing

  @Suite struct NetworkDebugLogTests {
    private final class Lines: Sendable {
      let kept = Mutex<[String]>([])
      var text: String { kept.withLock { $0.joined(separator: "\n") } }
    }

    private struct Recorder: LogHandler {
      let lines: Lines
      var metadata: Logger.Metadata = [:]
      var logLevel = Logger.Level.trace
      subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
      }
      func log(event: LogEvent) { lines.kept.withLock { $0.append("\(event.message)") } }
    }

    private let lines = Lines()
    private func log(bodyBytes: Int = 0, fields: Set<String> = NetworkDebugLog.harmlessFields) -> NetworkDebugLog {
      NetworkDebugLog(
        Logger(label: "t") { [lines] _ in Recorder(lines: lines) }, allowedFields: fields, bodyBytes: bodyBytes)
    }

    @Test("Of a header field that is not on the list only the name shows, and of a body its length")
    func fields() {
      log().request(
        "GET", "https://u:p@h.example/a?access_token=hunter2&n=1",
        fields: [("Accept", "text/plain"), ("X-Device", "hunter2"), ("Authorization", "Bearer hunter2")],
        body: Array("hunter2".utf8))
      #expect(
        lines.text
          == "> GET https://<credentials>@h.example/a?access_token=<masked>&n=1 | Accept: text/plain | X-Device: <masked> "
          + "| Authorization: <masked> | 7 bytes")
    }

    @Test("A field that names a secret is masked even when the list allows it")
    func allowedByMistake() {
      log(fields: ["cookie"]).response(200, fields: [("Cookie", "sid=hunter2")], body: [])
      #expect(lines.text == "< 200 | Cookie: <masked>")
    }

    @Test("A body is masked before it is cut")
    func cut() {
      let body = Array(#"{"n":1,"token":"eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJh.c2ln","pin":"1234","m":2}"#.utf8)
      for bytes in 1...body.count {
        log(bodyBytes: bytes).response(200, fields: [], body: body)
      }
      #expect(!lines.text.contains("eyJ") && !lines.text.contains("1234"))
      #expect(lines.text.contains(#"{"n":1,"token":"<masked>","pin":"<masked>","m":2}"#))
    }

    @Test("A body that is no text is not printed")
    func binary() {
      log(bodyBytes: 100).response(200, fields: [], body: [0xFF, 0xFE])
      #expect(lines.text == "< 200 | 2 bytes, not text")
    }
  }
#endif
