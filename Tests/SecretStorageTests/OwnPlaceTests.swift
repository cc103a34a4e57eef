import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing

/// One place of a keychain in which a store and an older library keep their items.
private final class SharedPlace: WrappedStore, LegacySource {
  private static let service = "com.example.app"
  let store = InMemorySecretStore()
  /// What lies there under accounts that are no secret's name.
  private let others: Mutex<[String: [UInt8]]>

  init(_ others: [String: [UInt8]] = [:]) { self.others = Mutex(others) }

  var keychainPlace: KeychainPlace? { KeychainPlace(service: Self.service) }
  var shapes: [LegacyShape] { [.plain(service: Self.service)] }

  func strayCount() async throws(StorageError) -> Int { others.withLock { $0.count } }
  func deleteStrays() async throws(StorageError) { others.withLock { $0 = [:] } }

  func items() async throws(StorageError) -> [LegacyItem] {
    let own = await store.names().map(\.text)
    let accounts = others.withLock { Array($0.keys) } + own
    return accounts.sorted().map { LegacyItem(.plain(service: Self.service), account: $0) }
  }

  func read(_ item: LegacyItem) async throws(StorageError) -> Secret? {
    if let bytes = others.withLock({ $0[item.account] }) { return Secret(copying: bytes) }
    guard let name = SecretName(item.account) else { return nil }
    return try await store.read(name)
  }

  func erase(_ item: LegacyItem) async throws(StorageError) {
    others.withLock { $0[item.account] = nil }
    if let name = SecretName(item.account) { await store.delete(name) }
  }
}

/// An older library and the store in one place: nobody takes the store's items for the library's.
@Suite struct OwnPlaceTests {
  private func key(_ name: String) throws -> SecretKey<Secret> {
    try SecretKey(secretName(name), holding: .authenticationToken, under: StorageRequirement())
  }

  @Test("An item that is the store's own is neither moved nor removed, whatever its new name would be")
  func refused() async throws {
    let place = SharedPlace()
    try await place.write(Secret(copying: [1, 2, 3]), as: secretName("token"))
    let steps: [MigrationStep] = [
      .move("token", to: try key("token")), .move("token", to: try key("other")), .discard("token"),
    ]
    let report = try await SecretMigration(from: place, to: place, steps: steps).run()
    #expect(report.entries.map(\.outcome) == [MigrationOutcome](repeating: .failed(.ownPlace), count: 3))
    #expect(!report.isComplete)
    #expect(try await bytes("token", in: place) == [1, 2, 3])
    #expect(try await place.names().count == 1)
  }

  @Test("What lies in the same place under no secret's name moves, and is gone from there")
  func moved() async throws {
    let place = SharedPlace(["authToken": [1, 2, 3]])
    let steps: [MigrationStep] = [.move("authToken", to: try key("token"))]
    let report = try await SecretMigration(from: place, to: place, steps: steps).run()
    #expect(report.entries.map(\.outcome) == [MigrationOutcome.moved])
    #expect(try await bytes("token", in: place) == [1, 2, 3])
    #expect(try await place.strayCount() == 0)
  }

  @Test("At a reinstall the attempt counter stays, also where an older library has the same place")
  func attempts() async throws {
    let place = SharedPlace(["authToken": [1]])
    try await place.fill(["pin.attempts", "session.token"])
    let report = try await launch(place, legacy: [place])
    #expect(report.state == .reinstalled && report.removedLegacyItems == 1)
    #expect(report.removed.map(\.text) == ["session.token"])
    #expect(try await place.names() == [InstallationMarker.secretName, PINAttempts.secretName])
    #expect(try await place.strayCount() == 0)
  }

  @Test("What lies in the store's place under no secret's name is a leftover: it goes, and the report counts it")
  func strays() async throws {
    let place = SharedPlace(["authToken": [1], "Jane@example.org": [2]])
    let container = InMemoryInstallationContainer()
    #expect(try await launch(place, container) == FirstLaunchReport(state: .reinstalled, removedStrays: 2))
    #expect(try await place.strayCount() == 0)
    #expect(try await launch(place, container) == FirstLaunchReport(state: .sameInstallation))
  }

  @Test("In a container that is in use nothing of it goes")
  func update() async throws {
    let place = SharedPlace(["authToken": [1]])
    let report = try await launch(place, InMemoryInstallationContainer(.unmarked))
    #expect(report == FirstLaunchReport(state: .incompletelyMarked))
    #expect(try await place.strayCount() == 1)
  }

  @Test("A shape meets a place in which its items may lie, and no other")
  func overlap() {
    let place = KeychainPlace(service: "app.mantlet", accessGroup: "T.one")
    let open = KeychainPlace(service: "app.mantlet")
    for shape in [
      LegacyShape.plain(service: "app.mantlet"), .plain(service: "app.mantlet", accessGroup: "T.one"),
      .keychainAccess(service: "app.mantlet"), .plain(service: "app.mantlet", usesDataProtectionKeychain: false),
    ] {
      #expect(place.overlaps(shape) && open.overlaps(shape))
    }
    var everything = LegacyShape.plain(service: "app")
    everything.service = nil
    #expect(place.overlaps(everything))
    let shared = LegacyShape.plain(service: "app.mantlet", accessGroup: "T.two")
    #expect(!place.overlaps(shared) && open.overlaps(shared))
    let cloud = LegacyShape.plain(service: "app.mantlet", synchronization: .yes)
    #expect(!place.overlaps(cloud))
    #expect(KeychainPlace(service: "app.mantlet", synchronization: .everywhere).overlaps(cloud))
    for shape in [
      LegacyShape.plain(service: "app"), .keychainAccess(service: "app"), .keychainAccess(server: "app.mantlet"),
      .valet(.valet(.whenUnlocked), identifier: "app.mantlet"),
    ] {
      #expect(!place.overlaps(shape) && !open.overlaps(shape))
    }
  }

  @Test("What a store has to itself is its secrets and its probe; settings are no part of a keychain")
  func accounts() async throws {
    let place = SharedPlace()
    let own = LegacyShape.plain(service: "com.example.app")
    for account in ["token", "pin.attempts", "_probe"] { #expect(place.isOwn(LegacyItem(own, account: account))) }
    for account in ["authToken", "Jane@example.org", "", "auth_token"] {
      #expect(!place.isOwn(LegacyItem(own, account: account)))
    }
    #expect(!place.isOwn(LegacyItem(.plain(service: "org.example.old"), account: "token")))
    #expect(!InMemorySecretStore().isOwn(LegacyItem(own, account: "token")))
    let settings = PreferencesLegacySource(InMemoryLegacyPreferences(["token": [1]]), keys: ["token"])
    let item = try #require(try await settings.items().first)
    #expect(!place.isOwn(item))
  }

  @Test("A removal in the store's place always names an account")
  func query() {
    let attributes = KeychainQuery.deleteStray(in: KeychainPlace(service: "example")).attributes
    #expect(attributes[.account] == .text("") && attributes[.service] == .text("example"))
    #expect(attributes[.matchLimit] == nil && attributes[.dataProtectionKeychain] == .flag(true))
  }
}
