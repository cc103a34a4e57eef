#if LinuxClient
  import ChainSamples
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import LoopbackPort
  import NetworkTrust
  import SecurityPolicy
  import Testing

  /// The rows of ``BadConversationTests`` that nginx can be told to play, and what nginx saw of the request.
  @Suite(.timeLimit(.minutes(15)), .enabled(if: Peer.isUsable(Peer.nginx), "no nginx (apt-get install nginx-light)"))
  struct NginxConversationTests {
    /// Those after the handshake; ``NginxTests`` has redirects to http and answers that are too large.
    static let rows: [BadConversation] = [.closes, .stalls, .trickles, .redirectsElsewhere, .rollsPinsBack]

    private let chain: FaultyChain

    init() throws { chain = try FaultyChain(.none) }

    private func peer(_ servers: String, _ files: [String: String] = [:]) async throws -> Peer {
      let own = ["chain.pem": FaultyChain.pem(chain.presented), "chain.key": chain.keyPEM]
      let peer = try NginxMatrixTests.peer(servers, own.merging(files) { $1 })
      try await peer.wait { peer.text("nginx.pid").contains("\n") }
      return peer
    }

    /// The row's answer in nginx's own words.
    private func answer(of row: ConversationRow, elsewhere: Endpoint, silent: PlainServer) throws -> String {
      switch row.fault {
      case .closes: "return 444;"
      case .stalls: "proxy_pass http://127.0.0.1:\(silent.port);"
      // A byte a second, once the head and the beginning of the body are out: nginx counts the head, too.
      case .trickles: "alias body; limit_rate_after 1k; limit_rate 1;"
      case .redirectsElsewhere: "return 302 https://\(elsewhere.authority)/;"
      case .rollsPinsBack: "alias body;"
      default: throw CocoaError(.featureUnsupported)
      }
    }

    private func body(of row: ConversationRow) -> String {
      switch row.answer {
      case .whole(_, _, let body): String(decoding: body, as: UTF8.self)
      case .trickle: String(repeating: "x", count: 2000)
      default: ""
      }
    }

    @Test(
      "nginx that closes, stalls, drips, points elsewhere or serves an old pin update is refused by name",
      arguments: rows, [" http2", ""])
    func conversation(fault: BadConversation, version: String) async throws {
      let (silent, foreign) = (try await PlainServer(.stall), try await PlainServer(.stall))
      let elsewhere = Endpoint(host: try ServerHost("127.0.0.1"), port: foreign.port)
      let row = try await ConversationRow(fault, elsewhere: elsewhere)
      let port = try LoopbackPort.free()
      let answer = try answer(of: row, elsewhere: elsewhere, silent: silent)
      let peer = try await peer(
        """
        server { listen 127.0.0.1:\(port) ssl\(version); ssl_certificate chain.pem; ssl_certificate_key chain.key;
          location = /marker { \(answer) } location = /other { return 200 "ok"; } }
        """, ["body": body(of: row)])
      // nginx would answer for the silent one after a minute; a busy machine takes its time for the handshake.
      let isSlow = fault.refusal == .network(.timeout)
      let limit = isSlow ? BadConversationTests.short(.seconds(20)) : BadConversation.patience
      let transport = try NginxMatrixTests.transport(chain, port, requirement: limit)
      #expect(await row.refusal(over: transport, at: transport.endpoint) == fault.refusal)
      await transport.close()
      // It had come so far: nginx was asked, once it had shown who it is.
      try await peer.wait { peer.text("access.log").contains("GET /marker HTTP") }
      if fault == .trickles {
        let sent = peer.text("access.log").split(separator: " ").compactMap { Int($0) }.last ?? 0
        #expect((1..<body(of: row).count).contains(sent))
      }
      #expect(String(decoding: silent.bytes, as: UTF8.self).contains("GET /marker HTTP") == (fault == .stalls))
      #expect(foreign.connections == 0 && foreign.bytes.isEmpty)
      let other = try NginxMatrixTests.transport(chain, port, requirement: BadConversation.patience)
      #expect(await other.failure(.init(method: .get, scheme: nil, authority: nil, path: "/other")) == nil)
      await other.close()
      peer.end()
      await silent.stop()
      await foreign.stop()
    }

    @Test("nginx without TLS is named and gets the greeting of TLS, and no byte of a request")
    func plaintext() async throws {
      let port = try LoopbackPort.free()
      let peer = try await peer("server { listen 127.0.0.1:\(port); location / { return 200 \"seen\"; } }")
      let transport = try NginxMatrixTests.transport(chain, port, requirement: BadConversation.patience)
      let row = try await ConversationRow(.plaintextHTTP, elsewhere: transport.endpoint)
      #expect(await row.refusal(over: transport, at: transport.endpoint) == row.fault.refusal)
      await transport.close()
      // nginx writes down the first line of what it got, the bytes that are no text as their numbers.
      try await peer.wait { peer.text("access.log").contains("\n") }
      let lines = peer.text("access.log").split(separator: "\n")
      #expect(lines.count == 1 && lines.allSatisfy { $0.contains("\"\\x16\\x03\\x01") && !$0.contains("marker") })
      peer.end()
    }

    @Test("nginx with TLS 1.0 or 1.1 alone is refused by name, and gets no request", arguments: ["TLSv1", "TLSv1.1"])
    func old(version: String) async throws {
      let (port, sound) = (try LoopbackPort.free(), try LoopbackPort.free())
      let certificate = "ssl_certificate chain.pem; ssl_certificate_key chain.key; location / { return 200 \"seen\"; }"
      let peer = try await peer(
        """
        server { listen 127.0.0.1:\(port) ssl; ssl_protocols \(version); \(certificate) }
        server { listen 127.0.0.1:\(sound) ssl; ssl_protocols TLSv1.2; \(certificate) }
        """)
      for (port, path, expected) in [(port, "/marker", NetworkError?.some(.oldTLS)), (sound, "/last", nil)] {
        let transport = try NginxMatrixTests.transport(chain, port, requirement: BadConversation.patience)
        let failure = await transport.failure(.init(method: .get, scheme: nil, authority: nil, path: path))
        #expect(failure == expected)
        await transport.close()
      }
      try await peer.wait { peer.text("access.log").contains("/last ") }
      #expect(!peer.text("access.log").contains("/marker"))
      peer.end()
    }
  }
#endif
