import AppIntegrity
import AppSession
import Crypto
import CryptoExtras
import DataLifecycle
import Foundation
import HTTPTypes
import Mantlet
import NetworkTrust
import SealedRecords
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import TrustWire
import UntrustedInput

/// The server's three routes in memory, with the faults that a test turns on.
final class TinyServer: Sendable {
  struct State: Sendable {
    var tokens = 0
    var isOffline = false
    var refusal: RefusalBody?
    /// Uploads to refuse as expired before one is let through.
    var expiredUploads = 0
    /// How many records of one upload are accepted.
    var acceptedPerUpload = Int.max
    var stored: [String] = []
    /// What a route answers instead of what it should, by its path.
    var answers: [String: HTTPAnswer] = [:]
    /// What the proofs of uploads must carry.
    var nonce: String?
    /// The parcels of the reports that were presented.
    var reports: [String] = []
    /// Refresh tokens whose sessions were ended.
    var revoked: [String] = []
  }

  static let challenge = Base64URL.encode([UInt8](1...32))
  let state = Mutex(State())

  func answer(_ request: HTTPRequest, _ body: [UInt8]) throws(NetworkError) -> HTTPAnswer {
    if let answer = state.withLock({ $0.answers[request.path ?? ""] ?? $0.answers[request.place] }) { return answer }
    if let answer = nonceRefusal(request) { return answer }
    let result = state.withLock { state -> (Int, [UInt8])? in
      if state.isOffline { return nil }
      switch request.place {
      case TrustRoute.challenge.rawValue:
        return (200, ChallengeMessage(challenge: Self.challenge, expiresIn: 300).bytes)
      case TrustRoute.token.rawValue:
        if let report = (try? FormBody(reading: body))?["report"] { state.reports.append(report) }
        if let refusal = state.refusal { return (403, refusal.bytes) }
        state.tokens += 1
        return (200, Self.tokens(request, body, state.tokens).bytes)
      case TrustRoute.jwks.rawValue: return (200, TestTokenIssuer.keySet([.first]))
      case TrustRoute.revoke.rawValue:
        guard let token = (try? FormBody(reading: body))?["token"] else { return (400, []) }
        state.revoked.append(token)
        return (200, [])
      case TrustRoute.records.rawValue:
        if state.expiredUploads > 0 {
          state.expiredUploads -= 1
          return (401, RefusalBody(.invalidToken, .tokenExpired, "expired").bytes)
        }
        guard let batch = try? RecordBatch(reading: body) else { return (400, []) }
        let accepted = batch.entries.prefix(state.acceptedPerUpload).map(\.id)
        state.stored += accepted
        return (200, RecordReceipt(accepted: accepted).bytes)
      default: return (404, [])
      }
    }
    guard let (status, bytes) = result else { throw .unreachable(errno: 111) }
    return HTTPAnswer(response: HTTPResponse(status: .init(code: status)), body: bytes)
  }
}

extension TinyServer {
  /// What an upload without the nonce gets.
  private func nonceRefusal(_ request: HTTPRequest) -> HTTPAnswer? {
    guard request.path == TrustRoute.records.rawValue, let nonce = state.withLock({ $0.nonce }),
      let name = HTTPField.Name("DPoP-Nonce"), let proofName = HTTPField.Name(TrustRoute.proofHeader)
    else { return nil }
    let message = try? SignedMessage(verifying: request.headerFields[proofName] ?? "", as: .dpop)
    if let message, String(decoding: message.payload, as: UTF8.self).contains(nonce) { return nil }
    return HTTPAnswer(
      response: HTTPResponse(status: .unauthorized, headerFields: [name: nonce]),
      body: RefusalBody(.useNonce, .nonceNeeded, "nonce").bytes)
  }

  /// Tokens that a pinned key signed, for the device whose key proved itself.
  private static func tokens(_ request: HTTPRequest, _ body: [UInt8], _ number: Int) -> TokenResponse {
    let proof = HTTPField.Name(TrustRoute.proofHeader).flatMap { request.headerFields[$0] } ?? ""
    let device = (try? SignedMessage(verifying: proof, as: .dpop))?.key.thumbprint ?? "nobody"
    let form = try? FormBody(reading: body)
    let person = person(form)
    let isApp = person == nil
    let token = TestTokenIssuer.first.token(
      TestTokenIssuer.claims(
        issuer: "https://trust.test", kind: isApp ? .app : .user, subject: person ?? device,
        session: "session", device: device, boundKey: device, now: 1_800_000_000, identifier: "4711-\(number)"))
    return TokenResponse(
      accessToken: token, refreshToken: "refresh-4711-\(number)-\(Base64URL.encode(Array((person ?? "").utf8)))",
      tokenType: "DPoP",
      expiresIn: 1800, tier: .unattested)
  }
}

extension TinyServer {
  /// Who signs in, or whose refresh token this is; nil for an installation.
  private static func person(_ form: FormBody?) -> String? {
    if let sealed = form?["credential"], let key = try? _RSA.Encryption.PrivateKey(pemRepresentation: loginKeyText),
      let credential = try? LoginCredential.open(sealed, with: key)
    {
      return credential.user
    }
    if let name = form?["username"] { return name }
    guard let parts = form?["refresh_token"]?.split(separator: "-", maxSplits: 3), parts.count == 4 else { return nil }
    return (try? Base64URL.decode(String(parts[3]))).map { String(decoding: $0, as: UTF8.self) }
  }
}

struct QuietDevice: SystemFacts, SignalSource {
  /// Turned on, the system cannot say its name: no check can be made.
  final class Namelessness: Sendable {
    private let state = Mutex(false)
    var isOn: Bool { state.withLock { $0 } }
    func turnOn() { state.withLock { $0 = true } }
  }

