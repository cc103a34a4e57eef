#if Server
  import CryptoExtras
  import Foundation
  import Redaction
  import SecurityPolicy
  import Testing
  import TrustServer

  @Suite struct TrustConfigurationTests {
    private static func start(_ change: (inout Stage.Options) -> Void = { _ in }) async throws {
      var options = Stage.Options()
      change(&options)
      _ = try await Stage(options: options)
    }

    @Test(
      "An issuer that is no bare https address is refused",
      arguments: [
        "http://trust.test", "https://trust.test/path", "https://", "trust.test", "https://a@trust.test",
        "https://trust.test?a", "https://trust.test#a", "http://127.0.0.1:1",
      ])
    func issuer(_ issuer: String) async throws {
      await #expect(throws: TrustServerError.issuerUnusable) { try await Self.start { $0.issuer = issuer } }
    }

    @Test("Plain http needs the insecure option and loopback")
    func plainHTTP() async throws {
      try await Self.start { ($0.issuer, $0.insecureHTTP) = ("http://127.0.0.1:8080", true) }
      await #expect(throws: TrustServerError.issuerUnusable) {
        try await Self.start { ($0.issuer, $0.insecureHTTP) = ("http://trust.test", true) }
      }
    }

    @Test("An introspection secret that could be guessed is refused; none closes introspection")
    func introspectionSecret() async throws {
      for count in [0, 32, 100] {
        try await Self.start { $0.introspectionSecret = String(repeating: "x", count: count) }
      }
      for count in [1, 16, 31] {
        await #expect(throws: TrustServerError.introspectionSecretTooShort) {
          try await Self.start { $0.introspectionSecret = String(repeating: "x", count: count) }
        }
      }
    }

    @Test("One RSA key for logins and for tokens is refused, also where the token keys lie in the store")
    func sharedKey() async throws {
      for sealing in [[], [UInt8](repeating: 5, count: 32)] {
        await #expect(throws: TrustServerError.keysShared) {
          try await Self.start { ($0.signing, $0.keyEncryptionKey) = (loginPEM, sealing) }
        }
      }
    }

    @Test("Unusable keys and a short random source are found before anything is issued")
    func keys() async throws {
      let short = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024)).pemRepresentation
      try await Self.start()
      await #expect(throws: TrustServerError.signingKeyUnusable) { try await Self.start { $0.signing = "no PEM" } }
      await #expect(throws: TrustServerError.signingKeyUnusable) { try await Self.start { $0.signing = "" } }
      await #expect(throws: TrustServerError.signingKeyUnusable) { try await Self.start { $0.signing = short } }
      await #expect(throws: TrustServerError.loginKeyUnusable) { try await Self.start { $0.login = "no PEM" } }
      await #expect(throws: TrustServerError.loginKeyUnusable) { try await Self.start { $0.login = short } }
      await #expect(throws: TrustServerError.successorKeyUnusable) { try await Self.start { $0.successorKey = [1] } }
      await #expect(throws: TrustServerError.keyEncryptionKeyUnusable) {
        try await Self.start { $0.keyEncryptionKey = [1] }
      }
      let configuration = TrustConfiguration(
        policy: Stage.policy(), environment: .dev, issuer: Stage.issuer, acceptedSliceDigests: [],
        signingKey: Secret(copying: Array((signingPEM ?? "").utf8)),
        loginKey: Secret(copying: Array((loginPEM ?? "").utf8)),
        successorKey: Secret(copying: [UInt8](repeating: 3, count: 32)), certificateChainPEM: [],
        certificateKey: Secret(copying: []), host: "127.0.0.1", port: 0, now: { Date(timeIntervalSince1970: 0) },
        random: { [UInt8](repeating: 7, count: 16) })
      await #expect(throws: TrustServerError.randomnessUnusable) {
        try await TrustDesk(configuration: configuration, store: InMemoryTrustStore())
      }
    }
  }
#endif
