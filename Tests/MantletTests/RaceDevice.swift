#if Records
  import AppIntegrity
  import AppSession
  import DataLifecycle
  import Foundation
  import HTTPTypes
  import Mantlet
  import NetworkTrust
  import Redaction
  import SealedRecords
  import SecretStorage
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import TrustWire

  extension InMemorySecretStore {
    /// The bytes of an item.
    func copy(_ name: SecretName) -> [UInt8]? { try? read(name)?.withExposedBytes { Array($0) } }
  }

  /// An installation with records in a real database: what outlives its processes.
  /// Its server can be held in the middle of an answer.
  final class RaceDevice: Sendable {
    static let anchor = SecretName(constant: "record-anchor")

    let folder: String
    let secrets = InMemorySecretStore()
    let container = InMemoryInstallationContainer()
    let journal = InMemoryWipeJournal()
    let server = TinyServer()
    let uploads = Mutex<[(token: String, body: String)]>([])
    /// Whether a login waits at the server, and whether it is let go.
    let login = Mutex((isHeld: false, isThere: false))
    /// Whether the end of a session waits at the server, and whether it is let go.
    let revocation = Mutex((isHeld: false, isThere: false))
    /// Holds the first upload until it is open.
    let isOpen = Mutex(true)

    init() throws {
      folder = FileManager.default.temporaryDirectory.path + "/account-\(UUID().uuidString)"
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func shield(
      over store: (any SecretStore)? = nil, targets: [any WipeTarget] = [], tables: [RecordTable] = []
    ) async throws -> Shield {
      let path = folder + "/records.sqlite"
      let transport = InMemoryTransport { [self] request, body async throws(NetworkError) in
        if request.path == TrustRoute.records.rawValue {
          let token = request.headerFields[.authorization] ?? ""
          uploads.withLock { $0.append((token, String(decoding: body, as: UTF8.self))) }
          while !isOpen.withLock({ $0 }) { await Task.yield() }
        }
        if request.path == TrustRoute.token.rawValue, login.withLock({ $0.isHeld }) {
          login.withLock { $0.isThere = true }
          while login.withLock({ $0.isHeld }) { await Task.yield() }
        }
        if request.path == TrustRoute.revoke.rawValue, revocation.withLock({ $0.isHeld }) {
          revocation.withLock { $0.isThere = true }
          while revocation.withLock({ $0.isHeld }) { await Task.yield() }
        }
        return try server.answer(request, body)
      }
      let probes = QuietDevice()
      let adapters = Shield.Adapters(
        secrets: store ?? secrets,
        openRecords: { owner, keys, anchor throws(SealedRecords.RecordError) in
          try await SQLiteRecords.open(
            path: path, owner: owner, adoptsUnowned: true, tables: tables, keys: keys, anchor: anchor,
            random: SystemRandomNumberGenerator())
        },
        recordFiles: ["", "-wal", "-shm", "-journal"].map { path + $0 }, container: container, journal: journal,
        wipeTargets: targets, absent: Stage.absent.filter { kind in !targets.contains { $0.kind == kind.key } },
        transport: transport, check: SecurityCheck(facts: probes, sources: [probes]))
      return try await Shield.open(
        policy: try DevicePolicy(verifying: try await signed(try testSlice().bytes), signedBy: policySigner),
        app: AppIdentity(identifier: "org.example", version: "1"), adapters: adapters,
        now: { Date(timeIntervalSince1970: 1_800_000_000) })
    }

    func holdRevocation() { revocation.withLock { $0 = (true, false) } }
    func letRevocationGo() { revocation.withLock { $0.isHeld = false } }
    func untilRevocation() async { while !revocation.withLock({ $0.isThere }) { await Task.yield() } }
    func holdLogin() { login.withLock { $0 = (true, false) } }
    func letLoginGo() { login.withLock { $0.isHeld = false } }
    func untilLogin() async { while !login.withLock({ $0.isThere }) { await Task.yield() } }

    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }
  }

  extension Shield {
    func logIn(_ user: String) async throws {
      try await logIn(user: user, password: Secret(copying: "horse-4711".utf8))
    }
  }
#endif
