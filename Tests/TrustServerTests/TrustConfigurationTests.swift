#if Server
  import Crypto
  import Foundation
  import Redaction
  import SecurityPolicy
  import Testing
  import TrustServer

  @Suite struct TrustConfigurationTests {
    private static func start(
      issuer: String = Stage.issuer, signing: String? = signingPEM, login: [UInt8]? = nil, dice: Int = 32
    ) async throws {
      let configuration = TrustConfiguration(
        policy: Stage.policy(), environment: .dev, issuer: issuer, acceptedSliceDigests: [],
        signingKey: Secret(copying: Array((signing ?? "").utf8)),
        loginKey: Secret(copying: login ?? Array(loginPrivate.rawRepresentation)), certificateChainPEM: [],
        certificateKey: Secret(copying: []), host: "127.0.0.1", port: 0, now: { Date(timeIntervalSince1970: 0) },
        random: { [UInt8](repeating: 7, count: dice) })
      _ = try await TrustDesk(configuration: configuration, store: InMemoryTrustStore())
    }

    @Test(
      "An issuer that is no bare https address is refused",
      arguments: ["http://trust.test", "https://trust.test/path", "https://", "trust.test", "https://a@trust.test"])
    func issuer(_ issuer: String) async throws {
      await #expect(throws: TrustServerError.issuerUnusable) { try await Self.start(issuer: issuer) }
    }

    @Test("Unusable keys and a short random source are found before anything is issued")
    func keys() async throws {
      try await Self.start()
      await #expect(throws: TrustServerError.signingKeyUnusable) { try await Self.start(signing: "no PEM") }
      await #expect(throws: TrustServerError.loginKeyUnusable) { try await Self.start(login: [1, 2, 3]) }
      await #expect(throws: TrustServerError.randomnessUnusable) { try await Self.start(dice: 16) }
    }
  }
#endif
