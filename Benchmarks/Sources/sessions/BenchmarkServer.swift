import Crypto
import CryptoExtras
import Foundation
import Redaction
import SecurityPolicy
import Synchronization
import TrustServer
import TrustWire

/// A desk with bearer tokens, and installations that were admitted to it. The clock stands until it is advanced.
struct BenchmarkServer: Sendable {
  static let issuer = "https://trust.test:8443"
  private static let user = "ada"
  private static let password = "correct horse"
  let desk: TrustDesk
  private let clock = Clock()

  private final class Clock: Sendable {
    private let seconds = Mutex<Int64>(1_800_000_000)
    var now: Int64 { seconds.withLock { $0 } }
    func advance(by count: Int64) { seconds.withLock { $0 += count } }
  }

  /// - Parameter keySize: of the key that signs tokens.
  init(store: any TrustStore, keySize: _RSA.Signing.KeySize = .bits2048) async throws {
    var policy = Policy(name: "benchmark", environments: [:])
    policy.session.tokenBinding = .optional
    policy.session.loginEncryption = .transport
    policy.server.unattested.admitted = true
    policy.server.unattested.mayLogIn = true
    policy.server.unattested.requestsPerMinute = 10_000_000
    policy.server.devices[.linux] = DeviceRules()
    let signing = try _RSA.Signing.PrivateKey(keySize: keySize).pemRepresentation
    let login = try _RSA.Encryption.PrivateKey(keySize: .bits2048).pemRepresentation
    desk = try await TrustDesk(
      configuration: TrustConfiguration(
        policy: policy, environment: .dev, issuer: Self.issuer, acceptedSliceDigests: ["slice"],
        signingKey: Secret(copying: Array(signing.utf8)), loginKey: Secret(copying: Array(login.utf8)),
        successorKey: Secret(copying: [UInt8](repeating: 3, count: 32)), certificateChainPEM: [],
        certificateKey: Secret(copying: []), host: "127.0.0.1", port: 0,
        now: { [clock] in Date(timeIntervalSince1970: TimeInterval(clock.now)) },
        random: { SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) } }), store: store)
  }

  func advance(by seconds: Int64) { clock.advance(by: seconds) }

  func send(
    _ method: String, _ route: TrustRoute, _ body: [UInt8] = [], headers: [String: [String]] = [:],
    peer: String = "127.0.0.1"
  ) async -> TrustAnswer {
    await desk.respond(
      to: TrustRequest(
        method: method, path: route.rawValue,
        headers: ["content-type": ["application/x-www-form-urlencoded"]].merging(headers) { $1 }, body: body,
        peer: peer))
  }

  /// Once, before anybody signs in.
  func addPerson() async throws {
    try await desk.addAccount(user: Self.user, password: Secret(copying: Array(Self.password.utf8)))
  }

  /// A session of the one person there is, through a new installation.
  func signIn() async throws -> TokenResponse {
    let app = try await admit()
    let answer = await send(
      "POST", .token, TokenRequest.plainLogin(user: Self.user, password: Self.password).form.bytes,
      headers: [TrustRoute.appTokenHeader.lowercased(): [app.accessToken]])
    guard answer.status == 200 else { throw Unexpected(status: answer.status) }
    return try TokenResponse(reading: answer.body)
  }

  /// A new installation's tokens.
  func admit() async throws -> TokenResponse {
    try await token(.deviceReport(compact: try await report(by: P256.Signing.PrivateKey())))
  }

  /// A signed report of a clean device for a new challenge.
  func report(by key: P256.Signing.PrivateKey, peer: String = "127.0.0.1") async throws -> String {
    let challenge = try ChallengeMessage(reading: await send("GET", .challenge, peer: peer).body).challenge
    let report = SecurityReport(
      checkVersion: 1, date: clock.now, challenge: challenge,
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
