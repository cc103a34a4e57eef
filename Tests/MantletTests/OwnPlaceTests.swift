import DataLifecycle
import Foundation
import Mantlet
import Redaction
import SecretStorage
import SecurityTesting
import Testing

/// An older library that searches the shield's own place, and does not say so before it is asked for its items.
private struct SilentSource: LegacySource {
  let store: InMemorySecretStore

  func items() async throws(StorageError) -> [LegacyItem] {
    let names = await store.names()
    return names.map { LegacyItem(.plain(service: KeepingStore.service), account: $0.text) }
  }

  func read(_ item: LegacyItem) async throws(StorageError) -> Secret? {
    guard let name = SecretName(item.account) else { return nil }
    return try await store.read(name)
  }

  func erase(_ item: LegacyItem) async throws(StorageError) {
    if let name = SecretName(item.account) { await store.delete(name) }
  }
}

/// The shield's place in a keychain, and who else is in it.
@Suite(.timeLimit(.minutes(15))) struct OwnPlaceTests {
  private static let token = SecretName(constant: "partner.token")
  private static let secrets = WipeTargetName(constant: "secrets")

  @Test("With an older place that is the secret store's own no shield opens, and nothing is touched")
  func refused() async throws {
    var device = Stage.Device()
    try await device.secrets.write(Secret(copying: [1]), as: Self.token)
    let store = KeepingStore(device.secrets, isPlaced: true)
    let item = LegacyItem(.plain(service: KeepingStore.service), account: "authToken")
    let source = InMemoryLegacySource([item: [1]])
    device.migration = LegacyMigration(leftIn: [], moves: [.init(from: source, steps: [])])
    await #expect(throws: ShieldError.storage(.ownPlace)) { _ = try await Stage(device, over: store) }
    device.migration = nil
    await #expect(throws: ShieldError.storage(.ownPlace)) {
      _ = try await Stage(device, over: store) { $0.legacy = [source] }
    }
    #expect(await device.secrets.names() == [Self.token])
    #expect(try await source.items() == [item])
  }

  @Test("An older place beside it opens one, and what the app gets says where its secrets lie")
  func beside() async throws {
    var device = Stage.Device()
    let item = LegacyItem(.plain(service: "org.example"), account: "authToken")
    device.migration = LegacyMigration(
      leftIn: [], moves: [.init(from: InMemoryLegacySource([item: [1]]), steps: [])])
    let stage = try await Stage(device, over: KeepingStore(device.secrets, isPlaced: true))
    #expect(stage.shield.secrets.keychainPlace == KeychainPlace(service: KeepingStore.service))
  }

  @Test("The shield's items are no older library's, whatever that one lists: a migration and a logout leave them")
  func silent() async throws {
    var device = Stage.Device()
    device.migration = LegacyMigration(
      leftIn: [FileManager.default.temporaryDirectory.path],
      moves: [.init(from: SilentSource(store: device.secrets), steps: [.discard("installation.marker")])])
    let stage = try await Stage(device, over: KeepingStore(device.secrets, isPlaced: true))
    let run = try #require(await stage.shield.migration.runs.first)
    guard case .done(let report) = run else {
      Issue.record("not listed")
      return
    }
    #expect(report.entries.map(\.outcome) == [MigrationOutcome.failed(.ownPlace)])
    #expect(try await stage.shield.logOut().isComplete)
    let names = await device.secrets.names().map(\.text)
    #expect(names.contains("installation.marker") && names.contains("device-key"))
  }

  @Test("A logout takes what other code left in the store's place, and is not complete before")
  func logOut() async throws {
    let device = Stage.Device()
    let store = KeepingStore(device.secrets, isPlaced: true)
    let stage = try await Stage(device, over: store)
    store.leaveStrays(2)
    store.keepStrays(true)
    await #expect(throws: ShieldError.wipeIncomplete([Self.secrets])) { try await stage.shield.logOut() }
    store.keepStrays(false)
    let report = try await stage.shield.logOut()
    #expect(report.isComplete && report.removed.contains(Self.secrets))
    #expect(try await store.strayCount() == 0)
  }

  @Test("What the app gets counts and removes what other code left there, as the store itself does")
  func handedOn() async throws {
    let device = Stage.Device()
    let store = KeepingStore(device.secrets, isPlaced: true)
    let stage = try await Stage(device, over: store)
    store.leaveStrays(2)
    let count = try await stage.shield.secrets.strayCount()
    #expect(count == 2)
    try await stage.shield.secrets.deleteStrays()
    #expect(try await store.strayCount() == 0)
  }

  @Test("It goes with another account and with a new installation, too")
  func others() async throws {
    var device = Stage.Device()
    let store = KeepingStore(device.secrets, isPlaced: true)
    let stage = try await Stage(device, over: store)
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    store.leaveStrays(1)
    try await stage.shield.logIn(user: "bob", password: Secret(copying: "horse-4711".utf8))
    #expect(try await store.strayCount() == 0)
    store.leaveStrays(1)
    device.container = InMemoryInstallationContainer()
    _ = try await Stage(device, over: store)
    #expect(try await store.strayCount() == 0)
  }
}
