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
  /// but the name. When the server refuses the AppToken, as after its key was removed, that is renewed and the login sent
  /// once more.
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
    var answer = try await admission(user: user, password: password, by: app)
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

  /// Asks for a person's session by this AppToken, and once more by a renewed one when it was that token that the server
  /// refused. One that was renewed less than ten seconds ago is not renewed again.
  private func admission(
    user: String, password: borrowing Secret, by app: TokenPair
  ) async throws(SessionError) -> AnsweredTokens {
    let erasures = erasures
    let request = try await loginRequest(user: user, password: password)
    try await fetchKeysOnce()
    do throws(SessionError) {
      return try await answer(to: request, appToken: app.access)
    } catch {
      guard case .refused(let body) = error, [.tokenInvalid, .tokenExpired].contains(body.reason) else { throw error }
      let settled = settledPair(.app, insteadOf: app, restsAfterRenewal: true)
      let next = if let settled { settled } else { try await renewed(.app) }
      guard next.access !== app.access else { throw error }
      // Sealed anew: the renewal may have taken longer than a challenge lives.
      let again = try await loginRequest(user: user, password: password)
      guard erasures == self.erasures else { throw .ended(.loggedOut) }
      return try await answer(to: again, appToken: next.access)
    }
  }

  private func loginRequest(user: String, password: borrowing Secret) async throws(SessionError) -> TokenRequest {
    switch requirement.loginEncryption {
    case .transport:
      return .plainLogin(user: user, password: password.withExposedBytes { String(decoding: $0, as: UTF8.self) })
    case .required:
      let challenge = try await exchange.challenge(for: .login).challenge
      let loginKey = (try? Base64URL.decode(environment.loginKey)) ?? []
      do {
        return .userLogin(
          sealedCredential: try LoginCredential.seal(
            user: user, password: password, challenge: challenge, device: key.publicKey, loginKey: loginKey))
      } catch {
        throw .loginKeyUnusable
      }
    }
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
