import AppIntegrity
import AppSession
import DataLifecycle
import HTTPTypes
import Mantlet
import NetworkTrust
import Redaction
import SealedRecords
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing
import TrustWire
import UntrustedInput

/// What a lock closes, and what opens it again.
@Suite(.timeLimit(.minutes(15))) struct UnlockTests {
  private static let note = SecretName(constant: "partner.token")

  private static func pin(_ digits: String) throws -> PIN {
    guard let pin = PIN(copying: digits) else { throw StorageError.unavailable(0) }
    return pin
  }

  /// Few tries, because each takes long to hash.
  private static func slice() throws -> PolicySlice {
    var policy = try testPolicy()
    policy.session.pin.tries = 3
    policy.session.pin.triesWithoutDelay = 1
    guard let slice = policy.slice(for: .dev) else { throw PolicyError.notCanonical }
    return slice
  }

  private func stage(_ device: Stage.Device = Stage.Device()) async throws -> Stage {
    try await Stage(device, slice: Self.slice())
  }

  /// Ada signed in, with a PIN, a secret and a record.
  private func lived(_ device: Stage.Device = Stage.Device()) async throws -> Stage {
    let stage = try await stage(device)
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    try await stage.shield.setPIN(Self.pin("471100"))
    try await stage.shield.secrets.write(Secret(copying: [1, 2, 3]), as: Self.note)
    try await stage.shield.keep(kind: "sleep", payload: "1")
    return stage
  }

  private func idle(_ stage: Stage) { stage.device.clock.advance(by: .seconds(4 * 3600)) }
  private func names(_ stage: Stage) async -> [String] { await stage.secrets.names().map(\.text) }

  private func firstNotice(_ shield: Shield) async throws -> ShieldNotice? {
    for await notice in try await shield.notices { return notice }
    return nil
  }

  @Test(
    "After hours without a touch nothing is read and nothing asked; what is written is kept; the PIN opens all again")
  func idleLock() async throws {
    let stage = try await lived()
    let shield = stage.shield
    idle(stage)
    let locked = ShieldError.session(.locked(.inactivity))
    #expect(try await shield.state() == .idleLocked(.inactivity))
    await #expect(throws: locked) { _ = try await shield.records() }
    await #expect(throws: locked) { _ = try await shield.recordCount(kind: "sleep") }
    await #expect(throws: locked) { _ = try await shield.call(.get, "/v1/nights") }
    await #expect(throws: locked) { _ = try await shield.synchronize() }
    await #expect(throws: locked) { _ = try await shield.responseCache() }
    await #expect(throws: locked) { try await shield.setPIN(Self.pin("739184")) }
    await #expect(throws: StorageError.interactionNotAllowed(0)) { _ = try await shield.secrets.read(Self.note) }
    try await shield.keep(kind: "sleep", payload: "2")
    #expect(try await firstNotice(shield) == .locked(.inactivity))
    #expect(try await shield.unlock(pin: Self.pin("471100")) == .holds)
    #expect(try await shield.state() == .active)
    #expect(try await shield.recordCount(kind: "sleep") == 2)
    #expect(try await shield.secrets.read(Self.note)?.count == 3)
  }

  @Test("Touches keep the session open, minutes in the background do not")
  func presence() async throws {
    let stage = try await lived()
    for _ in 0..<3 {
      stage.device.clock.advance(by: .seconds(3 * 3600))
      try await stage.shield.used()
    }
    #expect(try await stage.shield.state() == .active)
    try await stage.shield.movedToBackground()
    stage.device.clock.advance(by: .seconds(299))
    #expect(try await stage.shield.returned() == .active)
    try await stage.shield.movedToBackground()
    stage.device.clock.advance(by: .seconds(300))
    #expect(try await stage.shield.returned() == .reauthenticationDue(.background))
    #expect(try await stage.shield.unlock(pin: Self.pin("471100")) == .holds)
    #expect(try await stage.shield.state() == .active)
  }

  @Test("A wrong PIN opens nothing and makes the next try wait")
  func wrong() async throws {
    let stage = try await lived()
    idle(stage)
    #expect(try await stage.shield.unlock(pin: Self.pin("739184")) == .wrong(triesLeft: 2, wait: .seconds(30)))
    #expect(try await stage.shield.state() == .idleLocked(.inactivity))
    #expect(try await stage.shield.pinWait() == .seconds(30))
    #expect(try await stage.shield.unlock(pin: Self.pin("471100")) == .mustWait(.seconds(30)))
    // A new process, and the clock set ahead: neither shortens it.
    stage.device.clock.setWall(1_900_000_000)
    let next = try await self.stage(stage.device)
    #expect(try await next.shield.pinWait() == .seconds(30))
    stage.device.clock.advance(by: .seconds(30))
    #expect(try await next.shield.pinWait() == .zero)
  }

  @Test("The last wrong PIN erases everything of the person, says why, and tells the server")
  func exhausted() async throws {
    let stage = try await lived()
    idle(stage)
    let heard = Task { () -> [ShieldNotice] in
      var heard: [ShieldNotice] = []
      for await notice in try await stage.shield.notices {
        heard.append(notice)
        if case .ended = notice { break }
      }
      return heard
    }
    #expect(try await stage.shield.unlock(pin: Self.pin("739184")) == .wrong(triesLeft: 2, wait: .seconds(30)))
    stage.device.clock.advance(by: .seconds(30))
    #expect(try await stage.shield.unlock(pin: Self.pin("739184")) == .wrong(triesLeft: 1, wait: .seconds(60)))
    stage.device.clock.advance(by: .seconds(60))
    #expect(try await stage.shield.unlock(pin: Self.pin("739184")) == .noTryLeft)
    while stage.server.state.withLock({ $0.revoked.count }) < 2 { await Task.yield() }
    while await names(stage).contains("revocations") { await Task.yield() }
    #expect(await names(stage) == ["device-checks", "device-key", "installation.marker"])
    #expect(stage.device.journal.read() == nil)
    #expect(try await heard.value.last == .ended(.pinExhausted))
    #expect(try await stage.shield.state() == .signedOut)
    let notice = ShieldNotice.ended(.pinExhausted)
    #expect(notice.words(in: .german) == SessionNotice(.pinExhausted, in: .german))
  }

  @Test("When the app ends after the last wrong PIN was counted, the next start erases before anything is open")
  func exhaustedAndEnded() async throws {
    let stage = try await lived()
    try await stage.secrets.write(PINAttempts(count: 3).secretForm(), as: PINAttempts.secretName)
    let next = try await self.stage(stage.device)
    #expect(await !names(next).contains("pin.hash"))
    #expect(await !names(next).contains(Self.note.text))
    #expect(await !names(next).contains("session"))
    #expect(try await firstNotice(next.shield) == .ended(.pinExhausted))
  }

  @Test("A weak PIN is refused by its reason; another PIN needs the present one, or the password")
  func setting() async throws {
    let stage = try await lived()
    let shield = stage.shield
    await #expect(throws: ShieldError.pinIsSet) { try await shield.setPIN(Self.pin("739184")) }
    await #expect(throws: ShieldError.storage(.pinRefused(.row))) {
      try await shield.changePIN(from: Self.pin("471100"), to: Self.pin("123456"))
    }
    #expect(try await shield.pin.attempts().count == 0)
    #expect(try await shield.changePIN(from: Self.pin("471100"), to: Self.pin("739184")) == .holds)
    #expect(try await shield.changePIN(from: Self.pin("471100"), to: Self.pin("806835")) != .holds)
    // Forgotten: the password helps, once.
    try await shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    await #expect(throws: ShieldError.storage(.pinRefused(.date))) { try await shield.setPIN(Self.pin("240987")) }
    try await shield.setPIN(Self.pin("806835"))
    await #expect(throws: ShieldError.pinIsSet) { try await shield.setPIN(Self.pin("739184")) }
    #expect(try await shield.unlock(pin: Self.pin("806835")) == .holds)
  }

  @Test("A device that the server refuses locks the session; no PIN opens it, a better decision asks for the PIN")
  func deviceRefused() async throws {
    let stage = try await lived()
    let shield = stage.shield
    let body = RefusalBody(.accessDenied, .deviceRefused, code: .rejectedBecauseRooted, "no")
    stage.server.state.withLock { $0.refusal = body }
    await #expect(throws: ShieldError.session(.refused(body))) { try await shield.enroll() }
    #expect(try await shield.state() == .reauthenticationDue(.device))
    await #expect(throws: ShieldError.session(.locked(.device))) {
      _ = try await shield.unlock(pin: Self.pin("471100"))
    }
    #expect(try await shield.pin.attempts().count == 0)
    stage.server.state.withLock { $0.refusal = nil }
    try await shield.enroll()
    #expect(try await shield.state() == .reauthenticationDue(.stepUp))
    #expect(try await shield.unlock(pin: Self.pin("471100")) == .holds)
    #expect(try await shield.state() == .active)
  }

  @Test("The decision to wipe ends the session with its reason and erases the person's data")
  func wipe() async throws {
    let stage = try await lived()
    let notices = try await stage.shield.notices
    try await stage.shield.judge(.wipe)
    #expect(await !names(stage).contains(Self.note.text))
    #expect(await !names(stage).contains("pin.hash"))
    for await notice in notices {
      #expect(notice == .ended(.deviceUnsafe))
      break
    }
  }

  @Test("When the app ends between the decision to wipe and the erasure, the next start erases")
  func wipeForestalled() async throws {
    let stage = try await lived()
    try await stage.shield.session.judge(.wipe)
    #expect(await names(stage).contains(Self.note.text))
    let next = try await self.stage(stage.device)
    for gone in [Self.note.text, "pin.hash", "session", "data-owner"] { #expect(await !names(next).contains(gone)) }
    #expect(try await firstNotice(next.shield) == .ended(.deviceUnsafe))
    #expect(try await next.shield.state() == .signedOut)
  }

  @Test("A session that the server ended gives nothing out until somebody signs in, and says why")
  func endedAtServer() async throws {
    let stage = try await lived()
    let shield = stage.shield
    let notices = try await shield.notices
    stage.server.state.withLock { $0.refusal = RefusalBody(.invalidGrant, .sessionEnded, "no") }
    await #expect(throws: ShieldError.self) { try await shield.refresh() }
    for await notice in notices {
      #expect(notice == .ended(.endedElsewhere))
      break
    }
    let ended = ShieldError.session(.ended(.endedElsewhere))
    await #expect(throws: ended) { _ = try await shield.records() }
    await #expect(throws: ended) { _ = try await shield.unlock(pin: Self.pin("471100")) }
    await #expect(throws: StorageError.interactionNotAllowed(0)) { _ = try await shield.secrets.read(Self.note) }
    stage.server.state.withLock { $0.refusal = nil }
    try await shield.enroll()
    try await shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    #expect(try await shield.recordCount(kind: "sleep") == 1)
    #expect(try await shield.secrets.read(Self.note)?.count == 3)
  }

  @Test("A logout tells the server which sessions ended, also when it could not be reached then")
  func logOut() async throws {
    let stage = try await lived()
    stage.server.state.withLock { $0.isOffline = true }
    try await stage.shield.logOut()
    #expect(stage.server.state.withLock { $0.revoked.isEmpty })
    stage.server.state.withLock { $0.isOffline = false }
    try await stage.shield.enroll()
    #expect(stage.server.state.withLock { $0.revoked.count } == 2)
  }
}
