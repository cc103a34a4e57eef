#if Server
  import CryptoExtras
  import Foundation
  import Redaction
  import SecurityPolicy
  import Testing
  import TrustServer

  @Suite(.timeLimit(.minutes(15))) struct InsecureServerTests {
    private static let keyPEM: String? = try? _RSA.Encryption.PrivateKey(keySize: .bits2048).pemRepresentation

    private static func configuration(
      host: String, environment: EnvironmentName, insecureHTTP: Bool
    ) throws -> TrustConfiguration {
      let (chain, key) = try LiveServer.certificate()
      let pem = Array(try #require(keyPEM).utf8)
      return TrustConfiguration(
        policy: Stage.policy(), environment: environment,
        issuer: insecureHTTP ? "http://127.0.0.1:8080" : "https://trust.test", acceptedSliceDigests: [],
        signingKey: Secret(copying: Array(try #require(signingPEM).utf8)), loginKey: Secret(copying: pem),
        successorKey: Secret(copying: [UInt8](repeating: 7, count: 32)),
        certificateChainPEM: insecureHTTP ? [] : chain, certificateKey: Secret(copying: insecureHTTP ? [] : key),
        host: host, port: 0, insecureHTTP: insecureHTTP, now: { Date() },
        random: { (0..<32).map { _ in UInt8.random(in: 0...255) } })
    }

    private func make(host: String, environment: EnvironmentName = .dev, clock: InsecureTestClock? = nil) async throws {
      _ = try await TrustServer(
        configuration: try Self.configuration(host: host, environment: environment, insecureHTTP: clock == nil),
        store: InMemoryTrustStore(), insecureTestClock: clock)
    }

    @Test("Plain HTTP and the test clock are refused on every address but loopback, names included")
    func loopbackOnly() async throws {
      for host in ["0.0.0.0", "::", "localhost", "192.0.2.1", "127.0.0.1.example.org"] {
        await #expect(throws: TrustServerError.insecureOffLoopback, "\(host)") { try await make(host: host) }
        await #expect(throws: TrustServerError.insecureOffLoopback, "\(host)") {
          try await make(host: host, clock: InsecureTestClock { Date() })
        }
      }
      try await make(host: "127.0.0.1")
      try await make(host: "::1")
    }

    @Test("Neither is there in the environment prod")
    func notInProd() async throws {
      await #expect(throws: TrustServerError.insecureInProd) { try await make(host: "127.0.0.1", environment: .prod) }
      await #expect(throws: TrustServerError.insecureInProd) {
        try await make(host: "127.0.0.1", environment: .prod, clock: InsecureTestClock { Date() })
      }
    }

    @Test("The clock's address is there with the test clock only, turns it on and back, and refuses what is no number")
    func clock() async throws {
      let without = try await LiveServer.start()
      #expect(try await without.get(InsecureTestClock.path).hasPrefix("HTTP/1.1 404"))
      try await without.stop()
      let clock = InsecureTestClock { Date(timeIntervalSince1970: 1_800_000_000) }
      let server = try await LiveServer.start(insecureTestClock: clock)
      func post(_ type: String, _ body: String) async throws -> String {
        let connection = try await server.connect()
        await connection.send(
          "POST /_test/clock HTTP/1.1\r\nhost: localhost\r\ncontent-type: \(type)\r\nconnection: close\r\n"
            + "content-length: \(body.utf8.count)\r\n\r\n\(body)")
        return try await connection.rest()
      }
      let form = "application/x-www-form-urlencoded"
      #expect(try await post(form, "seconds=3600").contains(#""now":1800003600"#))
      #expect(try await post("application/json", #"{"seconds":60}"#).contains(#""now":1800003660"#))
      #expect(try await post(form, "seconds=-660").contains(#""now":1800003000"#))
      for wrong in [
        "seconds=", "seconds=1.5", "seconds=9223372036854775807", "seconds=400000000", "x=1", "seconds=1&seconds=2",
      ] {
        #expect(try await post(form, wrong).hasPrefix("HTTP/1.1 400"), "\(wrong)")
      }
      #expect(try await server.get(InsecureTestClock.path).contains(#""offset":3000"#))
      #expect(clock.now() == Date(timeIntervalSince1970: 1_800_003_000))
      try await server.stop()
    }

    @Test("With plain HTTP no certificate is needed, and requests are answered")
    func plainHTTP() async throws {
      let server = try await TrustServer(
        configuration: try Self.configuration(host: "127.0.0.1", environment: .dev, insecureHTTP: true),
        store: InMemoryTrustStore())
      let (ports, port) = AsyncStream.makeStream(of: Int.self)
      let running = Task {
        defer { port.finish() }
        try await server.run { port.yield($0) }
      }
      var found = 0
      for await port in ports {
        found = port
        break
      }
      #expect(try await LiveServer.plain("GET", "/health", port: found).hasPrefix("HTTP/1.1 200"))
      running.cancel()
      try await running.value
    }
  }
#endif
