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

    public var secrets: any SecretStore
    public var openKey: OpenKey
    public var openRecords: OpenRecords
    /// The record database and the files beside it, for the wipe.
    public var recordFiles: [String]
    public var container: any InstallationContainer
    /// Places of older libraries, whose leftovers go at a reinstall.
    public var legacy: [any LegacySource]
    public var journal: any WipeJournal
    /// What holds user data beside secrets, PIN, records and session.
    public var wipeTargets: [any WipeTarget]
    /// The kinds of user data that there are none of, each with the reason.
    public var absent: [UserDataKind: Verdict.Reason]
    public var transport: any HTTPTransport
    public var check: SecurityCheck

    public init(
      secrets: any SecretStore,
      openKey: @escaping OpenKey = { secrets, access throws(StorageError) in
        try await StoredDeviceKey(in: secrets, access: access)
      },
      openRecords: @escaping OpenRecords, recordFiles: [String], container: any InstallationContainer,
      legacy: [any LegacySource] = [],
      journal: any WipeJournal, wipeTargets: [any WipeTarget], absent: [UserDataKind: Verdict.Reason],
      transport: any HTTPTransport, check: SecurityCheck
    ) {
      self.secrets = secrets
      self.openKey = openKey
      self.openRecords = openRecords
      self.recordFiles = recordFiles
      self.container = container
      self.legacy = legacy
      self.journal = journal
      self.wipeTargets = wipeTargets
      self.absent = absent
      self.transport = transport
      self.check = check
    }
  }
}
