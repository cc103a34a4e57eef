#if LinuxClient
  import ChainSamples
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import LoopbackTLS
  import NIOSSL
  import NetworkTrust
  import SecurityPolicy
  import SecurityTesting
  import Testing

  struct PinnedHTTPTransportTests {
    static let start = Date(timeIntervalSince1970: 1_700_000_000)
    static let end = start.addingTimeInterval(86_400 * 30)
    static let now = start.addingTimeInterval(86_400)

    let root: TestAuthority
    let issuer: TestAuthority

    init() throws { try self.init(from: Self.start, to: Self.end) }

    init(from: Date, to until: Date) throws {
      root = try TestAuthority(name: "root", notBefore: from, notAfter: until)
      issuer = try root.issuer(name: "issuer", notBefore: from, notAfter: until)
    }

    static func ok(_ body: String) -> String {
      "HTTP/1.1 200 OK\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    func server(
      names: [String] = ["localhost"], appending extra: [[UInt8]] = [], maximumTLS: TLSVersion? = nil,
      script: @escaping LoopbackServer.Script
    ) async throws -> LoopbackServer {
      var leaf = TestAuthority.Leaf(notBefore: Self.start, notAfter: Self.end)
      leaf.names = names
      leaf.addresses = [[127, 0, 0, 1]]
      return try await LoopbackServer(
        identity: issuer.issue(leaf), issuers: [issuer.certificateDER] + extra, maximumTLS: maximumTLS, script: script)
    }

    func transport(
      to server: LoopbackServer, host: String = "localhost", pinning pinned: [UInt8]? = nil,
      anchor: [UInt8]? = nil, requirement: NetworkRequirement = BadConversation.patience, answerLimit: Int = 1 << 20,
      now: Date = now
    ) throws -> PinnedHTTPTransport {
      try transport(
        at: server.port, host: host, pinning: pinned, anchor: anchor, requirement: requirement,
        answerLimit: answerLimit, now: now)
    }

    func transport(
      at port: UInt16, host: String = "localhost", pinning pinned: [UInt8]? = nil, anchor: [UInt8]? = nil,
      requirement: NetworkRequirement = BadConversation.patience, answerLimit: Int = 1 << 20, now: Date = now
    ) throws -> PinnedHTTPTransport {
      try PinnedHTTPTransport(
        endpoint: Endpoint(host: ServerHost(host), port: port),
        anchors: .certificates([anchor ?? root.certificateDER]),
        pins: PinSet([
          ServerPin(certificateDER: pinned ?? issuer.certificateDER), ServerPin(digest: .init(repeating: 7, count: 32)),
        ]), requirement: requirement, answerLimit: answerLimit, now: { now })
    }

    func request(_ method: HTTPRequest.Method = .get, _ path: String = "/") -> HTTPRequest {
      HTTPRequest(method: method, scheme: nil, authority: nil, path: path)
    }

    /// The reason of a refusal, and how many bytes of the request the server saw.
    func refusal(
      _ transport: PinnedHTTPTransport, _ server: LoopbackServer, _ request: HTTPRequest? = nil, body: [UInt8] = []
    ) async -> NetworkError? {
      defer { Task { [server] in await server.stop() } }
      do throws(NetworkError) {
        _ = try await transport.send(request ?? self.request(), body: body)
        await transport.close()
        return nil
      } catch {
        await transport.close()
        return error
      }
    }

    @Test("A pinned server is asked, and its answer comes back whole", arguments: ["localhost", "127.0.0.1"])
    func answers(host: String) async throws {
      let server = try await server { _, _ in .answer(Self.ok("hello")) }
      let transport = try transport(to: server, host: host)
      let answer = try await transport.send(request(.post, "/a?b=c"), body: Array("body".utf8))
      #expect(answer.response.status == .ok)
      #expect(answer.body == Array("hello".utf8))
      let text = try #require(server.seen.requests.first)
      #expect(text.hasPrefix("POST /a?b=c HTTP/1.1\r\n"))
      #expect(text.contains("Host: \(host):\(server.port)\r\n"))
      #expect(text.hasSuffix("\r\n\r\nbody"))
      await transport.close()
      await server.stop()
    }

    @Test("A server without a pinned key sees not one byte of the request")
    func pinMismatch() async throws {
      let server = try await server { _, _ in .answer(Self.ok("")) }
      let other = try TestAuthority(name: "other", notBefore: Self.start, notAfter: Self.end)
      let transport = try transport(to: server, pinning: other.certificateDER)
      #expect(await refusal(transport, server, request(.post), body: [1, 2, 3]) == .pinMismatch)
      #expect(server.seen.connections == 1)
      #expect(server.seen.applicationBytes == 0)
    }

    @Test("A pinned certificate appended by the server does not help it")
    func appended() async throws {
      let other = try TestAuthority(name: "other", notBefore: Self.start, notAfter: Self.end)
      let server = try await server(appending: [other.certificateDER]) { _, _ in .answer(Self.ok("")) }
      let transport = try transport(to: server, pinning: other.certificateDER)
      #expect(await refusal(transport, server) == .pinMismatch)
      #expect(server.seen.applicationBytes == 0)
    }

    @Test("The real reason of a refused certificate is kept")
    func reasons() async throws {
      let other = try TestAuthority(name: "other", notBefore: Self.start, notAfter: Self.end)
      let foreign = try await server { _, _ in .answer(Self.ok("")) }
      let error = await refusal(try transport(to: foreign, anchor: other.certificateDER), foreign)
      #expect(error == .untrusted(.unknownIssuer))
      let misnamed = try await server(names: ["other.example"]) { _, _ in .answer(Self.ok("")) }
      #expect(await refusal(try transport(to: misnamed), misnamed) == .hostMismatch)
      let late = try await server { _, _ in .answer(Self.ok("")) }
      #expect(await refusal(try transport(to: late, now: Self.end.addingTimeInterval(1)), late) == .expired)
      #expect(foreign.seen.applicationBytes + misnamed.seen.applicationBytes + late.seen.applicationBytes == 0)
    }

    @Test("A server below the policy's TLS version is refused")
    func versions() async throws {
      let old = try await server(maximumTLS: .tlsv11) { _, _ in .answer(Self.ok("")) }
      #expect(await refusal(try transport(to: old), old) == .oldTLS)
      var strict = NetworkRequirement()
      strict.minimumTLS = .tls13
      let middle = try await server(maximumTLS: .tlsv12) { _, _ in .answer(Self.ok("")) }
      #expect(await refusal(try transport(to: middle, requirement: strict), middle) == .oldTLS)
      let enough = try await server(maximumTLS: .tlsv12) { _, _ in .answer(Self.ok("")) }
      #expect(await refusal(try transport(to: enough), enough) == nil)
      #expect(old.seen.applicationBytes + middle.seen.applicationBytes == 0)
    }

    @Test("Requests one after the other share a connection")
    func keepAlive() async throws {
      let server = try await server { number, _ in .answer(Self.ok("\(number)")) }
      let transport = try transport(to: server)
      for number in 0..<3 {
        #expect(try await transport.send(request(), body: []).body == Array("\(number)".utf8))
      }
      #expect(server.seen.connections == 1)
      await transport.close()
      await server.stop()
    }

    @Test("Requests at the same time each get their own answer")
    func concurrent() async throws {
      let server = try await server { _, text in .answer(Self.ok(String(text.split(separator: " ")[1]))) }
      let transport = try transport(to: server)
      await withTaskGroup(of: Bool.self) { group in
        for number in 0..<8 {
          group.addTask {
            let answer = try? await transport.send(request(.get, "/\(number)"), body: [])
            return answer?.body == Array("/\(number)".utf8)
          }
        }
        for await isRight in group { #expect(isRight) }
      }
      await transport.close()
      await server.stop()
    }

    @Test("A connection that the server ended while idle is replaced")
    func idleClosed() async throws {
      let server = try await server { _, _ in .answer(Self.ok("x")) }
      let transport = try transport(to: server)
      _ = try await transport.send(request(), body: [])
      await server.dropConnections()
      #expect(try await transport.send(request(), body: []).response.status == .ok)
      #expect(server.seen.connections == 2)
      await transport.close()
      await server.stop()
    }

    @Test("On a kept connection that dies, a GET is sent once more and a POST is not")
    func repeats() async throws {
      let server = try await server { number, _ in number == 1 || number == 3 ? .close : .answer(Self.ok("x")) }
      let transport = try transport(to: server)
      _ = try await transport.send(request(), body: [])
      #expect(try await transport.send(request(), body: []).response.status == .ok)
      #expect(server.seen.requests.count == 3)
      await #expect(throws: NetworkError.closed) { try await transport.send(request(.post), body: [1]) }
      #expect(server.seen.requests.count == 4)
      await transport.close()
      await server.stop()
    }

    @Test("On a new connection nothing is sent twice")
    func once() async throws {
      let server = try await server { _, _ in .close }
      #expect(await refusal(try transport(to: server), server) == .closed)
      #expect(server.seen.requests.count == 1)
    }

    @Test(
      "An answer above the limit is refused, whether announced, in chunks, or open-ended",
      arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n01234567890",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\n012345\r\n6\r\n012345\r\n",
      ])
    func oversized(answer: String) async throws {
      let server = try await server { _, _ in .answer(answer) }
      #expect(await refusal(try transport(to: server, answerLimit: 10), server) == .tooLarge(limit: 10))
    }

    @Test("An answer of exactly the limit is taken")
    func exactLimit() async throws {
      let server = try await server { _, _ in .answer(Self.ok("0123456789")) }
      #expect(await refusal(try transport(to: server, answerLimit: 10), server) == nil)
    }

    @Test("A server that says nothing, or stops in the middle, runs into the limit for its part")
    func stalled() async throws {
      var short = NetworkRequirement()
      short.requestTimeout = .seconds(2)
      let silent = try await server { _, _ in .stall }
      #expect(await refusal(try transport(to: silent, requirement: short), silent) == .timeout)
      var whole = NetworkRequirement()
      whole.resourceTimeout = .seconds(2)
      let half = try await server { _, _ in .answer("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx") }
      #expect(await refusal(try transport(to: half, requirement: whole), half) == .timeout)
    }

    @Test("A redirect is returned and not followed; a cookie is not kept")
    func conforms() async throws {
      let server = try await server { _, text in
        let parts = text.split(separator: " ")
        var request = HTTPRequest(
          method: .init(String(parts[0])) ?? .get, scheme: nil, authority: nil, path: String(parts[1]))
        if text.lowercased().contains("\r\ncookie:") { request.headerFields[.cookie] = "sent" }
        let body = text.components(separatedBy: "\r\n\r\n")[1]
        let answer = HTTPTransportConformance.answer(to: request, body: Array(body.utf8))
        let fields = answer.response.headerFields.map { "\($0.name.rawName): \($0.value)\r\n" }.joined()
        return .answer(
          "HTTP/1.1 \(answer.response.status.code) x\r\n\(fields)Content-Length: \(answer.body.count)\r\n\r\n"
            + String(decoding: answer.body, as: UTF8.self))
      }
      let transport = try transport(to: server)
      for (claim, verdict) in await HTTPTransportConformance.check(transport) {
        #expect(verdict == .holds, "\(claim)")
      }
      #expect(server.seen.requests.count == 5)
      await transport.close()
      await server.stop()
    }

    @Test(
      "An answer that is not HTTP/1.1 is refused",
      arguments: [
        "garbage\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx",
        "HTTP/1.1 2x0 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      ])
    func garbage(answer: String) async throws {
      let server = try await server { _, _ in .answer(answer) }
      #expect(await refusal(try transport(to: server), server) == .protocolViolation)
    }

    @Test("An answer that is cut short is not an answer")
    func truncated() async throws {
      let server = try await server { _, _ in .answerAndClose("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nx") }
      let error = await refusal(try transport(to: server), server)
      #expect(error == .closed || error == .protocolViolation)
    }

    @Test("A cancelled request says so, and the transport serves the next one")
    func cancelled() async throws {
      let server = try await server { number, _ in number == 0 ? .stall : .answer(Self.ok("x")) }
      let transport = try transport(to: server)
      let task = Task { () -> NetworkError? in
        do throws(NetworkError) {
          _ = try await transport.send(request(), body: [])
          return nil
        } catch { return error }
      }
      await server.requests(1)
      task.cancel()
      #expect(await task.value == .cancelled)
      #expect(try await transport.send(request(), body: []).response.status == .ok)
      await transport.close()
      await server.stop()
    }

    @Test("Closing ends what is running and refuses what follows")
    func closed() async throws {
      let server = try await server { _, _ in .stall }
      let transport = try transport(to: server)
      let task = Task { () -> NetworkError? in
        do throws(NetworkError) {
          _ = try await transport.send(request(), body: [])
          return nil
        } catch { return error }
      }
      await server.requests(1)
      await transport.close()
      #expect(await task.value == .closed)
      await #expect(throws: NetworkError.closed) { try await transport.send(request(), body: []) }
      await server.stop()
    }

    @Test("A port where nobody listens is unreachable")
    func unreachable() async throws {
      let server = try await server { _, _ in .stall }
      let transport = try transport(to: server, host: "127.0.0.1")
      await server.stop()
      await #expect(throws: NetworkError.unreachable(errno: 111)) { try await transport.send(request(), body: []) }
    }

    @Test("What would leave this server, or smuggle a second request, is refused before it is sent")
    func refusedRequests() async throws {
      let server = try await server { _, _ in .answer(Self.ok("")) }
      let transport = try transport(to: server)
      let cases: [(HTTPRequest, NetworkError)] = [
        (.init(method: .get, scheme: "http", authority: nil, path: "/"), .notSecure),
        (.init(method: .get, scheme: "https", authority: "other.example", path: "/"), .foreignEndpoint),
        (request(.get, "no-slash"), .invalidRequest), (request(.get, "/a b"), .invalidRequest),
        (request(.get, "/a\r\nX: y"), .invalidRequest), (request(.connect, "/"), .invalidRequest),
        (request(.trace, "/"), .invalidRequest),
        (
          .init(method: .get, scheme: nil, authority: nil, path: "/", headerFields: [.transferEncoding: "chunked"]),
          .invalidRequest
        ),
        (
          .init(method: .get, scheme: nil, authority: nil, path: "/", headerFields: [.contentLength: "5"]),
          .invalidRequest
        ),
      ]
      for (request, expected) in cases {
        await #expect(throws: expected) { try await transport.send(request, body: []) }
        // A body that would be a request.
        let body = Array("GET /x HTTP/1.1\r\n\r\n".utf8)
        await #expect(throws: expected) { try await transport.send(request, body: body) }
      }
      #expect(server.seen.connections == 0)
      await server.stop()
    }
  }
#endif
