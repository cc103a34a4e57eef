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

  @Suite(OwnPhone(), .serialized, .timeLimit(.minutes(15))) struct AppleStoresTests: AppleShields {
    @Test("The records' folder has the class that the policy's rule asks for, and is out of the backup")
    func protected() throws {
      for accessibility in [
        StorageRequirement.Accessibility.whenUnlockedThisDeviceOnly, .afterFirstUnlockThisDeviceOnly,
      ] {
        let container = try Container()
        var storage = StorageRequirement()
        storage.accessibility = accessibility
        let stores = try stores(container, storage)
        #expect(stores.fileProtection == .holds)
        let found = try AppleFileGuard().protection(ofItemAt: container.base + "/records")
        #expect(found == FileProtection(storage))
        #expect(try AppleFileGuard().protection(ofItemAt: container.base + "/imports") == FileProtection(storage))
        for folder in ["/records", "/imports", "/transfers"] {
          #expect(try AppleBackupExclusion().isExcluded(itemAt: container.base + folder))
        }
      }
    }

    @Test("A volume that drops the class is an error that names what it found")
    func dropped() throws {
      EmulatedVolume.shared.keepsProtection = false
      let container = try Container()
      #expect(
        throws: ShieldError.lifecycle(
          .protectionDiffers(wanted: .completeUntilFirstUserAuthentication, found: nil))
      ) { _ = try stores(container) }
    }

    @Test("Whatever lies beside the records gets their class once they are open")
    func files() async throws {
      let container = try Container()
      var storage = StorageRequirement()
      storage.accessibility = .whenUnlockedThisDeviceOnly
      let stores = try stores(container, storage)
      try container.put(stores.recordFile)
      try AppleFileGuard().enforce(FileProtection.none, onItemAt: stores.recordFile)
      let shield = try await shield(stores, leaving: "-wal")
      try await signIn(shield)
      _ = try await shield.records()
      for file in ["", "-wal"] {
        #expect(try AppleFileGuard().protection(ofItemAt: stores.recordFile + file) == .complete)
      }
    }

    @Test("A backup holds the installation's mark and nothing else of ours")
    func backup() async throws {
      let container = try Container()
      let stores = try stores(container)
      let shield = try await shield(stores, leaving: "")
      try await signIn(shield)
      _ = try await shield.records()
      for file in ["/imports/mail.pdf", "/transfers/upload"] { try container.put(container.base + file) }
      let mark = "Library/Application Support/\(Container.identifier)/installation"
      #expect(
        BackupRules(expected: [mark]).verdict(onContainer: container.path, exclusion: AppleBackupExclusion()) == .holds)
      #expect(BackupRules().verdict(onContainer: container.path, exclusion: AppleBackupExclusion()) != .holds)
    }

    @Test("An imported file has a protection class, is in no backup, and a logout takes it")
    func imported() async throws {
      let container = try Container()
      let shield = try await shield(stores(container))
      let letter = container.folders.temporary + "/letter"
      try container.put(letter)
      // A file without a class of its own has the one of its folder.
      try AppleFileGuard().enforce(.none, onItemAt: container.base + "/imports")
      try await shield.importFile(at: letter, as: "report.pdf")
      let file = container.base + "/imports/report.pdf"
      #expect(
        try AppleFileGuard().protection(ofItemAt: container.base + "/imports") == .completeUntilFirstUserAuthentication)
      #expect(try AppleFileGuard().protection(ofItemAt: file) == .completeUntilFirstUserAuthentication)
      #expect(try await shield.importedFile("report.pdf") == [1])
      #expect(shield.backupReport().verdict == .holds)
      try await shield.logOut()
      #expect(!container.exists(file))
    }

    @Test("What a backup would hold of the app's own is told with its places, until it is expected or excluded")
    func backupReport() async throws {
      let container = try Container()
      let stores = try stores(container)
      let shield = try await shield(stores, leaving: "")
      try await signIn(shield)
      _ = try await shield.records()
      try container.put(container.base + "/imports/mail.pdf")
      #expect(shield.backupReport().verdict == .holds)
      for folder in ["Documents", "Library/Preferences"] {
        try Foundation.FileManager.default.createDirectory(
          atPath: container.path + "/" + folder, withIntermediateDirectories: true)
      }
      let settings = "Library/Preferences/\(Container.identifier)"
      for file in ["Documents/night.csv", settings + ".plist", settings + ".mantlet.plist"] {
        try container.put(container.path + "/" + file)
      }
      let report = shield.backupReport()
      #expect(report.findings.map(\.path) == ["Documents/night.csv", settings + ".plist"])
      #expect(report.verdict != .holds && stores.backupReport() == report)
      #expect(shield.backupReport(expecting: ["Documents", settings + ".plist"]).verdict == .holds)
      try AppleBackupExclusion().enforce(onDirectory: container.path + "/Documents")
      #expect(shield.backupReport().findings.map(\.path) == [settings + ".plist"])
    }

    @Test("What is expected in a backup is so in a container whose path has letters of more than one byte")
    func letters() async throws {
      let container = try Container("Träume-日記")
      let shield = try await shield(stores(container))
      #expect(shield.backupReport() == BackupReport([]))
    }

    @Test("Folders that lie in no one container leave open what a backup holds")
    func scattered() throws {
      let (container, other) = (try Container(), try Container())
      let folders = AppleStores.Folders(
        support: container.folders.support, caches: other.folders.caches, temporary: other.folders.temporary)
      let stores = try AppleStores(
        identifier: Container.identifier, storage: StorageRequirement(), in: folders, targets: [], absent: Self.absent)
      guard case .undetermined = stores.backupReport().verdict else {
        Issue.record("called clean")
        return
      }
    }

    @Test("The log file has a protection class and is in no backup")
    func log() async throws {
      let container = try Container()
      let stores = try stores(container)
      let shield = try await shield(stores) {
        $0.logging.file = LogFileRequirement(name: "diagnostics", bytes: 16 << 10)
      }
      let logging = AppLogging(shield.slice.logging, profile: .release)
      let log = try #require(try await shield.openLogFile(for: logging))
      log.append("error boom", now: Date(timeIntervalSince1970: 1_800_000_000))
      let folder = container.base + "/log"
      let files = try Foundation.FileManager.default.subpathsOfDirectory(atPath: folder).map { folder + "/" + $0 }
      #expect(files.count > 1)
      for file in files {
        #expect(try AppleFileGuard().protection(ofItemAt: file) == .completeUntilFirstUserAuthentication)
      }
      let mark = "Library/Application Support/\(Container.identifier)/installation"
      #expect(
        BackupRules(expected: [mark]).verdict(onContainer: container.path, exclusion: AppleBackupExclusion()) == .holds)
    }

    @Test("After a logout the keychain names only the installation, and files, caches, cookies, settings are gone")
    func logOut() async throws {
      let container = try Container()
      let stores = try stores(container)
      let shield = try await shield(stores, leaving: "-shm")
      try await signIn(shield)
      _ = try await shield.records()
      try await shield.secrets.write(Secret(copying: [1]), as: SecretName(constant: "partner.token"))
      try container.put(stores.recordFile)
      try Foundation.FileManager.default.createDirectory(
        atPath: stores.cacheFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let storages = container.path + "/Library/HTTPStorages/" + Container.identifier
      try Foundation.FileManager.default.createDirectory(atPath: storages, withIntermediateDirectories: true)
      let left = [
        stores.recordFile, stores.recordFile + "-shm", stores.cacheFolder + "/answer", container.base + "/imports/mail",
        container.base + "/transfers/upload", container.folders.temporary + "/draft", storages + "/httpstorages.sqlite",
      ]
      for file in left.dropFirst(2) { try container.put(file) }
      try stores.preferences.set("dark", of: PreferenceName(constant: "theme"))
      let cookie = try #require(
        HTTPCookie(properties: [.domain: "example.org", .path: "/", .name: "a", .value: "b"]))
      HTTPCookieStorage.shared.setCookie(cookie)
      let report = try await shield.logOut()
      #expect(report.isComplete)
      #expect(
        try await stores.secrets.names().map(\.text).sorted() == [
          "device-attestation", "device-checks", "device-key.hardware", "installation.marker",
        ])
      for file in left { #expect(!container.exists(file), "\(file)") }
      #expect(try stores.preferences.entries().isEmpty)
      #expect(HTTPCookieStorage.shared.cookies?.isEmpty != false)
    }

    @Test("A kind of user data that is neither erased nor declared absent is named at the start")
    func forgotten() async throws {
      let container = try Container()
      var absent = Self.absent
      absent[.searchIndex] = nil
      let stores = try stores(container, absent: absent)
      await #expect(throws: ShieldError.lifecycle(.unregistered([.searchIndex]))) { _ = try await shield(stores) }
    }

    @Test("Secrets that outlived the app's removal are gone after the first launch of the new installation")
    func reinstalled() async throws {
      let name = SecretName(constant: "partner.token")
      let (container, other) = (try Container(), try Container())
      let first = try await shield(stores(container))
      try await first.secrets.write(Secret(copying: [1]), as: name)
      let again = try await shield(stores(container))
      #expect(try await again.secrets.names().contains(name))
      let second = try await shield(stores(other))
      #expect(try await !second.secrets.names().contains(name))
    }

    @Test("They are gone too when the first start of the new installation ended before it had decided")
    func reinstalledAndCutOff() async throws {
      let name = SecretName(constant: "partner.token")
      let (container, other) = (try Container(), try Container())
      let first = try await shield(stores(container))
      try await first.secrets.write(Secret(copying: [1]), as: name)
      _ = try stores(other)
      let second = try await shield(stores(other))
      #expect(try await !second.secrets.names().contains(name))
    }

    @Test("An identifier that would lead out of the container is refused", arguments: ["", "..", "a/b", ".a"])
    func identifier(text: String) throws {
      let container = try Container()
      #expect(throws: ShieldError.lifecycle(.badName)) { _ = try stores(container, identifier: text) }
    }
  }
#endif
