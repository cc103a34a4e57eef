#if LinuxClient
  import ChainSamples
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import LoopbackPort
  import NetworkTrust
  import SecurityPolicy
  import SecurityTesting
  import Testing

  /// nginx that asks clients who they are.
  @Suite(.enabled(if: Peer.isUsable(Peer.nginx), "no nginx (apt-get install nginx-light)"))
  struct NginxClientTests {
    private func text(_ answer: HTTPAnswer) -> String { String(decoding: answer.body, as: UTF8.self) }

    @Test("nginx sees the identity over HTTP/2 and HTTP/1.1; none and a foreign one go; unpinned it sees no request")
    func mutual() async throws {
      // Its certificates are valid by the clock of this machine, which is nginx's.
      let (start, end) = (Date().addingTimeInterval(-3600), Date().addingTimeInterval(3600))
      let clients = try ClientCertificateTests(from: start, to: end)
      let strangers = try ClientCertificateTests(from: start, to: end)
      let chain = try FaultyChain(.none)
      let (two, one) = (try LoopbackPort.free(), try LoopbackPort.free())
      let places = """
        ssl_certificate chain.pem; ssl_certificate_key chain.key; ssl_verify_client on;
        ssl_client_certificate clients.pem; ssl_verify_depth 2;
        location / { return 200 "$ssl_client_verify $ssl_client_s_dn $server_protocol"; }
        """
      let peer = try NginxMatrixTests.peer(
        """
        log_format who "$ssl_client_verify $request_uri"; access_log who.log who;
        server { listen 127.0.0.1:\(two) ssl http2; \(places) }
        server { listen 127.0.0.1:\(one) ssl; \(places) }
        """,
        [
          "chain.pem": FaultyChain.pem(chain.presented), "chain.key": chain.keyPEM,
          "clients.pem": FaultyChain.pem([clients.tests.root.certificateDER]),
        ])
      try await peer.wait { peer.text("nginx.pid").contains("\n") }
      let request = HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/")
      var requests = 0
      for (port, version) in [(two, "HTTP/2.0"), (one, "HTTP/1.1")] {
        for signsOnly in [false, true] {
          let transport = try NginxMatrixTests.transport(
            chain, port, identity: try clients.identity(signsOnly: signsOnly))
          let answer = try await transport.send(request, body: [])
          #expect(text(answer) == "SUCCESS CN=test leaf \(version)")
          #expect(answer.pinMatch == .holds)
          await transport.close()
        }
        for identity in [nil, try strangers.identity()] {
          let transport = try NginxMatrixTests.transport(chain, port, identity: identity)
          let answer = try await transport.send(request, body: [])
          #expect(answer.response.status == .badRequest && !text(answer).contains("SUCCESS"))
          await transport.close()
        }
        let unpinned = try NginxMatrixTests.transport(chain, port, identity: try clients.identity(), pinned: false)
        #expect(await unpinned.failure(request) == .pinMismatch)
        await unpinned.close()
        // nginx writes a line after its answer; all before the line of one more request are to be of those above.
        let last = try NginxMatrixTests.transport(chain, port, identity: nil)
        _ = try await last.send(HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/last"), body: [])
        await last.close()
        requests += 5
        func lines() -> [Substring] { peer.text("who.log").split(separator: "\n") }
        try await peer.wait { lines().count { $0.hasSuffix(" /last") } == requests / 5 }
        #expect(lines().count == requests && lines().last?.hasSuffix(" /last") == true, "\(lines())")
      }
      peer.end()
    }
  }
#endif
