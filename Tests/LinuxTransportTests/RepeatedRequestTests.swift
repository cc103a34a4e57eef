#if LinuxClient
  import HTTPTypes
  import LinuxTransport
  import LoopbackTLS
  import NetworkTrust
  import Testing

  /// Which requests go out a second time over HTTP/2, and how often.
  /// Source: RFC 9110, section 9.2.2; RFC 9113, sections 6.8 and 8.7.
  @Suite(.timeLimit(.minutes(15))) struct RepeatedRequestTests {
    @Test(
      "A request that the server resets is not asked again, whatever it asks and however old the connection",
      arguments: [HTTPRequest.Method.get, .put, .post], [UInt8(2), 8, 11, 13])
    func reset(method: HTTPRequest.Method, code: UInt8) async throws {
      let tests = try PinnedHTTPTransportTests()
      for before in 0...1 {
        let server = try await LeavingServer(for: tests, habit: .resets(code, after: before))
        let transport = try tests.transport(at: server.port)
        for _ in 0..<before { #expect(await transport.failure(tests.request()) == nil) }
        #expect(await transport.failure(tests.request(method)) == .closed)
        #expect(server.requests == before + 1)
        await transport.close()
        try await server.stop()
      }
    }

    @Test("A connection that is cut under a request costs one more try, and no second one")
    func cut() async throws {
      let tests = try PinnedHTTPTransportTests()
      let server = try await LeavingServer(for: tests, habit: .cuts(after: 1))
      let transport = try tests.transport(at: server.port)
      #expect(await transport.failure(tests.request()) == nil)
      #expect(await transport.failure(tests.request()) == .closed)
      #expect(server.requests == 3)
      #expect(await transport.failure(tests.request(.post)) == .closed)
      #expect(server.requests == 4)
      await transport.close()
      try await server.stop()
    }

    @Test(
      "A request that a part of an answer came to is not sent again, be it of an interim one or of a head",
      arguments: [
        ("HTTP/1.1 200 OK\r\nX:", NetworkError.protocolViolation), ("H", .protocolViolation),
        ("HTTP/1.1 103 Early Hints\r\n\r\n", .closed),
      ])
    func begun(part: String, refusal: NetworkError) async throws {
      let tests = try PinnedHTTPTransportTests()
      let server = try await tests.server { number, _ in
        number == 0 ? .answer(PinnedHTTPTransportTests.ok("ok")) : .answerAndClose(part)
      }
      let transport = try tests.transport(to: server)
      #expect(await transport.failure(tests.request()) == nil)
      #expect(await transport.failure(tests.request(.put)) == refusal)
      #expect(server.seen.requests.count == 2)
      await transport.close()
      await server.stop()
    }

    @Test("Nor is one whose connection is cut after a part of a head, or over HTTP/2 after an interim answer")
    func begunAndCut() async throws {
      let tests = try PinnedHTTPTransportTests()
      let server = try await tests.server { number, _ in
        .answer(number == 1 ? "HTTP/1.1 200 OK\r\nX:" : PinnedHTTPTransportTests.ok("ok"))
      }
      let transport = try tests.transport(to: server)
      #expect(await transport.failure(tests.request()) == nil)
      async let failure = transport.failure(tests.request(.put))
      await server.requests(2)
      try await server.cut()
      #expect(await failure == .closed)
      #expect(server.seen.requests.count == 2)
      await transport.close()
      await server.stop()
      let leaving = try await LeavingServer(for: tests, interimAnswers: 1, habit: .cuts(after: 1))
      let other = try tests.transport(at: leaving.port)
      #expect(await other.failure(tests.request()) == nil)
      #expect(await other.failure(tests.request(.put)) == .closed)
      #expect(leaving.requests == 2)
      await other.close()
      try await leaving.stop()
    }

    @Test("A server that refuses every stream gets a bounded number of tries")
    func refused() async throws {
      let tests = try PinnedHTTPTransportTests()
      let server = try await LeavingServer(for: tests, habit: .resets(7, after: 0))
      let transport = try tests.transport(at: server.port)
      #expect(await transport.failure(tests.request(.post)) == .closed)
      #expect((2...16).contains(server.requests))
      await transport.close()
      try await server.stop()
    }

    @Test(
      "A request that came behind the last stream of a server that leaves goes to the next connection, a POST as well",
      arguments: [HTTPRequest.Method.get, .post])
    func leftBehind(method: HTTPRequest.Method) async throws {
      let tests = try PinnedHTTPTransportTests()
      let server = try await LeavingServer(for: tests, habit: .leavesFirst)
      let transport = try tests.transport(at: server.port)
      let answer = try await transport.send(tests.request(method), body: method == .post ? [1, 2, 3] : [])
      #expect(answer.response.status == .ok)
      #expect(server.requests == 2)
      #expect(server.connections == 2)
      await transport.close()
      try await server.stop()
    }
  }
#endif
