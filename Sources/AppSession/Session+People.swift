import Redaction
import SecurityPolicy
import TrustWire
import UntrustedInput

/// Who comes, who stays, who leaves.
extension Session {
  /// Sends a signed report and keeps the AppToken that it earns. What earlier sessions could not tell the server is
  /// told after that, and nobody waits for it: ``revokePending()`` does.
  ///
  /// - Throws: ``SessionError`` `refused` (with the server's code), `tokenRefused`, `unreachable`, `untrustedServer`,
  ///   `storage`.
  @discardableResult
  public func enroll(report: String) async throws(SessionError) -> TrustTier {
    try await look()
    let erasures = erasures
    try await fetchKeysOnce()
    var answer = try await answer(to: .deviceReport(compact: report), appToken: nil)
    let pair = try await pair(from: &answer, .app).pair
    guard erasures == self.erasures else { throw .ended(.loggedOut) }
    try await commit(.enrolled) {
      $0.app = pair
      return true
    }
    beginRevoking()
    return pair.tier
  }

  /// Signs a person in. Name and password leave the device encrypted to the environment's login key, with a fresh
  /// challenge and the device key inside; under TLS alone where the policy asks for no more. Nothing of them is kept
  /// but the name.
  ///
  /// - Parameter owner: whose data lies here, for when the session that knew it is lost; else the session's own word
  ///   stands.
  /// - Parameter tellingServer: whether to wait until the server heard which session this one replaces; else
  ///   ``revokePending()`` is the caller's to call.
  /// - Parameter beforeChange: called with the label of whoever signs in (see ``account()``) when the server let them in,
  ///   before anything of the session changes; the login goes on after it. Never called when the server did not.
  /// - Throws: ``SessionError`` `refused`, `notEnrolled`, `loginKeyUnusable`, `tokenRefused`, `unreachable`,
  ///   `untrustedServer`, `storage`; `ended` when a logout came meanwhile.
  public func logIn(
    user: String, password: borrowing Secret, leftBy owner: DataOwner? = nil, tellingServer: Bool = true,
    beforeChange: @Sendable (_ account: String) async -> Void = { _ in }
  ) async throws(SessionError) {
    try await look()
    let erasures = erasures
    guard var app = held.app else { throw .notEnrolled }
    if app.isStale(at: reading.wall) { app = try await renewed(.app) }
    let request: TokenRequest
    switch requirement.loginEncryption {
    case .transport:
      request = .plainLogin(
        user: user, password: password.withExposedBytes { String(decoding: $0, as: UTF8.self) })
    case .required:
      let challenge = try await exchange.challenge(for: .login).challenge
      let loginKey = (try? Base64URL.decode(environment.loginKey)) ?? []
      do {
        request = .userLogin(
          sealedCredential: try LoginCredential.seal(
            user: user, password: password, challenge: challenge, device: key.publicKey, loginKey: loginKey))
      } catch {
        throw .loginKeyUnusable
      }
    }
    try await fetchKeysOnce()
    var answer = try await answer(to: request, appToken: app.access)
    let (pair, subject) = try await pair(from: &answer, .user)
    guard erasures == self.erasures else { throw .ended(.loggedOut) }
    await beforeChange(held.left(by: owner).label(of: subject, typedAs: user))
    guard erasures == self.erasures else { throw .ended(.loggedOut) }
    let other = held.user
    let event = SessionEvent.loggedIn(
      refreshEndsAt: pair.refreshEndsAt ?? answer.askedAt + lifeOfRefreshToken, sessionEndsAt: answer.sessionEndsAt)
    do throws(SessionError) {
      try await commit(event) {
        $0.user = pair
        $0 = $0.left(by: owner)
        $0.belongs(to: subject, typedAs: user)
        return true
      }
    } catch {
      // The server began a session that nobody here can go on with.
      await keepForRevocation([pair])
      beginRevoking()
      throw error
    }
    // Not before: a login that cannot be saved leaves whoever is signed in their session.
    if let other { await keepForRevocation([other]) }
    if tellingServer { await revokePending() }
  }

  /// The person touched something. Requests that the app makes by itself are no use and must not be told here.
  public func used() async throws(SessionError) { try await event(.used) }  // O.Auth_9#100

  /// The app left the screen. Saved before it returns: the process may be killed there.
  ///
  /// - Throws: ``SessionError/storage``: then a killed process counts from an earlier time, and asks earlier.
  public func movedToBackground() async throws(SessionError) {
    try await event(.movedToBackground)
    try await commit()
  }

  /// The app is about to be on screen, after a launch too; look at the state before anything is drawn. Until then, or a
  /// first touch, a launched app counts as in the background: systems launch apps there as well.
  @discardableResult
  public func returned() async throws(SessionError) -> SessionState {
    try await event(.returned)
    return machine.state
  }

  /// Goes on after the person proved to be there. Only whoever verified the PIN, or holds the key that biometry
  /// released, calls this; the session cannot check it.
  public func unlock() async throws(SessionError) {
    try await event(.unlocked)
    try await commit()
  }

  /// What follows from a check of the device.
  public func judge(_ decision: SessionDecision) async throws(SessionError) {
    try await event(.judged(decision))
    try await commit()
  }

  /// Ends the person's session for a reason of this device's own; the server is told as soon as it answers.
  ///
  /// - Parameter tellingServer: whether to wait for that; else ``revokePending()`` is the caller's to call.
  public func end(because reason: SessionEndReason, tellingServer: Bool = true) async throws(SessionError) {
    try await event(.ended(reason))
    if tellingServer { await revokePending() }
  }

  private func event(_ event: SessionEvent) async throws(SessionError) {
    // Not through `look`: coming back has to be judged before it is noted, in one step.
    if !isLoaded { try await look() }
    try await step(event, at: reading)
  }
}
