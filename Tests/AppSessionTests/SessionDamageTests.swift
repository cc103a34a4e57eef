import AppSession
import Redaction
import SecurityPolicy
import SecurityTesting
import Testing
import TrustWire

@Suite(.timeLimit(.minutes(15))) struct SessionDamageTests {
  @Test("A damaged session is one that ended, with a reason, and a login begins the next one")
  func session() async throws {
    let stage = try await Stage.loggedIn()
    var bytes = try #require(stage.store.sealed)
    bytes.removeLast()
    stage.store.sealed = bytes
    let next = stage.relaunched()
    #expect(try await next.state() == .ended(.storeDamaged))
    await #expect(throws: SessionError.ended(.storeDamaged)) { try await next.token(.user) }
    #expect(try await next.account() == nil)
    // What nothing can be read from is replaced; the reason outlives the launch.
    #expect(try await stage.stored()?.memory.state == .ended(.storeDamaged))
    #expect(try await stage.relaunched().state() == .ended(.storeDamaged))
    try await next.enroll(report: "report")
    try await stage.relaunched().logIn(user: "ada", password: Secret(copying: [1]))
    #expect(try await stage.relaunched().state() == .active)
  }

  @Test("A damaged session that cannot be replaced is over all the same")
  func notReplaced() async throws {
    let stage = Stage()
    stage.store.sealed = [1]
    stage.store.isFailing = true
    #expect(try await stage.session.state() == .ended(.storeDamaged))
    #expect(stage.store.sealed == [1])
  }

  @Test("A session of a newer version is no damage: it stays, and nothing goes on")
  func newer() async throws {
    let stage = Stage()
    stage.store.sealed = Array(#"{"version":4}"#.utf8)
    await #expect(throws: SessionError.newerFormat) { try await stage.session.state() }
    #expect(stage.store.sealed == Array(#"{"version":4}"#.utf8))
  }

  @Test("A damaged list of revocations does not silence what comes later, and is told once")
  func revocations() async throws {
    let stage = try await Stage.loggedIn()
    stage.revocations.sealed = [1, 2, 3]
    stage.server.failRevocations(with: .unreachable)
    try await stage.session.logOut()
    #expect(try await stage.session.pendingRevocations() == 2)
    #expect(await stage.session.takeIncidents() == [.revocationsLost])
    #expect(await stage.session.takeIncidents() == [])
    stage.server.failRevocations(with: nil)
    await stage.session.revokePending()
    #expect(stage.server.revoked == ["refresh-2", "refresh-1"])
  }

  @Test("A damaged list is found at a launch too, and replaced")
  func revocationsAtLaunch() async throws {
    let stage = Stage()
    stage.revocations.sealed = [1, 2, 3]
    await stage.session.revokePending()
    #expect(stage.revocations.sealed == nil)
    #expect(await stage.session.takeIncidents() == [.revocationsLost])
  }

  @Test("A list that cannot be read for now, or is newer, is left alone")
  func revocationsUnreadable() async throws {
    let newer = Array(#"{"version":2}"#.utf8)
    let stage = try await Stage.loggedIn()
    stage.revocations.sealed = newer
    try await stage.session.logOut()
    #expect(stage.revocations.sealed == newer && stage.server.revoked == ["refresh-2", "refresh-1"])
    stage.revocations.isFailing = true
    await stage.session.revokePending()
    #expect(stage.revocations.sealed == newer)
    #expect(await stage.session.takeIncidents() == [.revocationsUnkept])
  }
}
