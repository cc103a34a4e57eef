import AppSession
import DataLifecycle
import Mantlet
import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

/// What lies on a device whose session is gone, and with it what told whether it was locked.
@Suite(.timeLimit(.minutes(15))) struct SessionLossTests {
  private static let note = SecretName(constant: "partner.token")
  private static let lost = ShieldError.session(.ended(.storeDamaged))

  private func logIn(_ user: String, _ stage: Stage) async throws {
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: user, password: Secret(copying: "horse-4711".utf8))
  }

  /// Ada's data, without her session.
  private func orphaned() async throws -> Stage {
    let stage = try await Stage()
    try await logIn("ada", stage)
    guard let pin = PIN(copying: "471100") else { throw StorageError.unavailable(0) }
    try await stage.shield.setPIN(pin)
    try await stage.shield.secrets.write(Secret(copying: [1, 2, 3]), as: Self.note)
    try await stage.shield.keep(kind: "sleep", payload: "1")
    await stage.secrets.delete(SecretName(constant: "session"))
    return try await Stage(stage.device)
  }

  private func expectClosed(_ shield: Shield) async throws {
    await #expect(throws: Self.lost) { _ = try await shield.records() }
    await #expect(throws: Self.lost) { _ = try await shield.recordCount(kind: "sleep") }
    await #expect(throws: Self.lost) { _ = try await shield.responseCache() }
    await #expect(throws: Self.lost) { _ = try await shield.synchronize() }
    await #expect(throws: StorageError.interactionNotAllowed(0)) { _ = try await shield.secrets.read(Self.note) }
    #expect(try await shield.state() == .ended(.storeDamaged))
    #expect(try await shield.returned() == .ended(.storeDamaged))
  }

  @Test("Without the session that held the lock nothing of its owner is read, before and after a new report")
  func closed() async throws {
    let stage = try await orphaned()
    try await expectClosed(stage.shield)
    for await notice in try await stage.shield.notices {
      #expect(notice == .ended(.storeDamaged))
      break
    }
    try await stage.shield.enroll()
    try await expectClosed(stage.shield)
    try await expectClosed(Stage(stage.device).shield)
  }

  @Test("No PIN opens it: a session that is over is not asked for one, and no try is counted")
  func pin() async throws {
    let stage = try await orphaned()
    guard let pin = PIN(copying: "471100") else { throw StorageError.unavailable(0) }
    await #expect(throws: Self.lost) { _ = try await stage.shield.unlock(pin: pin) }
    #expect(try await stage.shield.pin.attempts().count == 0)
  }

  @Test("What the app writes meanwhile is kept; the owner's login opens all of it")
  func owner() async throws {
    let stage = try await orphaned()
    try await stage.shield.keep(kind: "sleep", payload: "2")
    try await logIn("ada", stage)
    #expect(try await stage.shield.state() == .active)
    #expect(try await stage.shield.recordCount(kind: "sleep") == 2)
    #expect(try await stage.shield.secrets.read(Self.note)?.count == 3)
    #expect(try await Stage(stage.device).shield.recordCount(kind: "sleep") == 2)
  }

  @Test("Another person's login erases it")
  func stranger() async throws {
    let stage = try await orphaned()
    try await logIn("bob", stage)
    #expect(try await stage.shield.secrets.names() == [])
    #expect(await !stage.secrets.names().map(\.text).contains("pin.hash"))
  }

  @Test("A logout erases it too, and leaves an ordinary installation")
  func loggedOut() async throws {
    let stage = try await orphaned()
    try await stage.shield.logOut()
    #expect(try await stage.shield.state() == .signedOut)
    #expect(try await stage.shield.secrets.names() == [])
    _ = try await stage.shield.records()
  }

  /// What version 2 noted of the owner: the name as it was typed.
  private func orphaned(notedAs name: String) async throws -> Stage {
    let stage = try await orphaned()
    try await stage.secrets.write(Secret(copying: name.utf8), as: SecretName(constant: "data-owner"))
    return try await Stage(stage.device)
  }

  @Test("Whom an older version noted by the typed name finds everything by that name, and nobody else does")
  func version2() async throws {
    for (user, count) in [("ada", 3), ("bob", nil)] as [(String, Int?)] {
      let stage = try await orphaned(notedAs: "ada")
      try await logIn(user, stage)
      #expect(try await stage.shield.secrets.read(Self.note)?.count == count)
      // Lost once more, it is known by more than a name.
      try await stage.shield.secrets.write(Secret(copying: [1, 2]), as: Self.note)
      await stage.secrets.delete(SecretName(constant: "session"))
      let next = try await Stage(stage.device)
      try await logIn(user, next)
      #expect(try await next.shield.secrets.read(Self.note)?.count == 2)
    }
  }

  @Test("A typed name that looks like another person's label does not open its owner's data to that person")
  func lookalike() async throws {
    let stage = try await orphaned(notedAs: "sub:bob")
    try await logIn("bob", stage)
    #expect(try await stage.shield.secrets.read(Self.note) == nil)
    #expect(await !stage.secrets.names().map(\.text).contains("pin.hash"))
  }
}
