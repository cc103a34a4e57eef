import Crypto
import Foundation
import DataLifecycle
import Mantlet
import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct MigrationTests {
  private static let name = SecretName(constant: "partner.token")
  private static let shape = LegacyShape.plain(service: "org.example.old")
  /// A path that is there on every machine, and one that is nowhere.
  private static let here = FileManager.default.temporaryDirectory.path
  private static let nowhere = here + "/\(UUID().uuidString)"

  private func key() throws -> SecretKey<Secret> {
    try SecretKey(Self.name, holding: .authenticationToken, under: StorageRequirement())
  }

  private func source(_ values: [String: [UInt8]]) -> InMemoryLegacySource {
    InMemoryLegacySource(
      Dictionary(uniqueKeysWithValues: values.map { (LegacyItem(Self.shape, account: $0.key), $0.value) }))
  }

  private func device(
    _ source: InMemoryLegacySource, _ steps: [MigrationStep], leftIn trace: String = here
  ) -> Stage.Device {
    var device = Stage.Device()
    device.migration = LegacyMigration(leftIn: [trace], moves: [.init(from: source, steps: steps)])
    return device
  }

  private func bytes(_ name: SecretName, _ shield: Shield) async throws -> [UInt8]? {
    guard let secret = try await shield.secrets.read(name) else { return nil }
    return secret.withExposedBytes { Array($0) }
  }

  private func outcomes(_ state: MigrationState) -> [MigrationOutcome] {
    state.runs.flatMap { run -> [MigrationOutcome] in
      guard case .done(let report) = run else { return [] }
      return report.entries.map(\.outcome)
    }
  }

  @Test("The first start after an upgrade moves the old secrets, and the next one finds nothing to do")
  func upgrade() async throws {
    let old = source(["auth_token": [1, 2, 3], "password": [9], "unknown": [5]])
    let device = device(old, [.move("auth_token", to: try key()), .discard("password")])
    let stage = try await Stage(device)
    #expect(outcomes(await stage.shield.migration) == [.moved, .discarded])
    #expect(await stage.shield.migration.verdict == .holds)
    #expect(try await bytes(Self.name, stage.shield) == [1, 2, 3])
    #expect(try await old.items().map(\.account) == ["unknown"])
    let next = try await Stage(device)
    #expect(outcomes(await next.shield.migration) == [.absent, .absent])
    #expect(try await bytes(Self.name, next.shield) == [1, 2, 3])
  }

  @Test("It runs after the first-launch check and before anybody else reads or writes a secret")
  func order() async throws {
    let device = device(source(["auth_token": [1]]), [.move("auth_token", to: try key())])
    let seen = SeenStore(device.secrets)
    _ = try await Stage(device, over: seen)
    let calls = seen.calls
    let moved = try #require(calls.firstIndex(of: "add partner.token"))
    #expect(Set(calls[..<moved]) == ["read installation.marker", "write installation.marker", "read partner.token"])
    #expect(calls[moved...].contains("read device-key"))
  }

  @Test("What failed is named, stands where it was, and is moved by a later start")
  func failing() async throws {
    let old = source(["auth_token": [1, 2, 3]])
    let device = device(old, [.move("auth_token", to: try key())])
    await old.setLocked(true)
    let stage = try await Stage(device)
    #expect(await stage.shield.migration == MigrationState(runs: [.unlisted(.locked)]))
    guard case .undetermined = await stage.shield.migration.verdict else {
      Issue.record("not undetermined")
      return
    }
    #expect(try await bytes(Self.name, stage.shield) == nil)
    await old.setLocked(false)
    #expect(try await old.items().count == 1)
    let full = try await {
      await device.secrets.setFull(true)
      let stage = try await Stage(device)
      await device.secrets.setFull(false)
      return stage
    }()
    #expect(outcomes(await full.shield.migration) == [.failed(.full)])
    guard case .fails = await full.shield.migration.verdict else {
      Issue.record("does not fail")
      return
    }
    let next = try await Stage(device)
    #expect(outcomes(await next.shield.migration) == [.moved])
    #expect(try await bytes(Self.name, next.shield) == [1, 2, 3])
  }

  @Test("A newer value under the new name is kept, and the old one stands")
  func occupied() async throws {
    let old = source(["auth_token": [1]])
    let device = device(old, [.move("auth_token", to: try key())])
    await device.container.set(.unmarked)
    try await device.secrets.write(Secret(copying: [7]), as: Self.name)
    let stage = try await Stage(device)
    #expect(outcomes(await stage.shield.migration) == [.occupied])
    #expect(try await bytes(Self.name, stage.shield) == [7])
    #expect(try await old.items().count == 1)
  }

  @Test("Without a trace of the older app its leftovers are erased at the first launch, never moved")
  func reinstalled() async throws {
    let old = source(["auth_token": [1], "unknown": [5]])
    let stage = try await Stage(device(old, [.move("auth_token", to: try key())], leftIn: Self.nowhere))
    #expect(try await old.items().isEmpty)
    #expect(try await bytes(Self.name, stage.shield) == nil)
    #expect(outcomes(await stage.shield.migration) == [.absent])
  }

  @Test("A logout takes what was not moved, so the next start moves nothing of the last account")
  func logOut() async throws {
    let old = source(["unknown": [5], "later": [6]])
    let device = device(old, [])
    let stage = try await Stage(device)
    #expect(try await old.items().count == 2)
    let report = try await stage.shield.logOut()
    #expect(report.isComplete && report.removed.map(\.text).contains("legacy-secrets"))
    #expect(try await old.items().isEmpty)
  }

  @Test("A wipe that is pending at the start comes before the migration")
  func pendingWipe() async throws {
    let old = source(["auth_token": [1]])
    let device = device(old, [.move("auth_token", to: try key())])
    await old.setLocked(true)
    let stage = try await Stage(device)
    await #expect(throws: ShieldError.wipeIncomplete([WipeTargetName(constant: "legacy-secrets")])) {
      try await stage.shield.logOut()
    }
    await old.setLocked(false)
    let next = try await Stage(device)
    #expect(outcomes(await next.shield.migration) == [.absent])
    #expect(try await bytes(Self.name, next.shield) == nil)
    #expect(try await old.items().isEmpty)
  }

  @Test(
    "Names that the shield keeps for itself are no destination", arguments: ["session", "device-key", "data-owner"])
  func reserved(text: String) async throws {
    let name = try #require(SecretName(text))
    let old = source(["x": [1, 2, 3]])
    let target = try SecretKey<Secret>(name, holding: .authenticationToken, under: StorageRequirement())
    let stage = try await Stage(device(old, [.move("x", to: target)]))
    #expect(outcomes(await stage.shield.migration) == [.failed(.reserved(name))])
    #expect(try await old.items().count == 1)
    #expect(stage.shield.keyProtection != .holds)
  }

  @Test("An older app's PIN hash moves to where the PIN is checked, and is replaced at the next correct entry")
  func pin() async throws {
    let old = source(["pin": Array(SHA256.hash(data: Array("471100".utf8)))])
    let stage = try await Stage(device(old, [try .movePINHash("pin", under: StorageRequirement())]))
    #expect(outcomes(await stage.shield.migration) == [.moved])
    let stored = { () async throws -> Int in
      try await stage.secrets.read(SecretName(constant: "pin.hash"))?.withExposedBytes { $0.count } ?? 0
    }
    #expect(try await stored() == 32)
    guard let wrong = PIN(copying: "000000"), let right = PIN(copying: "471100") else { return }
    #expect(try await stage.shield.pin.check(wrong) != .holds)
    #expect(try await stage.shield.pin.check(right) == .holds)
    #expect(try await stored() > 32)
  }

  @Test("A secret from readable settings is moved and erased there")
  func preferences() async throws {
    let settings = InMemoryLegacyPreferences(["auth_token": [1, 2], "theme": [3]])
    var device = Stage.Device()
    device.migration = LegacyMigration(
      leftIn: [Self.here],
      moves: [
        .init(
          from: PreferencesLegacySource(settings, keys: ["auth_token"]), steps: [.move("auth_token", to: try key())])
      ])
    let stage = try await Stage(device)
    #expect(try await bytes(Self.name, stage.shield) == [1, 2])
    #expect(await settings.values == ["theme": [3]])
    #expect(try await stage.shield.logOut().isComplete)
    #expect(await settings.values == ["theme": [3]])
  }
}
