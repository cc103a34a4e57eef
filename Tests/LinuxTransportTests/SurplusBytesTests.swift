#if LinuxClient
  import HTTPTypes
  import LinuxTransport
  import LoopbackTLS
  import NetworkTrust
  import Testing

  /// Bytes behind an answer, which would be read as the beginning of the next one's.
  /// Source: RFC 9112, section 9.2; CWE-444.
  @Suite(.timeLimit(.minutes(15))) struct SurplusBytesTests {
    private static let begun = "HTTP/1.1 200 OK\r\nX: "
    /// Whole answers of each kind of length, to GET.
    private static let answers = [
      PinnedHTTPTransportTests.ok("a"), "HTTP/1.1 204 No Content\r\n\r\n", "HTTP/1.1 304 Not Modified\r\n\r\n",
      "HTTP/1.1 200 OK\r\nX-A: \t b \t\r\nContent-Length: 1 \r\n\r\na",
      "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 204 No Content\r\r\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding:\r\nContent-Length: 1\r\n\r\na",
      "HTTP/1.1 103 Early Hints\r\n\r\n" + PinnedHTTPTransportTests.ok("a"),
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n\r\n\r\n\r\n0\r\nX: y\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X\r\n\r\n0\r\n\r\n",
    ]

    private let tests: PinnedHTTPTransportTests

    init() throws { tests = try PinnedHTTPTransportTests() }

    /// What a second request is told when this answers the first, and over how many connections.
    private func second(
      after first: String, _ method: HTTPRequest.Method = .get
    ) async throws -> (status: Int, body: String, connections: Int) {
      let server = try await tests.server { number, _ in
        .answer(number == 0 ? first : "HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno")
      }
      let transport = try tests.transport(to: server)
      let answer = try await transport.send(tests.request(method), body: [])
      #expect(answer.response.status.code != 401)
      let second = try await transport.send(tests.request(), body: [])
      await transport.close()
      await server.stop()
      return (second.response.status.code, String(decoding: second.body, as: UTF8.self), server.seen.connections)
    }

    @Test("An answer that ends where it says keeps its connection", arguments: answers)
    func exact(answer: String) async throws {
      let (status, body, connections) = try await second(after: answer)
      #expect(status == 401 && body == "no")
      #expect(connections == 1)
    }

    @Test(
      "Bytes behind an answer end its connection, also those that are no head yet",
      arguments: answers, [begun, "H", "\r\n", "0\r\n\r\n", PinnedHTTPTransportTests.ok("smuggled")])
    func surplus(answer: String, rest: String) async throws {
      let (status, body, connections) = try await second(after: answer + rest)
      #expect(status == 401 && body == "no")
      #expect(connections == 2)
    }

    @Test(
      "Where the network parts an answer makes no difference to what ends its connection", arguments: answers,
      ["", begun])
    func parted(answer: String, rest: String) async throws {
      let places = 1..<answer.utf8.count
      let server = try await tests.server { number, _ in
        number.isMultiple(of: 2)
          ? .split(answer + rest, at: places.lowerBound + number / 2)
          : .answer("HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno")
      }
      let transport = try tests.transport(to: server)
      for place in places {
        let first = try await transport.send(tests.request(), body: []).response.status.code
        let second = try await transport.send(tests.request(), body: [])
        try #require(first != 401 && second.response.status == .unauthorized, "parted at \(place)")
        try #require(second.body == Array("no".utf8), "parted at \(place)")
      }
      #expect(server.seen.connections == (rest.isEmpty ? 1 : places.count + 1))
      await transport.close()
      await server.stop()
    }

    @Test("Content that answers HEAD is none of the next answer")
    func head() async throws {
      let answer = PinnedHTTPTransportTests.ok(Self.begun)
      let (status, body, connections) = try await second(after: answer, .head)
      #expect(status == 401 && body == "no")
      #expect(connections == 2)
    }

    @Test("An answer whose lines end with LF alone is refused, and its connection serves no other")
    func bareLines() async throws {
      let server = try await tests.server { number, _ in
        .answer(
          number == 0
            ? "HTTP/1.1 200 OK\nContent-Length: 1\n\na" + Self.begun
            : "HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n\r\nno")
      }
      let transport = try tests.transport(to: server)
      #expect(await transport.failure(tests.request(.post)) == .protocolViolation)
      #expect(try await transport.send(tests.request(), body: []).response.status.code == 401)
      #expect(server.seen.connections == 2)
      await transport.close()
      await server.stop()
    }
  }
#endif
