#if DEBUG
  import Foundation
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

    @Test("The end of a large body that is not looked at whole is not printed, however much is masked before it")
    func torn() {
      let long = #"{"password":""# + String(repeating: "A", count: 65_690) + #""} "#
      for letters in [20, 26, 36] {
        let body = Array((long + "ghp_" + String(repeating: "a1B2c3", count: letters)).utf8)
        log(bodyBytes: 200).response(200, fields: [], body: body)
      }
      #expect(!lines.text.contains("ghp_"))
      log(bodyBytes: 200).response(200, fields: [], body: Array(String(repeating: "ab ", count: 60_000).utf8))
      #expect(lines.text.contains(String(repeating: "ab ", count: 66)))
    }

    /// Rows: what opens a secret, its letter, what ends it.
    private static let openSecrets: [(start: String, letter: String, end: String)] = [
      ("<password>", "x", "</password>"), ("<c:pin n=\"1\"> \n ", "x", "\n </c:pin>"),
      ("<key>password</key><string>", "x", "</string>"), (#"{"a":"<password>"#, "x", #"<\/password>"}"#),
      ("<pin><![CDATA[", "x", "]]></pin>"), ("password(\"", "x", "\")"), ("pin(Optional(\"", "x", "\"))"),
      ("credentials(\"", "x", "\", \"hunter2\", \"c\")"), (#"{"a":"pin(\""#, "x", #"\", \"b\")"}"#),
      ("password: \"", "x", "\""), ("eyJ", "x", ".eyJzdWIiOiJh.c2ln"),
      ("eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJh\nA1", "x", ".c2ln"),
      // base64 of `<password>xx`, `xxx`, `</password>`
      ("PHBhc3N3b3JkPnh4", "eHh4", "PC9wYXNzd29yZD4="),
    ]

    @Test(
      "A secret that is longer than what is looked at is masked where it begins, wherever its end is cut",
      arguments: openSecrets.indices)
    func open(row: Int) {
      let (start, letter, end) = Self.openSecrets[row]
      let repeated = String(repeating: letter, count: 4)
      for cut in 0...end.utf8.count {
        // So many bytes of the end are looked at; 0: it stands far behind what is.
        let count = (2048 + 65_536 - start.utf8.count - cut) / letter.utf8.count + (cut == 0 ? 400 : 0)
        let body = start + String(repeating: letter, count: count) + end + " and so on, and so on"
        if cut == 0 { #expect(!MaskingRules().mask(body).contains(repeated), "the whole of it is masked") }
        log(bodyBytes: 2048).response(200, fields: [], body: Array(body.utf8))
      }
      #expect(!lines.text.contains(repeated))
    }

    @Test("A body without a secret is shown up to the limit though it is cut, and whole under any larger limit")
    func shown() {
      let body = "<password></password><note>" + String(repeating: "x", count: 70_000)
      log(bodyBytes: 2048).response(200, fields: [], body: Array(body.utf8))
      #expect(lines.text.hasSuffix(String(repeating: "x", count: 2048 - 27) + "…"))
      log(bodyBytes: .max).response(200, fields: [], body: Array(body.utf8))
      #expect(lines.text.hasSuffix(body))
    }

    #if os(Linux)
      @Test(
        "Without DEBUG nothing of it is compiled: the file's object names no symbol of it",
        arguments: [
          "Redaction/Log/NetworkDebugLog", "Redaction/Log/BodyExcerpt", "Mantlet/Logging/DebugLoggingTransport",
        ])
      func release(file: String) throws {
        let type = try #require(file.split(separator: "/").last)
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
          .deletingLastPathComponent()
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        /// Exit code of the compiler, and whether the object names the type.
        func compile(_ options: [String]) throws -> (code: Int32, isThere: Bool) {
          let object = folder.appending(path: "\(options.count).o")
          let compiler = Process()
          compiler.executableURL = URL(filePath: "/usr/bin/env")
          compiler.arguments =
            ["swiftc", "-O", "-swift-version", "6", "-parse-as-library", "-c", "-o", object.path] + options
            + [root.appending(path: "Sources/\(file).swift").path]
          compiler.environment = ProcessInfo.processInfo.environment.filter { $0.key != "LD_PRELOAD" }
          (compiler.standardOutput, compiler.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
          try compiler.run()
          compiler.waitUntilExit()
          let bytes = (try? Data(contentsOf: object)) ?? Data()
          return (compiler.terminationStatus, bytes.range(of: Data(type.utf8)) != nil)
        }
        let released = try compile(["-module-name", "Alone"])
        #expect(released.code == 0 && !released.isThere)
        // With it, the file needs the rest of its module: it is not empty.
        #expect(try compile(["-module-name", "Alone", "-DDEBUG"]).code != 0)
      }
    #endif

    @Test("Why nothing came back is masked and on one line; what took long, or no time at all, is told")
    func failure() {
      log().failure("no answer to alice@example.org\nforged", after: .milliseconds(1999))
      log().failure("closed")
      log().response(204, fields: [], body: [], after: .zero)
      log().response(204, fields: [], body: [], after: .seconds(Int64.max))
      #expect(
        lines.text
          == "! after 1999 ms no answer to <email>\\u{A}forged\n! closed\n< 204 after 0 ms\n< 204 after 1000000000000000 ms"
      )
    }

    @Test("A body that is no text is not printed")
    func binary() {
      log(bodyBytes: 100).response(200, fields: [], body: [0xFF, 0xFE])
      #expect(lines.text == "< 200 | 2 bytes, not text")
    }
  }
#endif
