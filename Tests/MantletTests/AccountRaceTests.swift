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
  import Testing
  import TrustWire
  import UntrustedInput

  /// One person's data beside another person's login, and beside a logout, with records in a real database.
  @Suite(.timeLimit(.minutes(2))) struct AccountRaceTests {
    private static let anchor = SecretName(constant: "record-anchor")

    /// What outlives the process.
    private final class Device: Sendable {
      let folder: String
      let secrets = InMemorySecretStore()
      let container = InMemoryInstallationContainer()
      let journal = InMemoryWipeJournal()
      let server = TinyServer()
      let uploads = Mutex<[(token: String, body: String)]>([])
      /// Holds the first upload until it is open.
      let isOpen = Mutex(true)

      init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/account-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      }

      deinit { try? FileManager.default.removeItem(atPath: folder) }

      func shield(
        over store: (any SecretStore)? = nil, targets: [any WipeTarget] = []
      ) async throws -> Shield {
        let path = folder + "/records.sqlite"
        let transport = InMemoryTransport { [self] request, body async throws(NetworkError) in
          if request.path == TrustRoute.records.rawValue {
            let token = request.headerFields[.authorization] ?? ""
            uploads.withLock { $0.append((token, String(decoding: body, as: UTF8.self))) }
            while !isOpen.withLock({ $0 }) { await Task.yield() }
          }
          return try server.answer(request, body)
        }
        let probes = QuietDevice()
        let adapters = Shield.Adapters(
          secrets: store ?? secrets,
          openRecords: { owner, keys, anchor throws(SealedRecords.RecordError) in
            try await SQLiteRecords.open(
              path: path, owner: owner, adoptsUnowned: true, keys: keys, anchor: anchor,
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

      var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] }
    }

    private func logIn(_ user: String, _ shield: Shield) async throws {
      try await shield.logIn(user: user, password: Secret(copying: "horse-4711".utf8))
    }

    @Test("A logout removes the database, its keys and its anchor; the next person finds an empty one")
    func nothingLeft() async throws {
      let device = try Device()
      let shield = try await device.shield()
      try await shield.enroll()
      try await logIn("ada", shield)
      try await shield.keep(kind: "sleep", payload: "1")
      #expect(device.files.contains("records.sqlite"))
      try await shield.logOut()
      #expect(device.files == [])
      #expect(await device.secrets.names().map(\.text) == ["device-key", "installation.marker"])
      try await shield.enroll()
      try await logIn("bob", shield)
      #expect(try await shield.recordCount(kind: "sleep") == 0)
      try await shield.keep(kind: "sleep", payload: "2")
      #expect(try await device.shield().recordCount(kind: "sleep") == 1)
    }

    @Test("What was kept before anybody signed in is the first person's, and nobody else's")
    func adopted() async throws {
      let device = try Device()
      let shield = try await device.shield()
      try await shield.keep(kind: "sleep", payload: "1")
      try await shield.enroll()
      try await logIn("ada", shield)
      #expect(try await shield.recordCount(kind: "sleep") == 1)
      try await logIn("bob", shield)
      #expect(try await shield.recordCount(kind: "sleep") == 0)
    }

    @Test("A batch that was refused for its token never goes out again with another person's")
    func upload() async throws {
      let device = try Device()
      let shield = try await device.shield()
      try await shield.enroll()
      try await logIn("ada", shield)
      try await shield.keep(kind: "sleep", payload: "\"ada\"")
      device.server.state.withLock { $0.expiredUploads = 1 }
      device.isOpen.withLock { $0 = false }
      let upload = Task { try await shield.synchronize() }
      while device.uploads.withLock({ $0.isEmpty }) { await Task.yield() }
      try await logIn("bob", shield)
      device.isOpen.withLock { $0 = true }
      await #expect(throws: ShieldError.self) { try await upload.value }
      #expect(device.uploads.withLock { $0.count } == 1)
      #expect(try await shield.recordCount(kind: "sleep") == 0)
    }

    @Test("While the first account's data resists, the second one's session opens nothing and sends nothing")
    func failedSwitch() async throws {
      let device = try Device()
      let stubborn = StubbornTarget()
      let shield = try await device.shield(targets: [stubborn])
      try await shield.enroll()
      try await logIn("ada", shield)
      try await shield.keep(kind: "sleep", payload: "\"ada\"")
      await #expect(throws: ShieldError.wipeIncomplete([StubbornTarget.name])) { try await logIn("bob", shield) }
      await #expect(throws: ShieldError.lifecycle(.wipePending)) { try await shield.recordCount(kind: "sleep") }
      await #expect(throws: ShieldError.lifecycle(.wipePending)) { try await shield.synchronize() }
      await #expect(throws: ShieldError.lifecycle(.wipePending)) { try await logIn("ada", shield) }
      #expect(device.uploads.withLock { $0.isEmpty })
      stubborn.yield()
      let next = try await device.shield(targets: [stubborn])
      #expect(try await next.recordCount(kind: "sleep") == 0)
    }

    @Test("A wrong password closes nothing for good")
    func wrongPassword() async throws {
      let device = try Device()
      let shield = try await device.shield()
      try await shield.enroll()
      try await logIn("ada", shield)
      try await shield.keep(kind: "sleep", payload: "1")
      device.server.state.withLock { $0.refusal = RefusalBody(.accessDenied, .deviceRefused, "no") }
      await #expect(throws: ShieldError.self) { try await logIn("bob", shield) }
      #expect(try await shield.recordCount(kind: "sleep") == 1)
    }

    @Test("A write that is under way when a logout begins ends before it, and leaves no anchor behind")
    func held() async throws {
      let device = try Device()
      let store = HeldStore(device.secrets)
      let shield = try await device.shield(over: store)
      try await shield.keep(kind: "sleep", payload: "1")
      store.hold(Self.anchor)
      let kept = Task { try await shield.keep(kind: "sleep", payload: "2") }
      await store.untilWaiting()
      let left = Task { try await shield.logOut() }
      for _ in 0..<100 { await Task.yield() }
      store.letGo()
      #expect(try await left.value.isComplete)
      _ = await kept.result
      #expect(await device.secrets.names().contains(Self.anchor) == false)
      #expect(try await device.shield().recordCount(kind: "sleep") == 0)
    }

    @Test("Records that are being opened when a logout begins are not there after it")
    func opening() async throws {
      let device = try Device()
      let store = HeldStore(device.secrets)
      let shield = try await device.shield(over: store)
      store.hold(Self.anchor)
      let kept = Task { try await shield.keep(kind: "sleep", payload: "2") }
      await store.untilWaiting()
      let left = Task { try await shield.logOut() }
      for _ in 0..<100 { await Task.yield() }
      store.letGo()
      #expect(try await left.value.isComplete)
      _ = await kept.result
      #expect(try await device.shield().recordCount(kind: "sleep") <= 1)
      try await shield.keep(kind: "sleep", payload: "3")
    }

    @Test("Keeping records beside a logout never leaves a store that cannot be opened", arguments: 0..<5)
    func storm(_ round: Int) async throws {
      let device = try Device()
      let shield = try await device.shield()
      try await shield.keep(kind: "sleep", payload: "0")
      await withTaskGroup(of: Void.self) { group in
        for number in 1...4 {
          group.addTask { for _ in 0..<5 { _ = try? await shield.keep(kind: "sleep", payload: "\(number)") } }
        }
        group.addTask { _ = try? await shield.logOut() }
      }
      let next = try await device.shield()
      let count = try await next.recordCount(kind: "sleep")
      #expect(try await shield.recordCount(kind: "sleep") == count)
      try await next.keep(kind: "sleep", payload: "9")
    }

    @Test("A session of the version before, which noted no account, is its token's subject's")
    func upgraded() async throws {
      let device = try Device()
      let token = "e30." + Base64URL.encode(Array(#"{"sub":"ada"}"#.utf8)) + ".AA"
      let pair = #"{"access":"\#(token)","refresh":"r","expiresAt":1900000000,"tier":"UNATTESTED"}"#
      let text = #"{"version":1,"failures":0,"app":\#(pair),"user":\#(pair),"loggedInAt":1799999999}"#
      await device.container.set(.unmarked)
      try await device.secrets.write(Secret(copying: text.utf8), as: SecretName(constant: "session"))
      let shield = try await device.shield()
      try await shield.keep(kind: "sleep", payload: "1")
      #expect(await device.secrets.names().map(\.text).contains("data-owner"))
      try await logIn("bob", shield)
      #expect(try await shield.recordCount(kind: "sleep") == 0)
    }

    @Test("Names that the shield keeps for itself are neither shown nor written")
    func reserved() async throws {
      let device = try Device()
      let shield = try await device.shield()
      try await shield.keep(kind: "sleep", payload: "1")
      #expect(try await shield.secrets.names() == [])
      for name in await device.secrets.names() {
        await #expect(throws: StorageError.reserved(name)) {
          try await shield.secrets.write(Secret(copying: [1]), as: name)
        }
        await #expect(throws: StorageError.reserved(name)) { _ = try await shield.secrets.read(name) }
        await #expect(throws: StorageError.reserved(name)) { try await shield.secrets.delete(name) }
      }
    }
  }
#endif
