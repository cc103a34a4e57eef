#if os(Linux) && LinuxClient && Records
  import AppIntegrity
  import AppSession
  import DataLifecycle
  import Foundation
  import Glibc
  import LinuxSecretFiles
  import Mantlet
  import Redaction
  import SecretStorage
  import SecurityPolicy
  import SecurityTesting
  import Testing
  import TrustWire

  /// The façade on its real adapters, without a server.
  @Suite(.timeLimit(.minutes(15))) struct LinuxShieldTests {
    private struct Icon: CacheableValue, Codable, Hashable { var bytes: [UInt8] = [1, 2, 3] }
    private enum Theme: String, NonSensitiveValue, Codable { case light, dark }

    private final class Home: Sendable {
      let path = FileManager.default.temporaryDirectory.path + "/linux-shield-\(UUID().uuidString)"
      deinit { try? FileManager.default.removeItem(atPath: path) }

      func bytes(_ file: String) -> [UInt8] {
        FileManager.default.contents(atPath: path + "/" + file).map(Array.init) ?? []
      }
      func files(_ folder: String) -> [String] { FileManager.default.subpaths(atPath: path + "/" + folder) ?? [] }
    }

    private func shield(
      _ home: Home, _ migration: LegacyMigration? = nil, protection: RootKeyProtection = .keyFile
    ) async throws -> Shield {
      try await Shield.linux(
        policy: try DevicePolicy(verifying: try await signed(try testSlice().bytes), signedBy: policySigner),
        app: AppIdentity(identifier: "org.example", version: "1"), folder: home.path, protection: protection,
        migration: migration)
    }

    @Test("A folder whose root key rests under a passphrase opens with that one alone")
    func passphrase() async throws {
      let home = Home()
      func protection(_ text: String) -> RootKeyProtection { .passphrase(Secret(copying: Array(text.utf8))) }
      let key = try await shield(home, protection: protection("correct horse")).key.publicKey
      for other in [protection("battery staple"), .keyFile] {
        await #expect(throws: ShieldError.self) { _ = try await shield(home, protection: other) }
      }
      #expect(try await shield(home, protection: protection("correct horse")).key.publicKey == key)
    }

    @Test("A library that the app preloads on purpose is no sign of hooks once it is named")
    func allowedPreloads() async throws {
      let home = Home()
      let (root, library) = (home.path + "/device", "/usr/lib/libjemalloc.so.2")
      for (file, text) in [
        ("/proc/self/environ", "LD_PRELOAD=\(library)\0"), ("/etc/os-release", "NAME=x\nVERSION_ID=12\n"),
      ] {
        let place = URL(fileURLWithPath: root + file)
        try FileManager.default.createDirectory(
          at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: place)
      }
      for (names, observation) in [([], .detected), ([library], .clean)] as [(Set<String>, Signal.Observation)] {
        let shield = try await Shield.linux(
          policy: try DevicePolicy(verifying: try await signed(try testSlice().bytes), signedBy: policySigner),
          app: AppIdentity(identifier: "org.example", version: "1"), folder: home.path + "/app", deviceRoot: root,
          allowedPreloads: names)
        let signals = try shield.checkDeviceSynchronously().signals
        #expect(signals.first { $0.probe == "hooks.preload" }?.observation == observation)
      }
    }

    /// What somebody does with a shield that is gone afterwards; gives back the device's key.
    private func shield(_ home: Home, _ use: (Shield) async throws -> Void) async throws -> DevicePublicKey {
      let shield = try await shield(home)
      try await use(shield)
      return shield.key.publicKey
    }

    @Test("Caches and settings lie in the folders that a logout empties")
    func caches() async throws {
      let home = Home()
      let shield = try await shield(home)
      let (images, settings) = (try await shield.imageCache(of: Icon.self), try await shield.preferences())
      let theme = try #require(PreferenceKey<Theme>("theme"))
      try images.store(Icon(), for: "i", now: Date())
      try settings.set(.dark, of: theme)
      #expect(home.files("caches/images").count { $0.hasSuffix(".cached") } == 1)
      #expect(String(decoding: home.bytes("preferences/preferences.json"), as: UTF8.self).contains("dark"))
      #expect(try await shield.logOut().isComplete)
      #expect(home.files("caches").isEmpty && home.files("preferences").isEmpty)
      #expect(throws: LifecycleError.wipePending) { try images.store(Icon(), for: "i", now: Date()) }
      #expect(throws: LifecycleError.wipePending) { try settings.set(.dark, of: theme) }
      #expect(home.files("caches").isEmpty && home.files("preferences").isEmpty)
      #expect(try await shield.preferences().value(of: theme) == nil)
    }

    @Test("A cache whose key was damaged opens empty and keeps again, and nothing else is lost")
    func damagedCacheKey() async throws {
      let home = Home()
      let key = try await shield(home) { shield in
        try await shield.imageCache(of: Icon.self).store(Icon(), for: "i", now: Date())
      }
      let file = URL(fileURLWithPath: home.path + "/secrets/cache-key.images.sealed")
      var sealed = try Data(contentsOf: file)
      sealed[sealed.count - 1] ^= 1
      try sealed.write(to: file)
      chmod(file.path, 0o600)
      for isOpenedAgain in [false, true] {
        let again = try await shield(home)
        #expect(again.key.publicKey == key)
        let images = try await again.imageCache(of: Icon.self)
        #expect(images.count == (isOpenedAgain ? 1 : 0))
        if !isOpenedAgain { try images.store(Icon(), for: "j", now: Date()) }
        #expect(images.image(for: "j", now: Date()) == Icon())
      }
    }

    @Test("A damaged mark of the installation locks nobody out and takes nothing", arguments: [true, false])
    func damagedMark(_ isThere: Bool) async throws {
      let home = Home()
      let name = SecretName(constant: "partner.token")
      let key = try await shield(home) { try await $0.secrets.write(Secret(copying: [1, 2]), as: name) }
      let mark = home.path + "/secrets/installation.marker.sealed"
      var bytes = home.bytes("secrets/installation.marker.sealed")
      try #require(!bytes.isEmpty)
      bytes[bytes.count - 1] ^= 1
      if isThere {
        try Data(bytes).write(to: URL(fileURLWithPath: mark))
        #expect(chmod(mark, 0o600) == 0)
      } else {
        try FileManager.default.removeItem(atPath: mark)
      }
      for _ in 0..<2 {
        let again = try await shield(home) { shield in
          let count = try await shield.secrets.read(name)?.count
          #expect(count == 2)
        }
        #expect(again == key)
      }
    }

    @Test("A store that does not open any more is erased without being read, and the next start begins anew")
    func erased() async throws {
      let home = Home()
      let own = home.path + "-own"
      let target = FolderWipe(name: WipeTargetName(constant: "own"), kind: .webData, folder: own)
      try FileManager.default.createDirectory(atPath: own + "/deep", withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(atPath: own) }
      let key = try await shield(home) { shield in
        try await shield.secrets.write(Secret(copying: [1, 2]), as: SecretName(constant: "partner.token"))
        try await shield.imageCache(of: Icon.self).store(Icon(), for: "i", now: Date())
        try await shield.keep(kind: "sleep", payload: "{}")
      }
      #expect(truncate(home.path + "/secrets/index", 3) == 0)
      await #expect(throws: ShieldError.storage(.indexDamaged)) { _ = try await shield(home) }
      // The way there is a link, as an app's folder may be.
      let link = home.path + "-link"
      #expect(symlink(home.path, link) == 0)
      defer { unlink(link) }
      let report = try await Shield.eraseLinux(folder: link, wipeTargets: [target])
      #expect(report.isComplete && FileManager.default.fileExists(atPath: link))
      #expect(home.files("").sorted() == ["hold", "journal"])
      #expect(FileManager.default.subpaths(atPath: own) == [])
      let next = try await shield(home) { shield in
        let (names, count) = (try await shield.secrets.names(), try await shield.recordCount(kind: "sleep"))
        let icon = try await shield.imageCache(of: Icon.self).image(for: "i", now: Date())
        #expect(names.isEmpty && count == 0 && icon == nil)
      }
      #expect(next != key)
    }

    @Test("A folder on which another process has a shield is in use; what this one opens is its own from then on")
    func inUse() async throws {
      let home = Home()
      for path in [home.path, home.path + "/hold"] {
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      }
      // To flock(2) another opening of the folder is another process.
      let other = open(home.path + "/hold", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      defer { close(other) }
      try #require(other >= 0 && flock(other, LOCK_EX | LOCK_NB) == 0)
      await #expect(throws: ShieldError.folderInUse) { _ = try await shield(home) }
      await #expect(throws: ShieldError.folderInUse) { _ = try await Shield.eraseLinux(folder: home.path) }
      #expect(home.files("") == ["hold"])
      #expect(flock(other, LOCK_UN) == 0)
      let first = try await shield(home)
      #expect(flock(other, LOCK_EX | LOCK_NB) == -1)
      // The same process may open it again, and while one of the two lives nobody else may.
      let second = try await shield(home)
      #expect(first.key.publicKey == second.key.publicKey)
      #expect(flock(other, LOCK_EX | LOCK_NB) == -1)
      withExtendedLifetime((first, second)) {}
    }

    @Test("In a folder that all may read nobody who may but read it keeps out a shield or an erasure")
    func readable() async throws {
      let home = Home()
      try FileManager.default.createDirectory(atPath: home.path, withIntermediateDirectories: false)
      try #require(chmod(home.path, 0o755) == 0)
      let other = open(home.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      defer { close(other) }
      try #require(other >= 0 && flock(other, LOCK_SH | LOCK_NB) == 0)
      _ = try await shield(home)
      #expect(try await Shield.eraseLinux(folder: home.path).isComplete)
    }

    @Test("A folder that holds nothing but the hold was not used: the first start takes what older places left")
    func unused() async throws {
      let home = Home()
      for path in [home.path, home.path + "/hold"] {
        try FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      }
      let item = LegacyItem(.plain(service: "org.example"), account: "authToken")
      let source = InMemoryLegacySource([item: [1]])
      _ = try await shield(home, LegacyMigration(leftIn: [], moves: [.init(from: source, steps: [])]))
      #expect(try await source.items() == [])
    }

    @Test("An imported file lies in a folder that a logout empties, and Linux says nothing about backups")
    func imports() async throws {
      let home = Home()
      let shield = try await shield(home)
      let letter = home.path + "/letter"
      try Data([7, 8]).write(to: URL(fileURLWithPath: letter))
      try await shield.importFile(at: letter, as: "report.pdf")
      #expect(home.files("imports") == ["report.pdf"])
      #expect(try await shield.importedFile("report.pdf") == [7, 8])
      guard case .undetermined = shield.backupReport().verdict else {
        Issue.record("judged what nobody can look at")
        return
      }
      #expect(try await shield.logOut().isComplete)
      #expect(home.files("imports").isEmpty)
    }

    @Test func `An item that is put back after a logout goes with the next one, and records open again`() async throws {
      let home = Home()
      let file = "secrets/record-anchor.sealed"
      let shield = try await shield(home)
      try await shield.keep(kind: "sleep", payload: "{}")
      let old = home.bytes(file)
      try #require(!old.isEmpty)
      #expect(try await shield.logOut().isComplete)
      try #require(home.bytes(file).isEmpty)
      let isPutBack = FileManager.default.createFile(
        atPath: home.path + "/" + file, contents: Data(old), attributes: [.posixPermissions: 0o600])
      try #require(isPutBack)
      #expect(try await shield.logOut().isComplete)
      #expect(!home.files("secrets").contains("record-anchor.sealed"))
      try await shield.keep(kind: "sleep", payload: "{}")
      #expect(try await shield.recordCount(kind: "sleep") == 1)
    }

    @Test("The root key's target keeps every claim of the conformance suite")
    func rootKey() async throws {
      var homes: [Home] = []
      let broken = await WipeTargetConformance.brokenClaims {
        let home = Home()
        homes.append(home)
        let shield = try await shield(home)
        // A rotation that something holds up leaves the older key.
        let item = home.path + "/secrets/device-key.sealed"
        let store = try SecretFiles(folder: home.path + "/secrets", random: SystemRandomNumberGenerator())
        #expect(chmod(item, 0o644) == 0)
        await #expect(throws: StorageError.exposed(mode: 0o644)) { try await store.rotateRootKey() }
        #expect(chmod(item, 0o600) == 0)
        return try #require(shield.wipe.plan.targets.first { $0.name.text == "root-key" })
      }
      #expect(broken == [] && homes.count > 4)
    }

    @Test("An older version's secret is moved into the sealed files by the first start")
    func migration() async throws {
      let home = Home()
      let name = SecretName(constant: "partner.token")
      let key = try SecretKey<Secret>(name, holding: .authenticationToken, under: StorageRequirement())
      let settings = InMemoryLegacyPreferences(["auth_token": [1, 2, 3]])
      let migration = LegacyMigration(
        leftIn: [FileManager.default.temporaryDirectory.path],
        moves: [
          .init(from: PreferencesLegacySource(settings, keys: ["auth_token"]), steps: [.move("auth_token", to: key)])
        ])
      for _ in 0..<2 {
        let shield = try await shield(home, migration)
        #expect(await shield.migration.verdict == .holds)
        #expect(try await shield.secrets.names() == [name])
      }
      #expect(await settings.values.isEmpty)
    }
  }
#endif
