import Crypto
import CryptoExtras
import Foundation
import Redaction
import SecurityPolicy
import TrustServer
import TrustWire

/// A desk with bearer tokens, and installations that were admitted to it. The clock stands.
struct BenchmarkServer: Sendable {
  static let issuer = "https://trust.test:8443"
  static let now: Int64 = 1_800_000_000
  let desk: TrustDesk

  init(store: any TrustStore) async throws {
    var policy = Policy(name: "benchmark", environments: [:])
    policy.session.tokenBinding = .optional
    policy.server.unattested.admitted = true
    policy.server.unattested.mayLogIn = true
    policy.server.unattested.requestsPerMinute = 10_000_000
    policy.server.devices[.linux] = DeviceRules()
    let signing = try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
    let login = try _RSA.Encryption.PrivateKey(keySize: .bits2048).pemRepresentation
    desk = try await TrustDesk(
      configuration: TrustConfiguration(
        policy: policy, environment: .dev, issuer: Self.issuer, acceptedSliceDigests: ["slice"],
        signingKey: Secret(copying: Array(signing.utf8)), loginKey: Secret(copying: Array(login.utf8)),
        successorKey: Secret(copying: [UInt8](repeating: 3, count: 32)), certificateChainPEM: [],
        certificateKey: Secret(copying: []), host: "127.0.0.1", port: 0,
        now: { Date(timeIntervalSince1970: TimeInterval(Self.now)) },
        random: { SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) } }), store: store)
  }

  func send(
    _ method: String, _ route: TrustRoute, _ body: [UInt8] = [], peer: String = "127.0.0.1"
  ) async -> TrustAnswer {
    await desk.respond(
      to: TrustRequest(
        method: method, path: route.rawValue, headers: ["content-type": ["application/x-www-form-urlencoded"]],
        body: body, peer: peer))
  }

  /// A new installation's tokens.
  func admit() async throws -> TokenResponse {
    try await token(.deviceReport(compact: try await report(by: P256.Signing.PrivateKey())))
  }

  /// A signed report of a clean device for a new challenge.
  func report(by key: P256.Signing.PrivateKey, peer: String = "127.0.0.1") async throws -> String {
    let challenge = try ChallengeMessage(reading: await send("GET", .challenge, peer: peer).body).challenge
    let report = SecurityReport(
      checkVersion: 1, date: Self.now, challenge: challenge,
      system: OperatingSystem(platform: .linux, name: "Debian", version: "12", patchLevel: nil), isRooted: .no,
      isHooked: .no, isDebugged: .no, signals: [], app: "app", appVersion: "1", environment: .dev, profile: .debug,
      policyDigest: "slice")
    return try await SignedMessage.compact(
      .report, payload: report.bytes, key: DevicePublicKey(key.publicKey)
    ) { [UInt8](try key.signature(for: $0).rawRepresentation) }
  }

  func token(_ request: TokenRequest) async throws -> TokenResponse {
    let answer = await send("POST", .token, request.form.bytes)
    guard answer.status == 200 else { throw Unexpected(status: answer.status) }
    return try TokenResponse(reading: answer.body)
  }

  struct Unexpected: Error { let status: Int }
}
