#if Server
  import NIOSSL
  import SecurityPolicy
  import Testing
  import TrustServer

  @Suite(.timeLimit(.minutes(15))) struct TrustServerTests {
    @Test("The server answers over real TLS, refuses a used port by name, and ends when it is cancelled")
    func listens() async throws {
      let server = try await LiveServer.start()
      let health = try await server.get("/health")
      #expect(health.hasPrefix("HTTP/1.1 200") && health.contains("{\"status\":\"ok\"}"))
      let challenge = try await server.get("/v1/challenge")
      #expect(challenge.lowercased().contains("cache-control: no-store") && challenge.contains("\"expires_in\":300"))
      #expect(try await server.get("/nothing").hasPrefix("HTTP/1.1 404"))
      let (second, _) = try await LiveServer.make(port: server.port)
      await #expect(throws: TrustServerError.portInUse(port: server.port)) { try await second.run() }
      try await server.stop()
    }

    @Test("A policy that wants TLS 1.3 refuses TLS 1.2")
    func minimumVersion() async throws {
      var policy = Stage.policy()
      policy.network.minimumTLS = .tls13
      let server = try await LiveServer.start(policy)
      await #expect(throws: (any Error).self) { try await server.get("/health", most: .tlsv12) }
      #expect(try await server.get("/health").hasPrefix("HTTP/1.1 200"))
      try await server.stop()
    }

    @Test("A key that is not the certificate's is found before listening")
    func wrongKey() async throws {
      let configuration = Stage.configuration(
        Stage.policy(), .dev, TurnedClock(), EventLog(), certificate: try LiveServer.certificate().chain,
        certificateKey: try LiveServer.certificate().key)
      await #expect(throws: TrustServerError.certificateUnusable) {
        try await TrustServer(configuration: configuration, store: InMemoryTrustStore())
      }
    }
  }
#endif
