#if Records
  import AppIntegrity
  import AppSession
  import DataLifecycle
  import Foundation
  import Mantlet
  import NetworkTrust
  import Redaction
  import SealedRecords
  import SecretStorage
  import SecurityPolicy
  import SecurityTesting
  import Synchronization
  import Testing

  /// What one person began before a change of account, and where it ends.
  @Suite(.timeLimit(.minutes(15))) struct AccountLeakTests {
    /// Erases when it is let go.
    private final class SlowTarget: WipeTarget {
      private let state = Mutex((isReached: false, isOpen: false))
      let name = WipeTargetName(constant: "slow")
      let kind = UserDataKind.webData

      func untilReached() async { while !state.withLock({ $0.isReached }) { await Task.yield() } }
      func letGo() { state.withLock { $0.isOpen = true } }
      func destroyKeys(_ scope: WipeScope) {}
      func erase(_ scope: WipeScope) async {
        state.withLock { $0.isReached = true }
        while !state.withLock({ $0.isOpen }) { await Task.yield() }
      }
      func remains(_ scope: WipeScope) -> [WipeRemnant] { [] }
    }

    private final class Device: Sendable {
      let folder = FileManager.default.temporaryDirectory.path + "/leak-\(UUID().uuidString)"
      let secrets = InMemorySecretStore()

      init() throws {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      }

      deinit { try? FileManager.default.removeItem(atPath: folder) }

      func shield(over store: (any SecretStore)? = nil, target: SlowTarget? = nil) async throws -> Shield {
        let path = folder + "/records.sqlite"
        let server = TinyServer()
        let probes = QuietDevice()
        let targets: [any WipeTarget] = target.map { [$0] } ?? []
        let adapters = Shield.Adapters(
          secrets: store ?? secrets,
          openRecords: { owner, keys, anchor throws(SealedRecords.RecordError) in
            try await SQLiteRecords.open(
              path: path, owner: owner, adoptsUnowned: true, keys: keys, anchor: anchor,
              random: SystemRandomNumberGenerator())
          },
          recordFiles: ["", "-wal", "-shm", "-journal"].map { path + $0 }, container: InMemoryInstallationContainer(),
          journal: InMemoryWipeJournal(), wipeTargets: targets,
          absent: Stage.absent.filter { kind in !targets.contains { $0.kind == kind.key } },
          transport: InMemoryTransport { request, body async throws(NetworkError) in
            try server.answer(request, body)
          }, check: SecurityCheck(facts: probes, sources: [probes]))
        let shield = try await Shield.open(
          policy: try DevicePolicy(verifying: try await signed(try testSlice().bytes), signedBy: policySigner),
          app: AppIdentity(identifier: "org.example", version: "1"), adapters: adapters,
          now: { Date(timeIntervalSince1970: 1_800_000_000) })
        try await shield.enroll()
        return shield
      }
    }

    private func logIn(_ user: String, _ shield: Shield) async throws {
      try await shield.logIn(user: user, password: Secret(copying: "horse-4711".utf8))
    }

    @Test("A record that comes while its person is logged out is refused, and never the next person's")
    func keptDuringLogout() async throws {
      let (device, target) = (try Device(), SlowTarget())
      let shield = try await device.shield(target: target)
      try await logIn("ada", shield)
      try await shield.keep(kind: "sleep", payload: "1")
      let left = Task { try await shield.logOut() }
      await target.untilReached()
      let kept = Task { try await shield.keep(kind: "sleep", payload: "\"ada\"") }
      // It must have come before the logout ends, and nothing tells that it has.
      try await Task.sleep(for: .milliseconds(300))
      target.letGo()
      #expect(try await left.value.isComplete)
      await #expect(throws: ShieldError.lifecycle(.wipePending)) { try await kept.value }
      try await shield.enroll()
      try await logIn("bob", shield)
      #expect(try await shield.recordCount(kind: "sleep") == 0)
    }

    @Test("A PIN that is being set while another account takes over is not there afterwards")
    func pinDuringSwitch() async throws {
      let device = try Device()
      let store = HeldStore(device.secrets)
      let shield = try await device.shield(over: store)
      try await logIn("ada", shield)
      store.hold(SecretName(constant: "pin.device-secret"))
      let set = Task {
        guard let pin = PIN(copying: "471100") else { throw StorageError.unavailable(0) }
        try await shield.pin.set(pin)
      }
      await store.untilWaiting()
      let switched = Task { try await logIn("bob", shield) }
      // Shut before bob's session begins.
      while (try? await shield.secrets.names()) != nil { await Task.yield() }
      store.letGo()
      try await switched.value
      await #expect(throws: StorageError.wipePending) { try await set.value }
      #expect(await device.secrets.names().filter { $0.text.hasPrefix("pin.") } == [])
    }

    @Test("A login whose session cannot be kept leaves the first person's data and session")
    func unkeptLogin() async throws {
      let device = try Device()
      let shield = try await device.shield()
      try await logIn("ada", shield)
      try await shield.keep(kind: "sleep", payload: "1")
      await device.secrets.setFull(true)
      await #expect(throws: ShieldError.session(.storage)) { try await logIn("bob", shield) }
      await device.secrets.setFull(false)
      #expect(try await shield.recordCount(kind: "sleep") == 1)
      #expect(try await shield.synchronize() == 1)
    }

    @Test("Two names that only look alike are two persons")
    func lookalikes() async throws {
      let device = try Device()
      let shield = try await device.shield()
      try await logIn("ad\u{e9}", shield)
      try await shield.keep(kind: "sleep", payload: "1")
      try await shield.secrets.write(Secret(copying: [1]), as: SecretName(constant: "note"))
      try await logIn("ade\u{301}", shield)
      #expect(try await shield.secrets.names() == [])
      #expect(try await shield.recordCount(kind: "sleep") == 0)
    }
  }
#endif
