#if LinuxClient
  import ChainSamples
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import LoopbackPort
  import NetworkTrust
  import SecurityPolicy
  import Testing

  /// nginx as the server: HTTP/2 and HTTP/1.1, long answers, redirects, the end of a connection.
  @Suite(.enabled(if: Peer.isUsable(Peer.nginx), "no nginx (apt-get install nginx-light)"))
  struct NginxTests {
    struct Server {
      let peer: Peer
      let chain: FaultyChain
      let (two, one): (UInt16, UInt16)
    }

    func server() async throws -> Server {
      let chain = try FaultyChain(.none)
      let (two, one) = (try LoopbackPort.free(), try LoopbackPort.free())
      let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path temp;" }
      let places = """
        ssl_certificate chain.pem; ssl_certificate_key key.pem; server_name localhost; root .;
        location / { return 200 "$connection $server_protocol $request_method $request_uri"; }
        location /large { alias large.bin; }
        location /away { return 302 http://localhost:\(one)/; }
        location /moved { return 307 /there; }
        """
      let peer = try Peer(
        Peer.nginx, ["-e", "stderr", "-p", ".", "-c", "nginx.conf", "-g", "daemon off; pid nginx.pid;"],
        files: [
          "chain.pem": FaultyChain.pem(chain.presented), "key.pem": chain.keyPEM,
          "large.bin": String(repeating: "0123456789abcdef", count: 8192),
          "nginx.conf": """
          worker_processes 1; master_process off; error_log stderr warn;
          events { worker_connections 256; }
          http {
            access_log access.log; \(temporary.joined(separator: " ")) http2_max_concurrent_streams 16;
            server { listen 127.0.0.1:\(two) ssl http2; keepalive_requests 100; \(places) }
            server { listen 127.0.0.1:\(one) ssl; \(places) }
          }
          """,
        ])
      try await peer.wait { peer.text("nginx.pid").contains("\n") }
      return Server(peer: peer, chain: chain, two: two, one: one)
    }

    func transport(_ server: Server, _ port: UInt16, limits: TransportLimits = .init()) throws -> PinnedHTTPTransport {
      try PinnedHTTPTransport(
        endpoint: Endpoint(host: ServerHost("localhost"), port: port),
        trust: TrustEvaluation(
          anchors: .certificates([server.chain.anchor]),
          pins: PinSet([
            ServerPin(certificateDER: server.chain.anchor), ServerPin(digest: .init(repeating: 7, count: 32)),
          ])), limits: limits, now: { FaultyChain.now })
    }

    func get(_ path: String) -> HTTPRequest { .init(method: .get, scheme: nil, authority: nil, path: path) }

    func words(_ transport: PinnedHTTPTransport, _ request: HTTPRequest) async throws -> [String] {
      let answer = try await transport.send(request, body: [])
      return String(decoding: answer.body, as: UTF8.self).split(separator: " ").map(String.init)
    }

    @Test("HTTP/2 is spoken where it is offered and HTTP/1.1 elsewhere, and both carry requests and limits alike")
    func protocols() async throws {
      let server = try await server()
      for (port, version) in [(server.two, "HTTP/2.0"), (server.one, "HTTP/1.1")] {
        let transport = try transport(server, port)
        #expect(try await words(transport, get("/a?b=c")).dropFirst() == [version, "GET", "/a?b=c"])
        let posted = try await transport.send(
          .init(method: .post, scheme: nil, authority: nil, path: "/post"), body: .init(repeating: 1, count: 100_000))
        #expect(posted.response.status == .ok)
        let large = try await transport.send(get("/large"), body: [])
        #expect(large.body.count == 131_072)
        let head = try await transport.send(
          .init(method: .head, scheme: nil, authority: nil, path: "/large"), body: [])
        #expect(head.body.isEmpty && head.response.headerFields[.contentLength] == "131072")
        var small = TransportLimits()
        small.answerSize = 131_071
        let limited = try self.transport(server, port, limits: small)
        #expect(await limited.failure(get("/large")) == .tooLarge(limit: 131_071))
        #expect(await limited.failure(get("/")) == nil)
        let following = RedirectingTransport(transport, at: transport.endpoint)
        #expect(await following.failure(get("/away")) == .notSecure)
        let moved = try await following.send(get("/moved"), body: [])
        #expect(String(decoding: moved.body, as: UTF8.self).hasSuffix("/there"))
        await transport.close()
        await limited.close()
      }
      server.peer.end()
    }

    @Test(
      "With HTTP/2 many requests at once share connections; when nginx says goodbye, none is lost or sent twice",
      arguments: [HTTPRequest.Method.get, .post])
    func streams(method: HTTPRequest.Method) async throws {
      let server = try await server()
      let transport = try transport(server, server.two)
      _ = try await transport.send(get("/first"), body: [])
      let connections = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<300 {
          group.addTask {
            let words = try await words(
              transport, .init(method: method, scheme: nil, authority: nil, path: "/\(number)"))
            #expect(words.last == "/\(number)")
            return words[0]
          }
        }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      // Each connection serves 100 requests and then says GOAWAY.
      #expect((3...8).contains(connections.count))
      await transport.close()
      try await server.peer.wait { server.peer.text("access.log").split(separator: "\n").count >= 301 }
      let log = server.peer.text("access.log").split(separator: "\n")
      for number in 0..<300 { #expect(log.count { $0.contains("\(method.rawValue) /\(number) ") } == 1, "\(number)") }
      server.peer.end()
    }
  }
#endif
