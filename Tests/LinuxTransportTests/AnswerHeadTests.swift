#if LinuxClient
  import ChainSamples
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import LoopbackPort
  import LoopbackTLS
  import NetworkTrust
  import SecurityPolicy
  import SecurityTesting
  import Testing

  /// Answers whose head is too large, and bodies that are cut short.
  struct AnswerHeadTests {
    private let tests: PinnedHTTPTransportTests
    private static let limit = TransportLimits().headSize

    init() throws { tests = try PinnedHTTPTransportTests() }

    private func outcome(_ text: String, closes: Bool = false) async throws -> Result<[UInt8], NetworkError> {
      let server = try await tests.server { _, _ in closes ? .answerAndClose(text) : .answer(text) }
      let transport = try tests.transport(to: server)
      let outcome: Result<[UInt8], NetworkError>
      do throws(NetworkError) {
        outcome = .success(try await transport.send(tests.request(), body: []).body)
      } catch { outcome = .failure(error) }
      await transport.close()
      await server.stop()
      return outcome
    }

    /// A head of so many bytes in all, with the empty line.
    private func head(_ count: Int, fields: Int = 1) -> String {
      let first = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n"
      var rest = count - first.utf8.count - 2
      var text = first
      for index in 0..<fields {
        let size = index == fields - 1 ? rest : rest / (fields - index)
        text += "X-\(index % 10): " + String(repeating: "a", count: size - 7) + "\r\n"
        rest -= size
      }
      return text + "\r\n"
    }

    @Test("A head of 16 KiB is read, one byte more is refused by name, in one field or in many")
    func limits() async throws {
      #expect(Self.limit == 16_384)
      for fields in [1, 100] {
        #expect(try await outcome(head(Self.limit, fields: fields) + "ok") == .success(Array("ok".utf8)))
        #expect(
          try await outcome(head(Self.limit + 1, fields: fields) + "ok") == .failure(.headTooLarge(limit: Self.limit)))
      }
    }

    @Test("Blanks around the value of a field are none of it")
    func blanks() async throws {
      let server = try await tests.server { _, _ in
        .answer("HTTP/1.1 200 OK\r\nX-A: \t b c \t \r\nX-B:  \r\nX-C:d\r\nContent-Length: 2 \r\n\r\nok")
      }
      let transport = try tests.transport(to: server)
      let answer = try await transport.send(tests.request(.post), body: [])
      let fields = answer.response.headerFields.map { "\($0.name)=\($0.value)" }
      #expect(fields == ["X-A=b c", "X-B=", "X-C=d", "Content-Length=2"])
      #expect(answer.body == Array("ok".utf8))
      await transport.close()
      await server.stop()
    }

    @Test("A head without end, interim answers without end and a long reason are refused by name, too")
    func endless() async throws {
      let refusal: Result<[UInt8], NetworkError> = .failure(.headTooLarge(limit: Self.limit))
      let long = String(repeating: "a", count: Self.limit)
      #expect(try await outcome("HTTP/1.1 200 OK\r\nX: " + long) == refusal)
      #expect(try await outcome("HTTP/1.1 200 " + long) == refusal)
      let interim = String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n", count: 1000)
      #expect(try await outcome(interim + PinnedHTTPTransportTests.ok("ok")) == refusal)
      let few = String(repeating: "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n", count: 10)
      #expect(try await outcome(few + PinnedHTTPTransportTests.ok("ok")) == .success(Array("ok".utf8)))
    }

    @Test("Over HTTP/2 interim answers count together, whatever they hold; a few of them are passed over")
    func interim() async throws {
      for (count, expected) in [(10, NetworkError?.none), (2_000, .headTooLarge(limit: Self.limit))] {
        let server = try await LeavingServer(for: tests, interimAnswers: count)
        let transport = try tests.transport(at: server.port)
        #expect(await transport.failure(tests.request()) == expected)
        await transport.close()
        try await server.stop()
      }
    }

    @Test("Fields after the body count together with those before it")
    func trailers() async throws {
      let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n"
      #expect(try await outcome(chunked + "X: y\r\n\r\n") == .success(Array("ok".utf8)))
      let long = String(repeating: "a", count: Self.limit)
      #expect(try await outcome(chunked + "X: \(long)\r\n\r\n") == .failure(.headTooLarge(limit: Self.limit)))
    }

    @Test("A kept connection counts each answer anew, and a large body is no head")
    func each() async throws {
      let text = head(12_000) + "ok"
      let large = PinnedHTTPTransportTests.ok(String(repeating: "b", count: 200_000))
      let server = try await tests.server { number, _ in .answer(number == 1 ? large : text) }
      let transport = try tests.transport(to: server)
      for count in [2, 200_000, 2, 2] {
        #expect(try await transport.send(tests.request(), body: []).body.count == count)
      }
      #expect(server.seen.connections == 1)
      await transport.close()
      await server.stop()
    }

    @Test("A body without a length ends with the server's goodbye; a connection that is cut ends it with an error")
    func cut() async throws {
      let text = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\npart"
      #expect(try await outcome(text, closes: true) == .success(Array("part".utf8)))
      let server = try await tests.server { _, _ in .answer(text) }
      let transport = try tests.transport(to: server)
      // A POST: a request that may be sent again would be.
      let running = Task { await transport.failure(tests.request(.post)) }
      await server.requests(1)
      try await server.cut()
      #expect(await running.value == .closed)
      await transport.close()
      await server.stop()
    }

    @Test(
      "Over HTTP/2 a head that is too large has the same name",
      .enabled(if: Peer.isUsable(Peer.nginx), "no nginx (apt-get install nginx-light)"))
    func http2() async throws {
      let chain = try FaultyChain(.none)
      let port = try LoopbackPort.free()
      // Noise that does not pack, so that the block itself is too large.
      let noise = (0..<9).map { "add_header X-\($0) \"" + String(repeating: "{}|~^`", count: 340) + "\";" }.joined()
      let peer = try NginxMatrixTests.peer(
        """
        server { listen 127.0.0.1:\(port) ssl http2; ssl_certificate chain.pem; ssl_certificate_key chain.key;
          location / { return 200 "ok"; } location /large { \(noise) return 200 "ok"; } }
        """,
        ["chain.pem": FaultyChain.pem(chain.presented), "chain.key": chain.keyPEM])
      try await peer.wait { peer.text("nginx.pid").contains("\n") }
      let transport = try NginxMatrixTests.transport(chain, port, identity: nil)
      func failure(_ path: String) async -> NetworkError? {
        await transport.failure(HTTPRequest(method: .get, scheme: nil, authority: nil, path: path))
      }
      #expect(await failure("/") == nil)
      #expect(await failure("/large") == .headTooLarge(limit: Self.limit))
      await transport.close()
      peer.end()
    }
  }
#endif
