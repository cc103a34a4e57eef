#if canImport(Security)
  import AppIntegrity
  import AppleFiles
  import AppleIntegrity
  import AppleKeychain
  import AppleTransport
  import DataLifecycle
  import Foundation
  import NetworkTrust
  import SealedRecords
  import SecretStorage
  import SecurityPolicy

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// All that an app on iOS or macOS keeps at rest, opened by one call: secrets in the keychain, sealed records under
  /// the policy's file protection class and out of backups, caches, preferences, and what a wipe has to take.
  ///
  /// In `Application Support/<identifier>`: `records`, `imports`, `log`, `transfers` (all taken by a wipe), `installation` and
  /// `journal` (which hold nothing about anybody). In `Library/Caches/<identifier>.sealed` our own caches.
  ///
  /// - Protects against: whoever holds the locked device, or its backup; a place of user data that a logout forgets. What
  ///   the system carries on in background sessions, and the containers of app groups, are named here or declared absent:
  ///   without either no shield opens.
  /// - Does not protect against: code inside the running app. Background work fails while the device is locked when the
  ///   policy asks for `whenUnlocked`. Cookies, responses and credentials are those of the shared storages and of the
  ///   background sessions; another `URLSession` with storages of its own and the app's own defaults need targets of yours.
  ///
  /// Source: BSI TR-03161-1 O.Data_3, O.Data_14, O.Data_17, O.Arch_4; MASVS-STORAGE-1.
  public struct AppleStores: Sendable {
    /// Opens the records in one file for one person.
    public typealias OpenRecords =
      @Sendable (String, RecordOwner, any RecordKeys, any RecordAnchor) async throws(RecordError) -> any RecordStore

    public let secrets: AppleKeychain
    public let preferences: UserDefaultsPreferences
    public let container: any InstallationContainer
    public let journal: WipeJournalFile
    /// Whether the records' folder has its protection class. It holds, except in a simulator (fails) and on macOS
    /// (undetermined), which keep none; on a device a class that does not hold is an error of the initializer.
    public let fileProtection: Verdict
    /// Where the shield keeps the app's caches.
    public let cacheFolder: String
    /// What a wipe takes beside secrets, PIN, records, session, caches and preferences.
    public let wipeTargets: [any WipeTarget]
    /// The kinds of user data that the app says it has none of.
    public let absent: [UserDataKind: Verdict.Reason]

    /// The file of the records, in a folder of its own: SQLite puts more files beside it.
    public var recordFile: String { records.folder.path + "/records.sqlite" }

    private let records: ProtectedFolder
    /// The folder of ours in `Application Support`.
    let base: String
    let folders: Folders
    let groupContainers: [GroupContainer]
    /// Nil without a Secure Enclave: the keys then lie among the secrets.
    private let clientKeys: EnclaveClientKeys?
    /// The client's identity as TLS takes it, for a transport that is made before the shield.
    let identity: KeychainIdentity
    /// What it is made of.
    private let known: KnownIdentity

    /// Makes the folders, protects them, and reads back that they are protected.
    ///
    /// In the app's own process only, never in an extension's: that has a container of its own, would take the app's items
    /// for those of an earlier installation, and would erase them.
    ///
    /// - Parameters:
    ///   - identifier: the app's bundle identifier: names the folders and the folder that `URLCache` uses, and with
    ///     `.mantlet` behind it the service of the keychain items and the suite of the preferences.
    ///   - accessGroup: the keychain access group with its team prefix, when an extension shares the items.
    ///   - appGroups: the app groups whose containers a wipe empties; with none declare `appGroupContainers` absent.
    ///   - keepingInGroups: by group, names at the top of its container that are a sibling app's or the system's, see
    ///     `AppGroupWipe`.
    ///   - backgroundSessions: the app's background `URLSession`s, whose transfers a wipe ends; with none declare
    ///     `pendingTransfers` absent.
    ///   - targets: the app's own targets, such as web data. Notifications and what ``AppleScreen`` copied have targets
    ///     here, unless they are declared absent.
    ///   - absent: the kinds that the app does not have, each with the reason. Each kind of ``UserDataKind`` needs a target
    ///     or a reason, or `Shield.open` throws `LifecycleError.unregistered`.
    /// - Throws: ``ShieldError/lifecycle(_:)`` with `protectionDiffers`, `backupExclusionLost`, and what the file system
    ///   throws; `badName` for an identifier that is no name of a folder; `noGroupContainer` for an app group that the
    ///   app's entitlement does not name, or that only `keepingInGroups` names; `journalErased` for one whose container
    ///   holds `folders`.
    public init(
      identifier: String, accessGroup: String? = nil, appGroups: [String] = [],
      keepingInGroups: [String: Set<String>] = [:], backgroundSessions: [BackgroundSession] = [],
      storage: StorageRequirement, in folders: Folders = .app,
      targets: [any WipeTarget], absent: [UserDataKind: Verdict.Reason]
    ) throws(ShieldError) {
      let base = folders.support + "/" + identifier
      let cacheFolder = folders.caches + "/" + identifier + ".sealed"
      guard !identifier.isEmpty, identifier.first != ".", !identifier.utf8.contains(where: { $0 == 47 || $0 == 0 })
      else { throw .lifecycle(.badName) }
      let shared: (targets: [any WipeTarget], containers: [GroupContainer])
      do throws(LifecycleError) {
        // Folders without a file are what a start left that did not come to its end: the container is as good as new.
        let wasUsed = folders.holdsFiles(in: base)
        try folders.make()
        // The installation's mark belongs into the backup, so what must not be there has folders of its own.
        _ = try ProtectedFolder(base, .completeUntilFirstUserAuthentication, isInBackup: true)
        records = try ProtectedFolder(base + "/records", FileProtection(storage))  // O.Data_14#120 O.Arch_4#120
        // What lies there from a start under another policy follows this one.
        try ProtectedFolder(base + "/imports", FileProtection(storage)).protectTree()  // O.Data_14#1530
        _ = try ProtectedFolder(base + "/transfers", .completeUntilFirstUserAuthentication)
        fileProtection = records.verdict
        shared = try Self.shared(appGroups, keeping: keepingInGroups, backgroundSessions, folders)
        container = InstallationFile(folder: base + "/installation", wasUsed: wasUsed)
      } catch {
        throw .lifecycle(error)
      }
      self.base = base
      self.folders = folders
      groupContainers = shared.containers
      // Not the identifier itself: under that other libraries keep theirs, and the app its own defaults.
      let own = identifier + ".mantlet"
      let secrets = AppleKeychain(KeychainPlace(service: own, accessGroup: accessGroup))  // O.Data_2#1612
      let preferences = UserDefaultsPreferences(domain: own)
      self.secrets = secrets
      self.preferences = preferences
      self.cacheFolder = cacheFolder
      self.absent = absent
      let clientKeys =
        EnclaveKey.isAvailable
        ? EnclaveClientKeys(place: secrets.place, access: AccessRequirement(storage)) : nil
      let known = Shield.identitySource(in: secrets, keys: clientKeys, under: storage)
      let identity = KeychainIdentity(known, in: secrets.place)
      self.clientKeys = clientKeys
      self.identity = identity
      self.known = known
      journal = WipeJournalFile(folder: base + "/journal")
      wipeTargets =
        shared.targets + [Self.wipe(identity)] + Self.system(identifier, folders)
        + [Self.transfers(base)] + ScreenWipes.targets(without: Set(absent.keys)) + targets
    }

    /// What ``Shield/open(policy:app:adapters:now:identifier:random:)`` stands on here. The device key is made in the
    /// Secure Enclave where there is one; ``Shield/keyProtection`` says. Caches in memory are emptied when the system
    /// asks for memory.
    ///
    /// - Parameter migration: what an older version of the app kept with other libraries, and where it goes.
    /// - Parameter openRecords: opens the file at the path that it is given. Protection and exclusion are set and read
    ///   back after each opening, over whatever files lie there then.
    public func adapters(
      transport: any HTTPTransport, check: SecurityCheck, migration: LegacyMigration? = nil,
      openRecords: @escaping OpenRecords
    ) -> Shield.Adapters {
      let (records, file, place) = (records, recordFile, secrets.place)
      var adapters = Shield.Adapters(
        secrets: secrets, owner: secrets,
        openKey: { secrets, access throws(StorageError) in
          try await AppleDeviceKey(in: place, secrets: secrets, access: access)
        },
        openRecords: { owner, keys, anchor throws(RecordError) in
          let opened = try await openRecords(file, owner, keys, anchor)
          do throws(LifecycleError) { try records.protectTree() } catch { throw RecordError(error) }
          return opened
        },
        recordFiles: ["", "-wal", "-shm", "-journal"].map { file + $0 }, container: container,
        migration: migration, cacheFolder: cacheFolder, preferences: preferences,
        observePressure: { HeldObserver($0) }, journal: journal,
        wipeTargets: wipeTargets, absent: absent, transport: transport, check: check)
      adapters.clientKeys = clientKeys
      adapters.importFolder = base + "/imports"
      adapters.guardImports = { path, protection throws(LifecycleError) in
        try ProtectedFolder(path, protection).folder  // O.Data_3#1102
      }
      adapters.backup = { [self] expected in backupReport(expecting: expected) }
      adapters.logFolder = base + "/log"
      adapters.protectLog = { path throws(LifecycleError) in
        // A file that is made in the folder gets the folder's class.
        _ = try ProtectedFolder(path, .completeUntilFirstUserAuthentication)  // O.Data_3#807
      }
      adapters.identityChanged = { [known] in known.forget() }
      adapters.openAttesting = Shield.Adapters.appAttest(AppAttestService())
      return adapters
    }

    #if Records
      /// The same with the records in SQLite.
      /// - Parameter tables: what the app declares about its kinds of records: versions, plain columns, what stays on the
      ///   device.
      public func adapters(
        transport: any HTTPTransport, check: SecurityCheck, migration: LegacyMigration? = nil,
        tables: [RecordTable] = []
      ) -> Shield.Adapters {
        adapters(transport: transport, check: check, migration: migration, openRecords: Self.openSQLite(tables))
      }

      /// The same with the way to the server that the policy names and the records in SQLite.
      /// - Throws: ``ShieldError/network(_:)`` for an endpoint, a pin or an anchor that cannot be read.
      public func adapters(
        policy: DevicePolicy, check: SecurityCheck, migration: LegacyMigration? = nil, tables: [RecordTable] = [],
        now: @escaping @Sendable () -> Date = { Date() }
      ) async throws(ShieldError) -> Shield.Adapters {
        try await adapters(
          policy: policy, check: check, migration: migration, now: now, openRecords: Self.openSQLite(tables))
      }

      private static func openSQLite(_ tables: [RecordTable]) -> OpenRecords {
        { path, owner, keys, anchor throws(RecordError) in
          try await SQLiteRecords.open(
            path: path, owner: owner, adoptsUnowned: true, tables: tables, keys: keys, anchor: anchor,
            random: SystemRandomNumberGenerator())
        }
      }
    #endif
  }

  extension RecordError {
    fileprivate init(_ error: LifecycleError) {
      self =
        switch error {
        case .full: .full
        case .denied(let code): .denied(code)
        case .notReadable(let code), .unavailable(let code): .unavailable(code)
        case .exposed(let mode): .exposed(mode: mode)
        case .foreignOwner(let user): .foreignOwner(user)
        case .notPlain: .notPlain
        default: .unavailable(0)
        }
    }
  }
#endif
