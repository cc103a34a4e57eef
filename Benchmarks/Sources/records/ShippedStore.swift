#if os(Linux)
  import AppIntegrity
  import Crypto
  import DataLifecycle
  import Foundation
  import HTTPTypes
  import LinuxSecretFiles
  import Mantlet
  import NetworkTrust
  import SealedRecords
  import SecretStorage
  import SecurityPolicy
  import TrustWire
  import UntrustedInput

  /// Records as an app has them: through the façade, whose anchor and keys are secrets in sealed files. There is no server.
  enum ShippedStore {
    private struct Nowhere: HTTPTransport {
      func send(_ request: HTTPRequest, body: [UInt8]) async throws(NetworkError) -> HTTPAnswer {
        throw .unreachable(errno: 0)
      }
    }

    private struct NoDevice: SystemFacts, SignalSource {
      func system() -> OperatingSystem? { nil }
      func signals() -> [Signal] { [] }
    }

    /// An installation in use.
    private struct Container: InstallationContainer {
      func trace() async throws(StorageError) -> ContainerTrace { .unmarked }
      func save(_ marker: InstallationMarker) async throws(StorageError) {}
    }

    static func open(in folder: String) async throws -> Shield {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      let path = folder + "/records.sqlite"
      let device = NoDevice()
      let held: Set<UserDataKind> = [.cryptographicKeys, .pin, .secrets, .records, .sessionContext]
      let absent = UserDataKind.allCases.filter { !held.contains($0) }.map { ($0, Verdict.Reason("a benchmark")) }
      let adapters = Shield.Adapters(
        secrets: try SecretFiles(folder: folder + "/secrets", random: SystemRandomNumberGenerator()),
        openRecords: { owner, keys, anchor throws(SealedRecords.RecordError) in
          try await SQLiteRecords.open(
            path: path, owner: owner, adoptsUnowned: true, keys: keys, anchor: anchor,
            random: SystemRandomNumberGenerator())
        },
        recordFiles: [path], container: Container(), journal: WipeJournalFile(folder: folder + "/journal"),
        wipeTargets: [], absent: Dictionary(uniqueKeysWithValues: absent), transport: Nowhere(),
        check: SecurityCheck(facts: device, sources: [device]))
      return try await Shield.open(
        policy: try await policy(), app: AppIdentity(identifier: "org.example", version: "1"), adapters: adapters)
    }

    private static func policy() async throws -> DevicePolicy {
      let pins = [UInt8(1), 2].map { Data(repeating: $0, count: 32).base64EncodedString() }
      let environment = EnvironmentRequirement(
        endpoint: "https://trust.test", pins: pins, tokenKeys: [Base64URL.encode([UInt8](repeating: 7, count: 32))],
        loginKey: Base64URL.encode(P256.KeyAgreement.PrivateKey().publicKey.x963Representation))
      guard let slice = Policy(name: "benchmark", environments: [.dev: environment]).slice(for: .dev) else {
        throw PolicyError.notCanonical
      }
      let key = P256.Signing.PrivateKey()
      let signer = DevicePublicKey(key.publicKey)
      let compact = try await SignedMessage.compact(.policySlice, payload: slice.bytes, key: signer) {
        [UInt8](try key.signature(for: $0).rawRepresentation)
      }
      return try DevicePolicy(verifying: compact, signedBy: signer.thumbprint)
    }
  }
#endif
