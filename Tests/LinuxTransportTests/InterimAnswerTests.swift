#if LinuxClient
  import ChainSamples
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import LoopbackTLS
  import NetworkTrust
  import SecurityPolicy
  import SecurityTesting
  import Testing

  /// Answers that say that another one follows, or that the connection is no HTTP any longer.
  /// Source: RFC 9110, sections 7.8 and 15.2; RFC 9113, sections 8.1 and 8.6.
  @Suite(.timeLimit(.minutes(15))) struct InterimAnswerTests {
    static let methods: [HTTPRequest.Method] = [.get, .post]
    private static let hint = "HTTP/1.1 103 Early Hints\r\nLink: </a>; rel=preload\r\n\r\n"
    private static let goOn = "HTTP/1.1 100 Continue\r\n\r\n"
    private static let switching = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2\r\n\r\n"

    private let tests: PinnedHTTPTransportTests

    init() throws { tests = try PinnedHTTPTransportTests() }

    /// What two requests of one transport come to when this answers the first, and with how many connections.
    private func outcome(
      _ first: String, _ method: HTTPRequest.Method = .get
    ) async throws -> (answers: [Result<String, NetworkError>], connections: Int) {
      let server = try await tests.server { number, _ in
        .answer(number == 0 ? first : PinnedHTTPTransportTests.ok("second"))
      }
      let transport = try tests.transport(to: server)
      var answers: [Result<String, NetworkError>] = []
      for _ in 0..<2 {
        do throws(NetworkError) {
          let answer = try await transport.send(tests.request(method), body: [])
          answers.append(.success(String(decoding: answer.body, as: UTF8.self)))
        } catch { answers.append(.failure(error)) }
      }
      await transport.close()
      await server.stop()
      return (answers, server.seen.connections)
    }

    @Test("100 and 103 before an answer are passed over, and the connection is kept", arguments: methods)
    func passed(method: HTTPRequest.Method) async throws {
      for interim in [Self.goOn, Self.hint, Self.goOn + Self.hint + Self.hint, "HTTP/1.1 199 x\r\n\r\n"] {
        let (answers, connections) = try await outcome(interim + PinnedHTTPTransportTests.ok("first"), method)
        #expect(answers == [.success("first"), .success("second")], "\(interim)")
        #expect(connections == 1)
      }
    }

    @Test("101 was not asked for: it is refused, and nothing that follows it is an answer", arguments: methods)
    func switching(method: HTTPRequest.Method) async throws {
      for rest in ["", "junk", PinnedHTTPTransportTests.ok("first"), Self.hint + PinnedHTTPTransportTests.ok("first")] {
        for head in [Self.switching, "HTTP/1.1 101 x\r\n\r\n", "HTTP/1.1 101 x\r\nContent-Length: 4\r\n\r\n"] {
          let (answers, connections) = try await outcome(head + rest, method)
          #expect(answers == [.failure(.protocolViolation), .success("second")], "\(head + rest)")
          #expect(connections == 2)
        }
      }
    }

    @Test("Over HTTP/2, which has no 101, it is refused as well; 100 is passed over")
    func streams() async throws {
      for (status, expected) in [("101", NetworkError?.some(.protocolViolation)), ("100", nil), ("199", nil)] {
        let server = try await LeavingServer(for: tests, interimAnswers: 1, status: status)
        let transport = try tests.transport(at: server.port)
        #expect(await transport.failure(tests.request()) == expected, "\(status)")
        await transport.close()
        try await server.stop()
      }
    }

    @Test("Interim answers one after the other put nothing off: the limit of time until an answer passes")
    func slow() async throws {
      let slow = String(repeating: "HTTP/1.1 103 x\r\n\r\n", count: 100) + PinnedHTTPTransportTests.ok("late")
      let server = try await tests.server { _, _ in .trickle(slow) }
      var requirement = BadConversation.patience
      // Some of them come before it, each byte 20 ms after the other.
      requirement.requestTimeout = .milliseconds(1500)
      let transport = try tests.transport(to: server, requirement: requirement)
      #expect(await transport.failure(tests.request()) == .timeout)
      await transport.close()
      await server.stop()
    }

    @Test("Interim answers that nobody asked for end the connection, and are no part of the next answer")
    func unasked() async throws {
      for late in [Self.hint, Self.goOn, Self.switching] {
        // One write, which is read whole before the next request can be handed to this connection.
        let (answers, connections) = try await outcome(PinnedHTTPTransportTests.ok("first") + late, .post)
        #expect(answers == [.success("first"), .success("second")], "\(late)")
        #expect(connections == 2)
      }
    }
  }
#endif
