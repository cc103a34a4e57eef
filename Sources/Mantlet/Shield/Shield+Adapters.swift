import AppIntegrity
import AppSession
import DataLifecycle
import NetworkTrust
import SealedRecords
import SecretStorage
import SecurityPolicy

extension Shield {
  /// What the shield stands on; ``Shield/linux(policy:app:folder:deviceRoot:port:)`` makes one for Linux.
  public struct Adapters: Sendable {
    /// Opens the records of one person; called again after every change of account and after a logout.
    public typealias OpenRecords =
      @Sendable (RecordOwner, any RecordKeys, any RecordAnchor) async throws(RecordError) -> any RecordStore
    /// Loads the device key, or makes it on first use.
    public typealias OpenKey =
      @Sendable (any SecretStore, AccessRequirement) async throws(StorageError) -> any DeviceKey

    /// Calls what it is given when the system asks for memory or the app ends, for as long as its result lives.
    public typealias ObservePressure = @Sendable (any PressureRelief) -> any Sendable

    /// Opens the way to hardware evidence for reports. What it keeps must not leave this device.
    public typealias OpenAttesting = @Sendable (any SecretStore, AccessRequirement) -> any DeviceAttesting

    public var secrets: any SecretStore
    /// The way to the device's owner, for a biometric gate; nil where there is none.
    public var owner: (any OwnerPresence)?
    /// What one try of the PIN costs. Less is for devices without the memory for it, and for tests.
    public var pinParameters = PINHashParameters.standard
    /// Nil where no hardware attests: then reports say `unsupported`.
    public var openAttesting: OpenAttesting?
    public var openKey: OpenKey
    public var openRecords: OpenRecords
    /// The record database and the files beside it, for the wipe.
    public var recordFiles: [String]
    public var container: any InstallationContainer
    /// Places of older libraries, whose leftovers go at a reinstall.
    public var legacy: [any LegacySource]
    /// What an older version of the app kept with other libraries, and where it goes.
    public var migration: LegacyMigration?
    /// Where caches lie that the policy puts on disk; made with mode 0700, its parent must exist. A wipe takes it.
    public var cacheFolder: String?
    /// Where files lie that come in from outside; made with mode 0700, its parent must exist. A wipe takes it.
    public var importFolder: String?
    /// Makes and guards that folder: the protection class that the policy's storage section says, exclusion from backups.
    /// Asked at each use.
    public var guardImports: @Sendable (String, FileProtection) throws(LifecycleError) -> GuardedFolder = {
      path, protection throws(LifecycleError) in
      try GuardedFolder(path: path, protection: protection, fileGuard: nil, exclusion: nil)
    }
    /// What a backup would hold beside the paths that it is given; nil where nobody can say.
    public var backup: (@Sendable ([String]) -> BackupReport)?
    /// Where the log file lies that a policy may name; made with mode 0700, its parent must exist. A wipe takes it.
    public var logFolder: String?
    /// Guards the folder of the log when it is made: protection class, exclusion from backups.
    public var protectLog: @Sendable (String) throws(LifecycleError) -> Void = { _ in }
    /// Where settings lie. A wipe takes them.
    public var preferences: (any PreferenceStore)?
    public var observePressure: ObservePressure?
    public var journal: any WipeJournal
    /// What holds user data beside secrets, PIN, records, session, caches and preferences.
    public var wipeTargets: [any WipeTarget]
    /// The kinds of user data that there are none of, each with the reason.
    public var absent: [UserDataKind: Verdict.Reason]
    public var transport: any HTTPTransport
    /// Where the keys of the client's identity are made; nil keeps them in the secret store.
    public var clientKeys: (any ClientKeySource)?
    /// How early that identity is renewed.
    public var clientRenewal = RenewalRule()
    /// Called when the client's identity was renewed, imported, removed or wiped: the transport gives up what it knows of
    /// it and the connections that were made with it. A stream that the app opened by itself is the app's to close.
    public var identityChanged: @Sendable () -> Void = {}
    public var check: SecurityCheck
    /// How pins change and failures of them are told; nil where they only come with the app.
    public var pinUpkeep: PinUpkeep?
    /// What keeps the folder of all this to one process, for as long as a shield stands on it.
    var hold: FolderHold?

    public init(
      secrets: any SecretStore, owner: (any OwnerPresence)? = nil,
      openKey: @escaping OpenKey = { secrets, access throws(StorageError) in
        try await StoredDeviceKey(in: secrets, access: access)
      },
      openRecords: @escaping OpenRecords, recordFiles: [String], container: any InstallationContainer,
      legacy: [any LegacySource] = [], migration: LegacyMigration? = nil, cacheFolder: String? = nil,
      preferences: (any PreferenceStore)? = nil, observePressure: ObservePressure? = nil,
      journal: any WipeJournal, wipeTargets: [any WipeTarget], absent: [UserDataKind: Verdict.Reason],
      transport: any HTTPTransport, check: SecurityCheck
    ) {
      self.secrets = secrets
      self.owner = owner
      self.openKey = openKey
      self.openRecords = openRecords
      self.recordFiles = recordFiles
      self.container = container
      self.legacy = legacy
      self.migration = migration
      self.cacheFolder = cacheFolder
      self.preferences = preferences
      self.observePressure = observePressure
      self.journal = journal
      self.wipeTargets = wipeTargets
      self.absent = absent
      self.transport = transport
      self.check = check
    }

    /// Evidence by App Attest; its state lies in the secret store. Hand it to ``openAttesting``.
    public static func appAttest(_ service: any AppAttesting) -> OpenAttesting {
      { secrets, access in
        AppAttestClient(service, keeper: KeptItem(store: secrets, name: KeptItem.attestation, access: access))
      }
    }
  }
}
