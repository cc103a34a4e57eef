import AppIntegrity
import AppSession
import Crypto
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
  }

  static let challenge = Base64URL.encode([UInt8](1...32))
  let state = Mutex(State())

  func answer(_ request: HTTPRequest, _ body: [UInt8]) throws(NetworkError) -> HTTPAnswer {
    let result = state.withLock { state -> (Int, [UInt8])? in
      if state.isOffline { return nil }
      switch request.path {
      case TrustRoute.challenge.rawValue:
        return (200, ChallengeMessage(challenge: Self.challenge, expiresIn: 300).bytes)
      case TrustRoute.token.rawValue:
        if let refusal = state.refusal { return (403, refusal.bytes) }
        state.tokens += 1
        return (
          200,
          TokenResponse(
            accessToken: "access-4711-\(state.tokens)", refreshToken: "refresh-4711-\(state.tokens)",
            tokenType: "DPoP", expiresIn: 1800, tier: .unattested
          ).bytes
        )
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

struct QuietDevice: SystemFacts, SignalSource {
  func system() -> OperatingSystem? {
    OperatingSystem(platform: .linux, name: "Debian", version: "12", patchLevel: nil)
  }
  func signals() -> [Signal] {
    [Signal(probe: "debug.t", category: .debug, strength: .strong, family: .processState, observation: .detected)]
  }
}

let policyKey = P256.Signing.PrivateKey()
let loginKey = P256.KeyAgreement.PrivateKey()
let policySigner = DevicePublicKey(policyKey.publicKey).thumbprint

func testSlice() throws -> PolicySlice {
  let pins = [UInt8(1), 2].map { Data(repeating: $0, count: 32).base64EncodedString() }
  let environment = EnvironmentRequirement(
    endpoint: "https://trust.test", pins: pins, tokenKeys: [Base64URL.encode([UInt8](repeating: 7, count: 32))],
    loginKey: Base64URL.encode(loginKey.publicKey.x963Representation))
  let policy = Policy(name: "test", environments: [.dev: environment])
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
    /// Whose records were opened, in this order.
    let owners = Owners()
  }

  final class Owners: Sendable {
    private let list = Mutex<[RecordOwner]>([])
    var all: [RecordOwner] { list.withLock { $0 } }
    func note(_ owner: RecordOwner) { list.withLock { $0.append(owner) } }
  }

  /// - Parameter over: takes the secret store's place, for faults.
  init(_ device: Device = Device(), over secrets: (any SecretStore)? = nil) async throws {
    self.device = device
    let transport = InMemoryTransport { [server] request, body throws(NetworkError) in
      try server.answer(request, body)
    }
    self.transport = transport
    let probes = QuietDevice()
    let (records, owners) = (device.records, device.owners)
    let adapters = Shield.Adapters(
      secrets: secrets ?? device.secrets,
      openRecords: { owner, _, _ in
        owners.note(owner)
        return records
      },
      recordFiles: [], container: device.container, journal: device.journal, wipeTargets: device.targets,
      absent: Stage.absent.filter { kind in !device.targets.contains { $0.kind == kind.key } }, transport: transport,
      check: SecurityCheck(facts: probes, sources: [probes]))
    shield = try await Shield.open(
      policy: try DevicePolicy(verifying: try await signed(try testSlice().bytes), signedBy: policySigner),
      app: AppIdentity(identifier: "org.example", version: "1"), adapters: adapters,
      now: { Date(timeIntervalSince1970: 1_800_000_000) })
  }

  /// What a device in memory has none of.
  static let absent: [UserDataKind: Verdict.Reason] = Dictionary(
    uniqueKeysWithValues: UserDataKind.allCases.filter {
      ![.cryptographicKeys, .pin, .secrets, .records, .sessionContext].contains($0)
    }.map { ($0, "a test") })

  func requests(_ route: TrustRoute) -> [InMemoryTransport.Received] {
    transport.received.filter { $0.request.path == route.rawValue }
  }
}
