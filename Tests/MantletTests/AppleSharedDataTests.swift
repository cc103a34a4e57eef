#if APPLE_EMULATION
  import AppleTransport
  import DataLifecycle
  import EmulatedFiles
  import EmulatedURLSession
  import Foundation
  import Mantlet
  import Redaction
  import SecretStorage
  import SecurityPolicy
  import Testing

  @Suite(OwnPhone(), .serialized, .timeLimit(.minutes(15))) struct AppleSharedDataTests: AppleShields {
    private static let identifier = "org.example.apple-stores.uploads"

    private func stores(
      _ container: Container, groups: [String] = [], keeping: [String: Set<String>] = [:],
      transfers: [BackgroundSession] = [],
      without absent: Set<UserDataKind> = []
    ) throws -> AppleStores {
      try AppleStores(
        identifier: Container.identifier, appGroups: groups, keepingInGroups: keeping, backgroundSessions: transfers,
        storage: StorageRequirement(), in: container.folders, targets: [],
        absent: Self.absent.filter { !absent.contains($0.key) })
    }

    @Test("A logout ends the transfers that the system carries on, and empties the containers of the app's groups")
    func logOut() async throws {
      let transfers = EmulatedTransfers()
      try await EmulatedTransfers.$current.withValue(transfers) {
        let (container, shared) = (try Container(), try Container(isGroup: true))
        EmulatedVolume.shared.groupContainers["group.org.example"] = shared.path
        let waiting = container.folders.caches + "/com.apple.nsurlsessiond/Downloads/" + Container.identifier
        let shield = try await shield(
          stores(
            container, groups: ["group.org.example"], transfers: [BackgroundSession(Self.identifier, pause: {})],
            without: [.pendingTransfers, .appGroupContainers]))
        try await signIn(shield)
        transfers.begin(3, in: Self.identifier)
        try shared.put(shared.path + "/widget.json")
        try Foundation.FileManager.default.createDirectory(atPath: waiting, withIntermediateDirectories: true)
        try container.put(waiting + "/CFNetworkDownload_1.tmp")
        let report = try await shield.logOut()
        #expect(transfers.count(in: Self.identifier) == 0 && transfers.sessionCount(Self.identifier) == 0)
        #expect(!shared.exists(shared.path + "/widget.json") && !container.exists(waiting + "/CFNetworkDownload_1.tmp"))
        let names = ["background-transfers", "app-groups", "downloads"]
        #expect(report.removed.map(\.text).filter(names.contains).count == names.count)
        #expect(report.absent[.pendingTransfers] == nil && report.absent[.appGroupContainers] == nil)
      }
    }

    @Test("What a backup would hold of an app group is told behind the group's name")
    func backup() async throws {
      let (container, shared) = (try Container(), try Container(isGroup: true))
      let group = "group.org.example"
      EmulatedVolume.shared.groupContainers[group] = shared.path
      let stores = try stores(container, groups: [group], without: [.appGroupContainers])
      #expect(stores.backupReport() == BackupReport([]))
      try Foundation.FileManager.default.createDirectory(
        atPath: shared.folders.caches, withIntermediateDirectories: true)
      try shared.put(shared.folders.caches + "/answer")
      try shared.put(shared.path + "/widget.json")
      let report = stores.backupReport(expecting: ["widget.json"])
      #expect(report == BackupReport([BackupFinding(path: group + "/widget.json", isFragile: false)]))
      #expect(stores.backupReport(expecting: [group + "/widget.json"]).verdict == .holds)
      try Foundation.FileManager.default.removeItem(atPath: shared.path)
      #expect(stores.backupReport() == BackupReport(undetermined: "the container could not be read whole"))
    }

    @Test(
      "A new installation opens, and leaves in an app group what sibling apps use; a logout takes it but what is named")
    func reinstalled() async throws {
      let (first, second, shared) = (try Container(), try Container(), try Container(isGroup: true))
      let group = "group.org.example"
      EmulatedVolume.shared.groupContainers[group] = shared.path
      for file in ["widget.json", "sibling.sqlite"] { try shared.put(shared.path + "/" + file) }
      let before = try await shield(stores(first, groups: [group], without: [.appGroupContainers]))
      let name = SecretName(constant: "partner.token")
      try await before.secrets.write(Secret(copying: [1]), as: name)
      let again = try await shield(
        stores(
          second, groups: [group], keeping: [group: ["sibling.sqlite"]], without: [.appGroupContainers]))
      #expect(try await !again.secrets.names().contains(name) && shared.exists(shared.path + "/widget.json"))
      try await signIn(again)
      try await again.logOut()
      #expect(!shared.exists(shared.path + "/widget.json") && shared.exists(shared.path + "/sibling.sqlite"))
    }

    @Test("A transfer that does not end keeps the wipe pending: nothing may be read until it has")
    func stuck() async throws {
      let transfers = EmulatedTransfers()
      try await EmulatedTransfers.$current.withValue(transfers) {
        let container = try Container()
        let stores = try stores(
          container, transfers: [BackgroundSession(Self.identifier, pause: {})], without: [.pendingTransfers])
        let shield = try await shield(stores)
        try await signIn(shield)
        transfers.patience = 80
        transfers.begin(1, in: Self.identifier)
        await #expect(throws: ShieldError.wipeIncomplete([WipeTargetName(constant: "background-transfers")])) {
          try await shield.logOut()
        }
        await #expect(throws: ShieldError.lifecycle(.wipePending)) { _ = try await shield.records() }
        try await shield.logOut()
        #expect(transfers.count(in: Self.identifier) == 0 && transfers.mostOpen == 1)
      }
    }

    @Test(
      "Transfers and app groups are named or declared absent, or no shield opens",
      arguments: [
        UserDataKind.pendingTransfers, .appGroupContainers,
      ])
    func forgotten(kind: UserDataKind) async throws {
      let container = try Container()
      let stores = try stores(container, without: [kind])
      await #expect(throws: ShieldError.lifecycle(.unregistered([kind]))) { _ = try await shield(stores) }
    }

    @Test("What is named and declared absent contradicts itself")
    func contradicting() async throws {
      let container = try Container()
      let stores = try stores(container, transfers: [BackgroundSession(Self.identifier, pause: {})])
      await #expect(throws: ShieldError.lifecycle(.contradicting([.pendingTransfers]))) {
        _ = try await shield(stores)
      }
    }

    @Test("An app group without an entitlement is refused, and so is one whose container holds our own folders")
    func groups() throws {
      let container = try Container()
      #expect(throws: ShieldError.lifecycle(.noGroupContainer)) {
        try stores(container, groups: ["group.org.example"], without: [.appGroupContainers])
      }
      EmulatedVolume.shared.groupContainers["group.org.example"] = container.path
      #expect(throws: ShieldError.lifecycle(.journalErased)) {
        try stores(container, groups: ["group.org.example"], without: [.appGroupContainers])
      }
    }
  }
#endif
