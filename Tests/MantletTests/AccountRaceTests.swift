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

  extension InMemorySecretStore {
    /// The bytes of an item.
    fileprivate func copy(_ name: SecretName) -> [UInt8]? { try? read(name)?.withExposedBytes { Array($0) } }
  }

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
      /// Whether a login waits at the server, and whether it is let go.
      let login = Mutex((isHeld: false, isThere: false))
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
          if request.path == TrustRoute.token.rawValue, login.withLock({ $0.isHeld }) {
            login.withLock { $0.isThere = true }
            while login.withLock({ $0.isHeld }) { await Task.yield() }
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

      func holdLogin() { login.withLock { $0 = (true, false) } }
      func letLoginGo() { login.withLock { $0.isHeld = false } }
      func untilLogin() async { while !login.withLock({ $0.isThere }) { await Task.yield() } }

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
      #expect(await device.secrets.names().map(\.text) == ["device-checks", "device-key", "installation.marker"])
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

    @Test("While the server is asked who signs in, everything goes on; afterwards nothing of the first person is there")
    func duringLogin() async throws {
      let device = try Device()
      let shield = try await device.shield()
      try await shield.enroll()
      try await logIn("ada", shield)
      let records = try await shield.records()
      device.holdLogin()
      let login = Task { try await logIn("bob", shield) }
      await device.untilLogin()
      try await shield.keep(kind: "sleep", payload: "\"ada\"")
      try await shield.secrets.write(Secret(copying: [1]), as: SecretName(constant: "note"))
      #expect(try await shield.recordCount(kind: "sleep") == 1)
      #expect(try await records.pending(limit: 9).count == 1)
      #expect(try await shield.synchronize() == 1)
      #expect(try await shield.state() == .active)
      device.letLoginGo()
      try await login.value
      #expect(try await shield.recordCount(kind: "sleep") == 0)
      #expect(try await shield.secrets.names() == [])
      await #expect(throws: SealedRecords.RecordError.closed) { _ = try await records.pending(limit: 9) }
      let tokens = device.uploads.withLock { $0.map(\.token) }
      #expect(tokens.count == 1)
      try await shield.keep(kind: "sleep", payload: "\"bob\"")
      try await shield.synchronize()
      #expect(device.uploads.withLock { $0.last?.token } != tokens.first)
    }

    @Test("Once another person's session is there, nothing of the first one's is read or sent before it is erased")
    func nothingWithForeignTokens() async throws {
      let device = try Device()
      let store = HeldStore(device.secrets)
      let shield = try await device.shield(over: store)
      try await shield.enroll()
      try await logIn("ada", shield)
      try await shield.keep(kind: "sleep", payload: "\"ada\"")
      // Asked for when bob's session is kept, before ada's data goes.
      store.hold(reading: SecretName(constant: "data-owner"))
      let login = Task { try await logIn("bob", shield) }
      await store.untilWaiting()
      let upload = Task { try await shield.synchronize() }
      let read = Task { try await shield.recordCount(kind: "sleep") }
      for _ in 0..<500 { await Task.yield() }
      #expect(device.uploads.withLock { $0.isEmpty })
      store.letGo()
      try await login.value
      #expect((try? await upload.value) ?? 0 == 0)
      #expect((try? await read.value) ?? 0 == 0)
      #expect(device.uploads.withLock { $0.allSatisfy { !$0.body.contains("ada") } })
    }

    @Test("A login that fails at the server ends nothing: what was handed out before it still works")
    func failedLogin() async throws {
      let device = try Device()
      let shield = try await device.shield()
      try await shield.enroll()
      try await logIn("ada", shield)
      let records = try await shield.records()
      for fault in 0..<2 {
        device.server.state.withLock {
          $0.isOffline = fault == 0
          $0.refusal = fault == 0 ? nil : RefusalBody(.invalidGrant, .credentialsInvalid, "no")
        }
        await #expect(throws: ShieldError.self) { try await logIn("bob", shield) }
      }
      device.server.state.withLock {
        $0.isOffline = false
        $0.refusal = nil
      }
      #expect(try await records.pending(limit: 9).isEmpty)
      #expect(try await shield.state() == .active)
      let night = SealedRecord(
        id: UUID(), kind: try #require(RecordKind("sleep")), createdAt: Date(timeIntervalSince1970: 1), payload: [49])
      try await records.insert(night)
      #expect(try await shield.recordCount(kind: "sleep") == 1)
    }

    @Test("The same person's next login closes nothing: an older handle goes on, and what it keeps is anchored")
    func sameAgain() async throws {
      let device = try Device()
      let shield = try await device.shield()
      try await shield.enroll()
      try await logIn("ada", shield)
      let records = try await shield.records()
      try await logIn("ada", shield)
      let before = await device.secrets.copy(Self.anchor)
      let night = SealedRecord(
        id: UUID(), kind: try #require(RecordKind("sleep")), createdAt: Date(timeIntervalSince1970: 1), payload: [49])
      try await records.insert(night)
      #expect(await device.secrets.copy(Self.anchor) != before)
      #expect(try await shield.recordCount(kind: "sleep") == 1)
      #expect(try await device.shield().recordCount(kind: "sleep") == 1)
    }

    @Test("A handle of nobody's records is closed when somebody signs in; what it kept is theirs")
    func nobodysHandle() async throws {
      let device = try Device()
      let shield = try await device.shield()
      try await shield.enroll()
      let records = try await shield.records()
      let kind = try #require(RecordKind("sleep"))
      let night = SealedRecord(id: UUID(), kind: kind, createdAt: Date(timeIntervalSince1970: 1), payload: [49])
      try await records.insert(night)
      try await logIn("ada", shield)
      await #expect(throws: SealedRecords.RecordError.closed) { try await records.upsert(night) }
      #expect(try await shield.recordCount(kind: "sleep") == 1)
    }

    @Test("A record that is being kept when a person changes is kept and anchored before anything is closed")
    func keptWhileChanging() async throws {
      let device = try Device()
      let store = HeldStore(device.secrets)
      let shield = try await device.shield(over: store)
      try await shield.enroll()
      try await shield.keep(kind: "sleep", payload: "1")
      let before = await device.secrets.copy(Self.anchor)
      store.hold(reading: SecretName(constant: "record-key.2.sleep"))
      let kept = Task { try await shield.keep(kind: "sleep", payload: "2") }
      await store.untilWaiting()
      let login = Task { try await logIn("ada", shield) }
      for _ in 0..<100 { await Task.yield() }
      #expect(await device.secrets.copy(Self.anchor) == before)
      store.letGo()
      try await login.value
      _ = try await kept.value
      #expect(await device.secrets.copy(Self.anchor) != before)
      #expect(try await shield.recordCount(kind: "sleep") == 2)
      #expect(try await device.shield().recordCount(kind: "sleep") == 2)
    }

    @Test("A logout during a login wins: nobody is signed in, and nothing is left")
    func logoutDuringLogin() async throws {
      let device = try Device()
      let shield = try await device.shield()
      try await shield.enroll()
      try await logIn("ada", shield)
      try await shield.keep(kind: "sleep", payload: "1")
      device.holdLogin()
      let login = Task { try await logIn("bob", shield) }
      await device.untilLogin()
      #expect(try await shield.logOut().isComplete)
      device.letLoginGo()
      await #expect(throws: ShieldError.session(.ended(.loggedOut))) { try await login.value }
      #expect(try await shield.state() == .signedOut)
      #expect(try await shield.recordCount(kind: "sleep") == 0)
    }

    @Test("Records of a locked store say locked, also when only the newest state is locked", arguments: [true, false])
    func lockedStore(isNew: Bool) async throws {
      let device = try Device()
      let shield = try await device.shield()
      if !isNew { try await shield.keep(kind: "sleep", payload: "1") }
      let next = try await device.shield()
      await device.secrets.restartDevice()
      await #expect(throws: ShieldError.records(.locked)) { _ = try await next.records() }
      await device.secrets.unlockDevice()
      #expect(try await next.recordCount(kind: "sleep") == (isNew ? 0 : 1))
    }

    @Test("Logins of two persons beside reading and writing never mix their records", arguments: 0..<3)
    func loginStorm(_ round: Int) async throws {
      let device = try Device()
      let shield = try await device.shield()
      try await shield.enroll()
      await withTaskGroup(of: Void.self) { group in
        for user in ["ada", "bob"] {
          group.addTask { for _ in 0..<3 { try? await logIn(user, shield) } }
        }
        group.addTask {
          for _ in 0..<12 {
            _ = try? await shield.keep(kind: "sleep", payload: "1")
            _ = try? await shield.recordCount(kind: "sleep")
            _ = try? await shield.synchronize()
          }
        }
      }
      try await logIn("ada", shield)
      try await shield.keep(kind: "sleep", payload: "\"mine\"")
      let held = try await shield.recordCount(kind: "sleep")
      let next = try await device.shield()
      #expect(try await next.recordCount(kind: "sleep") == held)
      #expect(try await next.state() == .active)
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
