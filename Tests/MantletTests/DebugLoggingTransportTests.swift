#if DEBUG
  import HTTPTypes
  import Logging
  import Mantlet
  import NetworkTrust
  import Redaction
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing

  @Suite struct DebugLoggingTransportTests {
    private final class Lines: Sendable {
      let kept = Mutex<[String]>([])
      var all: [String] { kept.withLock { $0 } }
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

    private func logged(_ inner: any HTTPTransport) -> DebugLoggingTransport {
      let logger = Logger(label: "http") { [lines] _ in Recorder(lines: lines) }
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
        lines.all == [
          "> POST /login?code=<masked> | Authorization: <masked> | Accept: application/json | 49 bytes: "
            + #"{"user":"<email>","password":"<masked>"}"#,
          "< 201 | Content-Type: application/json | Set-Cookie: <masked> | 33 bytes: "
            + #"{"id":7,"access_token":"<masked>"}"#,
        ])
    }

    @Test("An error of the transport is the caller's, and its request is in the log")
    func refused() async {
      let server = InMemoryTransport { _, _ throws(NetworkError) in throw .notSecure }
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
      await #expect(throws: NetworkError.notSecure) { try await logged(server).send(request, body: []) }
      #expect(lines.all == ["> GET /"])
    }

    /// Compiled; what it does the tests above show.
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
