#if LinuxClient
  import ChainSamples
  import Foundation
  import HTTPTypes
  import LinuxTransport
  import LoopbackPort
  import NetworkTrust
  import SecurityPolicy
  import Testing

  /// The faults of ``BadCertificateTests`` presented by nginx, one process with a server for each.
  @Suite(.enabled(if: Peer.isUsable(Peer.nginx), "no nginx (apt-get install nginx-light)"))
  struct NginxMatrixTests {
    @Test("nginx with a faulty certificate is refused by the name that the pure evaluation gives, and logs no request")
    func refused() async throws {
      var (files, servers, cases): ([String: String], String, [(chain: FaultyChain, port: UInt16, name: String)]) =
        ([:], "", [])
      for fault in FaultyChain.Fault.allCases {
        let (chain, port) = (try FaultyChain(fault), try LoopbackPort.free())
        files["\(fault).pem"] = FaultyChain.pem(chain.presented)
        files["\(fault).key"] = chain.keyPEM
        servers += """
          server { listen 127.0.0.1:\(port) ssl; ssl_certificate \(fault).pem; ssl_certificate_key \(fault).key;
            location / { return 200 "seen"; } }

          """
        cases.append((chain, port, fault.rawValue))
      }
      let peer = try Self.peer(servers, files)
      try await peer.wait { peer.text("nginx.pid").contains("\n") }
      var refused: [String] = []
      for (chain, port, name) in cases {
        let expected = try await BadCertificateTests.pure(chain)
        let transport = try Self.transport(chain, port)
        #expect(await transport.failure(.init(method: .get, scheme: nil, authority: nil, path: "/\(name)")) == expected)
        await transport.close()
        // It answers first and logs then.
        if expected == nil { try await peer.wait { peer.text("access.log").contains("/\(name) ") } }
        #expect(peer.text("access.log").contains("/\(name) ") == (expected == nil), "\(name)")
        if expected != nil { refused.append(name) }
      }
      // One that it answered late is in its log by now: it has answered others since, one after the other.
      let sound = try #require(cases.first { $0.name == FaultyChain.Fault.none.rawValue })
      let last = try Self.transport(sound.chain, sound.port)
      _ = await last.failure(.init(method: .get, scheme: nil, authority: nil, path: "/last"))
      await last.close()
      try await peer.wait { peer.text("access.log").contains("/last ") }
      let log = peer.text("access.log")
      for name in refused { #expect(!log.contains("/\(name) "), "\(name)") }
      peer.end()
    }

    @Test("nginx whose key is not pinned gets no request, nor does it when the pins have ended; the reserve's gets one")
    func pins() async throws {
      let (chain, port) = (try FaultyChain(.none), try LoopbackPort.free())
      let peer = try Self.peer(
        """
        server { listen 127.0.0.1:\(port) ssl; ssl_certificate chain.pem; ssl_certificate_key chain.key;
          location / { return 200 "seen"; } }
        """, ["chain.pem": FaultyChain.pem(chain.presented), "chain.key": chain.keyPEM])
      try await peer.wait { peer.text("nginx.pid").contains("\n") }
      let host = try ServerHost("localhost")
      let foreign = try [1, 2].map { try ServerPin(digest: .init(repeating: $0, count: 32)) }
      let entry = PinnedHost(host: host, pins: try PinSet([foreign[0], ServerPin(certificateDER: chain.anchor)]))
      var rules = PinningRequirement()
      rules.expires = PolicyDay("2023-11-14")
      for (path, pinning, expected) in [
        ("/wrong", PinPolicy(try PinSet(foreign)), NetworkError.pinMismatch),
        ("/ended", try PinPolicy(hosts: [entry], rules: rules), .untrusted(.pinsExpired)),
        ("/reserve", try PinPolicy(hosts: [entry]), nil),
      ] as [(String, PinPolicy, NetworkError?)] {
        let transport = try PinnedHTTPTransport(
          endpoint: Endpoint(host: host, port: port),
          trust: TrustEvaluation(anchors: .certificates([chain.anchor]), pinning: pinning), now: { FaultyChain.now })
        #expect(await transport.failure(.init(method: .get, scheme: nil, authority: nil, path: path)) == expected)
        await transport.close()
      }
      // It answers one after the other, so the others would be in its log by now.
      try await peer.wait { peer.text("access.log").contains("/reserve ") }
      let log = peer.text("access.log")
      #expect(!log.contains("/wrong ") && !log.contains("/ended "))
      peer.end()
    }

    /// nginx with these servers, which may have keys and signatures that Debian's settings would refuse.
    static func peer(_ servers: String, _ files: [String: String]) throws -> Peer {
      let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map { "\($0)_temp_path temp;" }
      return try Peer(
        Peer.nginx, ["-e", "stderr", "-p", ".", "-c", "nginx.conf", "-g", "daemon off; pid nginx.pid;"],
        files: files.merging([
          "openssl.cnf": """
          openssl_conf = all
          [all]
          ssl_conf = tls
          [tls]
          system_default = level
          [level]
          CipherString = ALL:@SECLEVEL=0
          """,
          "nginx.conf": """
          worker_processes 1; master_process off; error_log stderr warn;
          events { worker_connections 256; }
          http { access_log access.log; \(temporary.joined(separator: " "))
          \(servers)
          }
          """,
        ]) { $1 }, environment: ["OPENSSL_CONF": "FOLDER/openssl.cnf"])
    }

    static func transport(
      _ chain: FaultyChain, _ port: UInt16, identity: (any ClientIdentitySource)? = nil, pinned: Bool = true,
      requirement: NetworkRequirement = .init()
    ) throws -> PinnedHTTPTransport {
      let key =
        pinned ? try ServerPin(certificateDER: chain.anchor) : try ServerPin(digest: .init(repeating: 1, count: 32))
      return try PinnedHTTPTransport(
        endpoint: Endpoint(host: ServerHost("localhost"), port: port),
        trust: TrustEvaluation(
          anchors: .certificates([chain.anchor]),
          pins: PinSet([key, ServerPin(digest: .init(repeating: 7, count: 32))])),
        requirement: requirement, identity: identity, now: { FaultyChain.now })
    }
  }
#endif
