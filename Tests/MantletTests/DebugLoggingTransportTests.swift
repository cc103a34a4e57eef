#if DEBUG
  import Foundation
  import HTTPTypes
  import Logging
  import Mantlet
  import NetworkTrust
  import Redaction
  import SecurityPolicy
  import SecurityTesting
  import Testing

  @Suite struct DebugLoggingTransportTests {
    private let lines = RecordedLines()

    private func logged(_ inner: any HTTPTransport) -> DebugLoggingTransport {
      let logger = Logger(label: "http") { [lines] _ in LogRecorder(lines: lines, logLevel: .trace) }
      return DebugLoggingTransport(inner, log: NetworkDebugLog(logger, bodyBytes: 2048))
    }

    @Test("Header fields and bodies come out redacted, and request and answer pass through as they are")
    func passes() async throws {
      var response = HTTPResponse(status: .created)
      response.headerFields[.contentType] = "application/json"
      response.headerFields[.setCookie] = "sid=hunter2"
      let answer = HTTPAnswer(
        response: response, body: Array(#"{"id":7,"access_token":"hunter2"}"#.utf8), pinMatch: .fails("a test"))
      let server = InMemoryTransport { _, _ throws(NetworkError) in answer }
      var request = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/login?code=hunter2x")
      request.headerFields[.authorization] = "Bearer hunter2"
      request.headerFields[.accept] = "application/json"
      let body = Array(#"{"user":"alice@example.org","password":"hunter2"}"#.utf8)

      #expect(try await logged(server).send(request, body: body) == answer)
      #expect(server.received.map(\.request) == [request] && server.received.map(\.body) == [body])
      #expect(
        timeless == [
          "> POST /login?code=<masked> | Authorization: <masked> | Accept: application/json | 49 bytes: "
            + #"{"user":"<email>","password":"<masked>"}"#,
          "< 201 after n ms | Content-Type: application/json | Set-Cookie: <masked> | 33 bytes: "
            + #"{"id":7,"access_token":"<masked>"}"#,
        ])
    }

    /// The lines without their times.
    private var timeless: [String] { lines.messages.map { $0.replacing(/after \d+ ms/, with: "after n ms") } }

    @Test(
      "An error of the transport is the caller's; the log has its request and one line that says why and after what time"
    )
    func refused() async throws {
      for error in [NetworkError.notSecure, .unreachable(errno: 111), .untrusted(.weakKey)] {
        lines.removeAll()
        let server = InMemoryTransport { _, _ throws(NetworkError) in throw error }
        let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
        await #expect(throws: error) { try await logged(server).send(request, body: []) }
        #expect(timeless == ["> GET /", "! after n ms \(error)"])
      }
    }

    @Test("The time that a request took is said")
    func time() async throws {
      let server = InMemoryTransport { _, _ throws(NetworkError) in
        // Longer than a clock of whole milliseconds could miss.
        let end = ContinuousClock.now + .milliseconds(30)
        while ContinuousClock.now < end {}
        return HTTPAnswer(response: HTTPResponse(status: .ok), body: [])
      }
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
      _ = try await logged(server).send(request, body: [])
      let time = try #require(lines.messages.last?.firstMatch(of: /^< 200 after (\d+) ms$/)?.1)
      #expect(try #require(Int(time)) >= 30)
    }

    @Test(
      "The server that a request names is in the log, without a password",
      arguments: [
        ("https", "h.example:8443", "https://h.example:8443/a"), (nil, "h.example", "https://h.example/a"),
        ("https", nil, "/a"), ("https", "alice:hunter2@h.example", "https://<credentials>@h.example/a"),
      ] as [(String?, String?, String)])
    func authority(scheme: String?, authority: String?, shown: String) async throws {
      let server = InMemoryTransport { _, _ throws(NetworkError) in throw .closed }
      let request = HTTPRequest(method: .get, scheme: scheme, authority: authority, path: "/a")
      _ = try? await logged(server).send(request, body: [])
      #expect(lines.messages.first == "> GET \(shown)")
    }

    #if os(Linux)
      @Test("With the README's logging the README's debug log shows request and answer, redacted; nobody sets a level")
      func readme() async throws {
        // A process chooses its logging once: this one is a process of its own.
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
          let logging = AppLogging(LoggingRequirement())
          logging.bootstrap { StreamLogHandler.standardError(label: $0) }
          let server = InMemoryTransport { _, _ throws(NetworkError) in
            HTTPAnswer(response: HTTPResponse(status: .ok), body: Array(#"{"access_token":"hunter2"}"#.utf8))
          }
          let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/a?token=hunter2")
          _ = try await DebugLoggingTransportTests().example(server).send(request, body: [])
        }
        let console = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(console.contains("> GET /a?token=<masked>\n"), "\(console)")
        #expect(console.contains(#" ms | 26 bytes: {"access_token":"<masked>"}"#) && !console.contains("hunter2"))
      }
    #endif

    /// What the README shows; the test above runs it.
    private func example(_ pinned: any HTTPTransport) -> any HTTPTransport {
      // debug log begins
      #if DEBUG
        // every request and answer in the log: of header fields the harmless ones, of bodies the first 2 KiB, masked
        let log = NetworkDebugLog(Logger(label: "http"), bodyBytes: 2048)
        let transport: any HTTPTransport = DebugLoggingTransport(pinned, log: log)
      #else
        let transport = pinned
      #endif
      // debug log ends
      return transport
    }
  }
#endif
