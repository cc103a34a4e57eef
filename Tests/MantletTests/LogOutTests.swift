import AppSession
import DataLifecycle
import Mantlet
import Redaction
import SealedRecords
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct LogOutTests {
  /// `#require` takes no noncopyable value.
  private static func pin(_ digits: String) throws -> PIN {
    guard let pin = PIN(copying: digits) else { throw StorageError.unavailable(0) }
    return pin
  }

  private static let note = SecretName(constant: "partner.token")

  /// Ada signed in, with a PIN, a secret of the app, and a cache.
  private func lived(_ device: Stage.Device = Stage.Device()) async throws -> Stage {
    let stage = try await Stage(device)
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    try await stage.shield.pin.set(Self.pin("471100"))
    try await stage.shield.secrets.write(Secret(copying: [1, 2, 3]), as: Self.note)
    return stage
  }

  private func names(_ stage: Stage) async -> [String] { await stage.secrets.names().map(\.text) }

  @Test("After a logout only what names the installation is left, and the report says what went")
  func nothingLeft() async throws {
    let stage = try await lived()
    #expect(await names(stage).contains("session"))
    let report = try await stage.shield.logOut()
    #expect(await names(stage) == ["device-checks", "device-key", "installation.marker"])
    #expect(report.isComplete && report.scope == .logout)
    #expect(Set(report.removed.map(\.text)).isSuperset(of: ["keys", "pin", "records", "secrets", "session"]))
    #expect(stage.device.journal.read() == nil)
    await #expect(throws: ShieldError.session(.notEnrolled)) {
      try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    }
  }

  @Test("After a logout the same shield serves the next person, whose records are opened as theirs")
  func next() async throws {
    let stage = try await lived()
    _ = try await stage.shield.records()
    try await stage.shield.logOut()
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "bob", password: Secret(copying: "horse-4711".utf8))
    _ = try await stage.shield.records()
    #expect(stage.device.owners.all == [RecordOwner(user: "sub:ada"), RecordOwner(user: "sub:bob")])
    #expect(try await stage.shield.pin.check(Self.pin("471100")) != .holds)
  }

  @Test("Another account takes over without a logout: the first one's PIN and secrets go, the new session stays")
  func accountSwitch() async throws {
    let stage = try await lived()
    try await stage.shield.logIn(user: "bob", password: Secret(copying: "horse-4711".utf8))
    while await names(stage).contains("revocations") { await Task.yield() }
    #expect(await names(stage) == ["data-owner", "device-checks", "device-key", "installation.marker", "session"])
    _ = try await stage.shield.records()
    #expect(stage.device.owners.all == [RecordOwner(user: "sub:bob")])
    // A start changes nothing: the data is bob's.
    let again = try await Stage(stage.device)
    _ = try await again.shield.records()
    #expect(stage.device.owners.all.last == RecordOwner(user: "sub:bob"))
    #expect(await names(again) == ["data-owner", "device-checks", "device-key", "installation.marker", "session"])
  }

  @Test("Signing in again as the same person removes nothing")
  func samePerson() async throws {
    let stage = try await lived()
    let before = await names(stage)
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    #expect(await names(stage) == before)
    #expect(try await stage.shield.pin.check(Self.pin("471100")) == .holds)
  }

  @Test("A wipe that meets resistance names it, lets nobody read, and is finished by the next start")
  func resumed() async throws {
    var device = Stage.Device()
    let stubborn = StubbornTarget()
    device.targets = [stubborn]
    let stage = try await lived(device)
    await #expect(throws: ShieldError.wipeIncomplete([StubbornTarget.name])) { try await stage.shield.logOut() }
    await #expect(throws: ShieldError.lifecycle(.wipePending)) { _ = try await stage.shield.records() }
    await #expect(throws: StorageError.wipePending) { _ = try await stage.shield.secrets.names() }
    await #expect(throws: StorageError.wipePending) { _ = try await stage.shield.pin.attempts() }
    // Still resisting at the next start: no shield, so nobody reads.
    await #expect(throws: ShieldError.wipeIncomplete([StubbornTarget.name])) { _ = try await Stage(device) }
    stubborn.yield()
    let next = try await Stage(device)
    #expect(device.journal.read() == nil)
    // The server may not have heard yet.
    #expect(await names(next).filter { $0 != "revocations" } == ["device-checks", "device-key", "installation.marker"])
    _ = try await next.shield.records()
  }

  @Test("A reinstalled app does not find the session that an earlier installation left; the attempt counter stays")
  func reinstalled() async throws {
    let stage = try await lived()
    #expect(try await stage.shield.pin.check(Self.pin("000000")) != .holds)
    var device = stage.device
    device.container = InMemoryInstallationContainer()
    let next = try await Stage(device)
    #expect(await names(next) == ["device-checks", "device-key", "installation.marker", "pin.attempts"])
    #expect(next.shield.key.publicKey != stage.shield.key.publicKey)
    #expect(try await next.shield.pin.attempts().count == 1)
  }

  @Test("On a device that was not unlocked since its start nothing is decided and nothing is lost")
  func locked() async throws {
    let stage = try await lived()
    await stage.secrets.restartDevice()
    await #expect(throws: ShieldError.storage(.locked)) { _ = try await Stage(stage.device) }
    await stage.secrets.unlockDevice()
    let next = try await Stage(stage.device)
    #expect(try await next.shield.pin.check(Self.pin("471100")) == .holds)
    #expect(await names(next).contains("session"))
  }
}
