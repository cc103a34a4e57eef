#if os(Linux) && LinuxClient && Records
  import AppIntegrity
  import DataLifecycle
  import Foundation
  public import LinuxSecretFiles
  import LinuxTransport
  import NetworkTrust
  import ProcSignals
  public import SealedRecords
  import SecretStorage
  import SecurityPolicy

  extension Shield {
    /// A shield on Linux: secrets in sealed files, records in SQLite, TLS through NIO, probes through `/proc`.
    ///
    /// There is no hardware keystore here: the device key rests as well as the folder does.
    ///
    /// In the folder: `secrets`, `records.sqlite`, `caches`, `log`, `preferences`, `temporary`, `transfers`, `imports` (all
    /// taken by a wipe), `installation`, `journal` and `hold` (which hold nothing about anybody).
    ///
    /// One process at a time: a logout closes what its own process holds, and another one's next token would come back into
    /// the folder that was emptied. So the folder is held while a shield lives on it; a second process waits two seconds
    /// and is refused. A second shield in this process is not, and a logout of the first does not close it: keep one.
    ///
    /// - Parameters:
    ///   - folder: the app's private folder; made with mode 0700. One that is there may be readable for others, who see
    ///     the names in it, but they may not write to it.
    ///   - deviceRoot: reads the device from a staged tree; empty for this machine.
    ///   - port: another port than the policy's, for tests; host and pins stay.
    ///   - protection: of the key that all secrets rest under. The key file that stands here without it protects from other
    ///     users, not from a copy of the folder; a passphrase or a TPM does.
    ///   - migration: what an older version of the app kept with other libraries, and where it goes.
    ///   - tables: what the app declares about its kinds of records: versions, plain columns, what stays on the device.
    ///   - wipeTargets: places of the app's own that a logout has to empty as well.
    ///   - allowedPreloads: libraries that this product preloads on purpose, such as jemalloc, written exactly as in
    ///     `LD_PRELOAD`. Each other one is a sign of hooks, a strong one where it answers for more than allocation.
    ///     A name is taken at its word: whoever puts another library in that place is not seen by these probes.
    ///   - insecureAcceptOlderRecords: accepts a record file that was set back, for a person who knowingly restored one.
    /// - Throws: ``ShieldError``; ``ShieldError/folderInUse`` while another process has a shield there. A record file that
    ///   cannot be opened is no reason: ``records()`` says so, and ``logOut()`` still works.
    public static func linux(
      policy: DevicePolicy, app: AppIdentity, folder: String, deviceRoot: String = "", port: UInt16? = nil,
      protection: RootKeyProtection = .keyFile, migration: LegacyMigration? = nil, tables: [RecordTable] = [],
      wipeTargets: [any WipeTarget] = [], allowedPreloads: Set<String> = [],
      insecureAcceptOlderRecords: Bool = false
    ) async throws(ShieldError) -> Shield {
      let slice = policy.slice
      let adapters: Adapters
      do {
        try? FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let hold = try await FolderHold.take(folder)  // before anything is read
        // A start that got no further than the hold, or was refused it, has used nothing.
        let found = try? FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != FolderHold.name }
        let container = InstallationFile(folder: folder + "/installation", wasUsed: found != [])
        let secrets = try SecretFiles(
          folder: folder + "/secrets", protection: protection, random: SystemRandomNumberGenerator())
        let policyEndpoint = try Endpoint(slice.connection.endpoint)
        let (transport, upkeep, identity) = try await pinned(
          slice, at: port.map { Endpoint(host: policyEndpoint.host, port: $0) } ?? policyEndpoint, secrets)
        let probes = ProcSignals(
          root: deviceRoot, allowedPreloads: allowedPreloads, ownCode: CodeWindow(index: .random(in: 0..<1 << 16)))
        let database = folder + "/records.sqlite"
        var made = Adapters(
          secrets: secrets,
          openRecords: { owner, keys, anchor throws(RecordError) in
            try await SQLiteRecords.open(
              path: database, owner: owner, adoptsUnowned: true, tables: tables, keys: keys, anchor: anchor,
              random: SystemRandomNumberGenerator(), insecureAcceptOlderFile: insecureAcceptOlderRecords)
          },
          recordFiles: ["", "-wal", "-shm", "-journal"].map { database + $0 }, container: container,
          migration: migration, cacheFolder: folder + "/caches",
          preferences: PreferenceFile(folder: folder + "/preferences"),
          journal: WipeJournalFile(folder: folder + "/journal"),
          wipeTargets: wipeTargets + ownTargets(folder, secrets),
          absent: absentOnLinux.filter { absent in !wipeTargets.contains { $0.kind == absent.key } },
          transport: transport, check: SecurityCheck(facts: probes, sources: [probes]))
        made.hold = hold
        made.pinUpkeep = upkeep
        made.logFolder = folder + "/log"
        made.importFolder = folder + "/imports"
        made.backup = { _ in BackupReport(undetermined: "Linux has no mark that keeps a file out of backups") }
        made.identityChanged = {
          identity.forget()
          transport.leaveConnections()
        }
        adapters = made
      } catch let error as StorageError {
        throw .storage(error)
      } catch let error as NetworkError {
        throw .network(error)
      } catch let error as LifecycleError {
        throw error == .busy ? .folderInUse : .storage(StorageError(error))
      } catch {
        throw .storage(.unavailable(0))
      }
      return try await open(policy: policy, app: app, adapters: adapters)
    }

    /// The transport with the pins of the policy and of the signed update that is kept, and what looks after them.
    private static func pinned(
      _ slice: PolicySlice, at endpoint: Endpoint, _ secrets: any SecretStore
    ) async throws(NetworkError) -> (PinnedHTTPTransport, PinUpkeep, KnownIdentity) {
      let access = AccessRequirement().within(slice.storage)
      let failures = PinFailureQueue(store: StoredPinFailures(store: secrets, access: access))
      let rotation = PinRotation(
        builtIn: try PinPolicy(slice.connection), store: StoredPinUpdate(store: secrets, access: access))
      let anchors = try TrustAnchors(slice.connection).resolved { () throws(NetworkError) in try SystemAnchors.load() }
      let identity = identitySource(in: secrets, under: slice.storage)
      let pins = await rotation.policy(at: Date())
      let notes = TrustNoteLog()
      let transport = try PinnedHTTPTransport(
        endpoint: endpoint, trust: try TrustEvaluation(anchors: anchors, pinning: pins),
        requirement: slice.network, identity: identity, failures: failures, judged: notes.hear,
        now: { Date() })
      let upkeep = PinUpkeep(rotation: rotation, failures: failures, obeyed: pins) { pins throws(NetworkError) in
        transport.adopt(try TrustEvaluation(anchors: anchors, pinning: pins))
      }
      return (transport, upkeep, identity)
    }

    private static func ownTargets(_ folder: String, _ secrets: SecretFiles) -> [any WipeTarget] {
      [
        FolderWipe(
          name: WipeTargetName(constant: "temporary"), kind: .temporaryFiles, folder: folder + "/temporary"),
        FolderWipe(
          name: WipeTargetName(constant: "transfers"), kind: .pendingTransfers, folder: folder + "/transfers"),
        rootKey(secrets),
      ]
    }

    /// The last step: what was erased before lay under the root key that goes now.
    private static func rootKey(_ secrets: SecretFiles) -> ActionWipe {
      ActionWipe(name: WipeTargetName(constant: "root-key"), kind: .cryptographicKeys) { _ throws(LifecycleError) in
        do throws(StorageError) { try await secrets.rotateRootKey() } catch { throw LifecycleError(error) }
      } remains: { _ throws(LifecycleError) in
        do throws(StorageError) {
          let older = try await secrets.olderRootKeyCount()
          return older == 0 ? [] : [WipeRemnant(count: older)]
        } catch {
          throw LifecycleError(error)
        }
      }
    }

    private static let absentOnLinux: [UserDataKind: Verdict.Reason] = [
      .cookies: "the transport keeps no cookies", .urlCaches: "the transport keeps no responses",
      .credentials: "the transport keeps no credentials", .webData: "there is no web view",
      .appGroupContainers: "Linux has no containers of app groups",
      .pasteboardItems: "nothing is put on a pasteboard", .searchIndex: "nothing is indexed",
      .notifications: "no notifications are posted",
    ]
  }
#endif
