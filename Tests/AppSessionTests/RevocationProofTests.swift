import AppSession
import SecurityTesting
import Testing
import TrustWire

/// What a device can end at the server, and by which proof.
@Suite(.timeLimit(.minutes(15))) struct RevocationProofTests {
  /// A key that the device keeps shut.
  private struct ShutKey: DeviceKey {
    let publicKey = KeyInHand().publicKey

    func signature(over bytes: [UInt8]) async throws(SessionError) -> [UInt8] { throw .keyUnavailable }
  }

  /// Two sessions; the server has renewed the person's, and its answer never arrived.
  private func stage() async throws -> Stage {
    let stage = try await Stage.loggedIn()
    let proof = try await stage.session.proof(method: "POST", address: stage.server.address, token: nil)
    let lost = try await stage.server.exchange(.refresh(token: "refresh-2"), appToken: nil, proof: proof)
    #expect(try lost.outcome.get().refreshToken == "refresh-3")
    return stage
  }

  /// Whether the server would go on with this token.
  private func isLive(_ token: String, _ stage: Stage) async throws -> Bool {
    let proof = try await stage.session.proof(method: "POST", address: stage.server.address, token: nil)
    let answer = try await stage.server.exchange(.refresh(token: token), appToken: nil, proof: proof)
    return (try? answer.outcome.get()) != nil
  }

  @Test("A logout after a lost answer ends the session that the server had renewed")
  func lostAnswer() async throws {
    let stage = try await stage()
    try await stage.session.logOut()
    #expect(stage.server.revoked == ["refresh-2", "refresh-1"] && stage.server.revocationsAsked == 2)
    #expect(try await stage.session.pendingRevocations() == 0)
    #expect(try await !isLive("refresh-3", stage))
  }

  @Test("The same where the server asks for a nonce that it has not told yet")
  func nonce() async throws {
    let stage = try await stage()
    stage.server.require(nonce: "nonce-1")
    try await stage.session.logOut()
    #expect(stage.server.revoked == ["refresh-2", "refresh-1"] && stage.server.revocationsAsked == 3)
    #expect(try await stage.session.pendingRevocations() == 0)
  }

  @Test("The same where the device's clock was wrong by an hour")
  func clock() async throws {
    let stage = try await stage()
    stage.ahead.change { $0 = 3600 }
    try await stage.session.logOut()
    #expect(stage.server.revoked == ["refresh-2", "refresh-1"])
    #expect(try await !isLive("refresh-3", stage))
  }

  @Test("A device with a new key still ends what its newest token may end, and asks in vain once about the rest")
  func newKey() async throws {
    let stage = try await stage()
    stage.server.failRevocations(with: .unreachable)
    try await stage.session.logOut()
    stage.server.failRevocations(with: nil)
    let next = stage.relaunched(with: KeyInHand())
    await next.revokePending()
    #expect(stage.server.revoked == ["refresh-1"])
    #expect(try await next.pendingRevocations() == 0)
  }

  @Test("While the key cannot be used, what needs its proof is kept and told later")
  func shutKey() async throws {
    let stage = try await stage()
    stage.server.failRevocations(with: .unreachable)
    try await stage.session.logOut()
    stage.server.failRevocations(with: nil)
    let shut = stage.relaunched(with: ShutKey())
    await shut.revokePending()
    #expect(stage.server.revoked.isEmpty)
    #expect(try await shut.pendingRevocations() == 2)
    await stage.relaunched().revokePending()
    #expect(stage.server.revoked == ["refresh-2", "refresh-1"])
  }
}