  var namelessness = Namelessness()

  func system() -> OperatingSystem? {
    namelessness.isOn
      ? nil : OperatingSystem(platform: .linux, name: "Debian", version: "12", patchLevel: nil)
  }
  func signals() -> [Signal] {
    [Signal(probe: "debug.t", category: .debug, strength: .strong, family: .processState, observation: .detected)]
  }
}

let policyKey = P256.Signing.PrivateKey()
/// The key that logins are encrypted to.
private let loginKeyText = TestTokenIssuer.second.key.pemRepresentation
let loginKey: [UInt8] = [UInt8](TestTokenIssuer.second.key.publicKey.derRepresentation)
let policySigner = DevicePublicKey(policyKey.publicKey).thumbprint

func testPolicy() throws -> Policy {
  let pins = [UInt8(1), 2].map { Data(repeating: $0, count: 32).base64EncodedString() }
  let environment = EnvironmentRequirement(
    endpoint: "https://trust.test", pins: pins, tokenKeys: [TestTokenIssuer.first.id],
    loginKey: Base64URL.encode(loginKey))
  return Policy(name: "test", environments: [.dev: environment])
}

func testSlice(_ change: (inout Policy) -> Void = { _ in }) throws -> PolicySlice {
  var policy = try testPolicy()
  change(&policy)
  guard let slice = policy.slice(for: .dev) else { throw PolicyError.notCanonical }
  return slice
}

func signed(
  _ payload: [UInt8], _ kind: SignedMessage.Kind = .policySlice, by key: P256.Signing.PrivateKey = policyKey
) async throws -> String {
  try await SignedMessage.compact(kind, payload: payload, key: DevicePublicKey(key.publicKey)) {
    [UInt8](try key.signature(for: $0).rawRepresentation)
  }
}

/// One installation that talks to a tiny server.
struct Stage {
  let server = TinyServer()
  let device: Device
  let transport: InMemoryTransport
  let shield: Shield
  var secrets: InMemorySecretStore { device.secrets }
  var records: InMemoryRecords { device.records }

  /// What outlives the process.
  struct Device {
    var secrets = InMemorySecretStore()
    var records = InMemoryRecords()
    var container = InMemoryInstallationContainer()
    var journal = InMemoryWipeJournal()
    var targets: [any WipeTarget] = []
    var migration: LegacyMigration?
    var cacheFolder: String?
    var preferences: (any PreferenceStore)?
    /// Whether its owner can be asked.
    var hasOwner = false
    var clock = ManualDeviceClock()
    /// Apple's service; nil for a device without hardware evidence.
    var service: InsecureAppAttest?
    let namelessness = QuietDevice.Namelessness()
    /// Whose records were opened, in this order.
    let owners = Owners()
  }

  final class Owners: Sendable {
    private let list = Mutex<[RecordOwner]>([])
    private let anchors = Mutex<[any RecordAnchor]>([])
    var all: [RecordOwner] { list.withLock { $0 } }
    var lastAnchor: (any RecordAnchor)? { anchors.withLock { $0.last } }
    func note(_ owner: RecordOwner, _ anchor: any RecordAnchor) {
      list.withLock { $0.append(owner) }
      anchors.withLock { $0.append(anchor) }
    }
  }

  /// - Parameter over: takes the secret store's place, for faults.
  init(
    _ device: Device = Device(), over secrets: (any SecretStore)? = nil, slice: PolicySlice? = nil,
    adapting change: (inout Shield.Adapters) -> Void = { _ in }
  ) async throws {
    self.device = device
    let transport = InMemoryTransport { [server] request, body throws(NetworkError) in
      try server.answer(request, body)
    }
    self.transport = transport
    let probes = QuietDevice(namelessness: device.namelessness)
    let (records, owners) = (device.records, device.owners)
    var absent = Stage.absent.filter { kind in !device.targets.contains { $0.kind == kind.key } }
    if device.cacheFolder != nil { absent[.caches] = nil }
    if device.preferences != nil { absent[.preferences] = nil }
    var adapters = Shield.Adapters(
      secrets: secrets ?? device.secrets, owner: device.hasOwner ? device.secrets : nil,
      openRecords: { owner, _, anchor in
        owners.note(owner, anchor)
        return records
      },
      recordFiles: [], container: device.container, migration: device.migration, cacheFolder: device.cacheFolder,
      preferences: device.preferences, journal: device.journal, wipeTargets: device.targets, absent: absent,
      transport: transport, check: SecurityCheck(facts: probes, sources: [probes]))
    adapters.pinParameters = .least
    if let service = device.service { adapters.openAttesting = Shield.Adapters.appAttest(service) }
    change(&adapters)
    shield = try await Shield.open(
      policy: try DevicePolicy(verifying: try await signed((slice ?? testSlice()).bytes), signedBy: policySigner),
      app: AppIdentity(identifier: "org.example", version: "1"), adapters: adapters,
      now: { Date(timeIntervalSince1970: 1_800_000_000) },
      surroundings: SessionSurroundings(
        clock: { [clock = device.clock] in clock.reading }, sleep: { _ in }, identifier: { UUID().uuidString }))
  }

  /// What a device in memory has none of.
  static let absent: [UserDataKind: Verdict.Reason] = Dictionary(
    uniqueKeysWithValues: UserDataKind.allCases.filter {
      ![.cryptographicKeys, .pin, .secrets, .records, .sessionContext].contains($0)
    }.map { ($0, "a test") })

  func requests(_ route: TrustRoute) -> [InMemoryTransport.Received] {
    transport.received.filter { $0.request.place == route.rawValue }
  }
}

extension HTTPRequest {
  /// The path without what follows the question mark.
  var place: String { path?.split(separator: "?").first.map { String($0) } ?? "" }
}
