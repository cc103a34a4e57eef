#if APPLE_EMULATION
  import AppIntegrity
  import AppSession
  import AppleFiles
  import AppleKeychain
  import DataLifecycle
  import EmulatedFiles
  import Foundation
  import Mantlet
  import NetworkTrust
  import Redaction
  import SealedRecords
  import SecretStorage
  import Security
  import SecurityPolicy
  import SecurityTesting
  import Testing

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// One test at a time: cookies and credentials lie in storages that the whole process shares, and what one test puts
  /// there between another one's wipe and its reading back is a remnant of that wipe.
  private actor PhoneTurn {
    static let shared = PhoneTurn()
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
      if isTaken { await withCheckedContinuation { waiting.append($0) } }
      isTaken = true
    }

    func end() {
      if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
    }
  }

  /// Gives every test an emulated device and volume of its own, and the process's storages for its time.
  struct OwnPhone: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      await PhoneTurn.shared.take()
      do {
        try await EmulatedDevice.$current.withValue(EmulatedDevice()) {
          try await EmulatedVolume.$shared.withValue(EmulatedVolume()) { try await function() }
        }
      } catch {
        await PhoneTurn.shared.end()
        throw error
      }
      await PhoneTurn.shared.end()
    }
  }

  /// An app's container, gone with the test.
  final class Container: Sendable {
    let path: String
    let folders: AppleStores.Folders
    var base: String { folders.support + "/" + Self.identifier }
    static let identifier = "org.example.apple-stores"

    /// With what the system puts into it: a note, and a folder that no app can read, which app groups do not have.
    init(_ name: String = "apple-stores", isGroup: Bool = false) throws {
      path = NSTemporaryDirectory() + "\(name)-\(UUID().uuidString)"
      folders = AppleStores.Folders(
        support: path + "/Library/Application Support", caches: path + "/Library/Caches", temporary: path + "/tmp")
      try Foundation.FileManager.default.createDirectory(
        atPath: folders.temporary, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try put(path + "/.com.apple.mobile_container_manager.metadata.plist")
      guard !isGroup else { return }
      try Foundation.FileManager.default.createDirectory(
        atPath: path + "/SystemData", withIntermediateDirectories: false)
      try put(path + "/SystemData/own")
      try Foundation.FileManager.default.createDirectory(
        atPath: path + "/Library/SplashBoard/Snapshots", withIntermediateDirectories: true)
      try put(path + "/Library/SplashBoard/Snapshots/own.ktx")
    }

    deinit {
      try? UserDefaultsPreferences(domain: Self.identifier + ".mantlet").removeAll()
      try? Foundation.FileManager.default.removeItem(atPath: path)
    }

    func put(_ file: String) throws { try Data([1]).write(to: URL(fileURLWithPath: file)) }

    func exists(_ file: String) -> Bool { Foundation.FileManager.default.fileExists(atPath: file) }
  }

  /// Opens shields on an emulated phone.
  protocol AppleShields {}

  extension AppleShields {
    static var absent: [UserDataKind: Verdict.Reason] {
      [
        .webData: "a test", .appGroupContainers: "a test", .pasteboardItems: "a test", .searchIndex: "a test",
        .notifications: "a test", .pendingTransfers: "a test",
      ]
    }

    func stores(
      _ container: Container, _ storage: StorageRequirement = StorageRequirement(),
      identifier: String = Container.identifier, absent: [UserDataKind: Verdict.Reason] = Self.absent
    ) throws -> AppleStores {
      try AppleStores(identifier: identifier, storage: storage, in: container.folders, targets: [], absent: absent)
    }

    func shield(
      _ stores: AppleStores, leaving file: String? = nil, migration: LegacyMigration? = nil,
      _ change: (inout Policy) -> Void = { _ in }
    ) async throws -> Shield {
      let (server, records, probes) = (TinyServer(), InMemoryRecords(), QuietDevice())
      let transport = InMemoryTransport { request, body throws(NetworkError) in try server.answer(request, body) }
      let adapters = stores.adapters(
        transport: transport, check: SecurityCheck(facts: probes, sources: [probes]), migration: migration
      ) { path, _, _, _ in
        if let file { _ = Foundation.FileManager.default.createFile(atPath: path + file, contents: Data([1])) }
        return records
      }
      return try await Shield.open(
        policy: try DevicePolicy(verifying: try await signed(try testSlice(change).bytes), signedBy: policySigner),
        app: AppIdentity(identifier: Container.identifier, version: "1"), adapters: adapters,
        now: { Date(timeIntervalSince1970: 1_800_000_000) })
    }

    func signIn(_ shield: Shield) async throws {
      try await shield.enroll()
      try await shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    }
  }
#endif
