import Foundation
import Redaction
import SecurityPolicy
import TrustWire
import UntrustedInput

/// The right to act: holds the tokens of this installation and of the person using it.
///
/// - Protects against: stolen tokens (each is bound to the device key and each request proves it), lost answers and
///   crashes in the middle of a rotation (the old token is kept until the new one is saved, and asked again), several
///   callers refreshing at once (one exchange, everybody gets its result).
/// - Does not protect against: whoever controls this process.
///
/// Source: RFC 9449 (DPoP), RFC 9700 section 4.14 (refresh token rotation).
public actor Session {
  private let requirement: SessionRequirement
  private let store: any SessionStore
  private let exchange: any TokenExchange
  private let key: any DeviceKey
  private let now: @Sendable () -> Date
  private let identifier: @Sendable () -> String
  private var session = StoredSession()
  private var isLoaded = false
  private var erasures = 0
  private var lastSave: Task<Result<Void, SessionError>, Never>?
  private var running: [Kind: Task<TokenPair, any Error>] = [:]

  /// Which of the two tokens.
  public enum Kind: Sendable, Hashable { case app, user }

  /// - Parameter identifier: a fresh random text of at least 16 characters for each proof.
  public init(
    requirement: SessionRequirement, store: any SessionStore, exchange: any TokenExchange, key: any DeviceKey,
    now: @escaping @Sendable () -> Date, identifier: @escaping @Sendable () -> String
  ) {
    self.requirement = requirement
    self.store = store
    self.exchange = exchange
    self.key = key
    self.now = now
    self.identifier = identifier
  }

  /// Sends a signed report and keeps the AppToken that it earns.
  ///
  /// - Throws: ``SessionError`` `refused` (with the server's code), `unreachable`, `untrustedServer`, `storage`.
  @discardableResult
  public func enroll(report: String) async throws(SessionError) -> TrustTier {
    try await loadOnce()
    let asked = seconds
    let erasures = erasures
    let answer = try await exchange.exchange(.deviceReport(compact: report), appToken: nil, proof: nil)
    guard erasures == self.erasures else { throw .ended }
    session.app = TokenPair(answer, askedAt: asked)
    try await persist()
    return answer.tier
  }

  /// Signs a person in. The password leaves the device sealed to `loginKey` and bound to this installation's token.
  ///
  /// - Parameter loginKey: X9.63 point from the policy slice.
  /// - Throws: ``SessionError`` `refused`, `notEnrolled`, `unreachable`, `untrustedServer`, `storage`.
  public func logIn(user: String, password: borrowing Secret, loginKey: [UInt8]) async throws(SessionError) {
    let erasures = erasures
    let app = try await token(.app)
    let appToken = app.access.exposedText()
    let sealed: String
    do {
      sealed = try LoginCredential.seal(user: user, password: password, loginKey: loginKey, appToken: appToken)
    } catch {
      throw .unreadableAnswer(error)
    }
    let asked = seconds
    let proof = try await proof(method: "POST", address: exchange.address, token: appToken)
    let answer = try await exchange.exchange(
      .userLogin(sealedCredential: sealed), appToken: app.access, proof: proof)
    guard erasures == self.erasures else { throw .ended }
    session.user = TokenPair(answer, askedAt: asked)
    session.account = user
    session.loggedInAt = asked
    session.failures = 0
    try await persist()
  }

  /// The headers that let one request through: both tokens and a proof for exactly this method and address. Tokens
  /// about to end are refreshed first.
  ///
  /// - Throws: ``SessionError`` `notEnrolled`, `notLoggedIn`, `ended`, and what a refresh throws.
  public func headers(method: String, address: String) async throws(SessionError) -> [(name: String, value: String)] {
    let app = try await token(.app)
    let user = try await token(.user)
    let access = user.access.exposedText()
    return [
      (TrustRoute.appTokenHeader, app.access.exposedText()), ("Authorization", "DPoP \(access)"),
      (TrustRoute.proofHeader, try await proof(method: method, address: address, token: access)),
    ]
  }

  /// A token that is good for at least a minute.
  public func token(_ kind: Kind) async throws(SessionError) -> TokenPair {
    try await loadOnce()
    guard let pair = pair(kind) else { throw kind == .app ? .notEnrolled : .notLoggedIn }
    guard kind == .app || !hasReachedMaximum else {
      try await end(.user)
      throw .ended
    }
    return pair.isStale(at: seconds) ? try await refresh(kind) : pair
  }

  /// Exchanges the refresh token now. Callers that arrive while one exchange runs wait for its result; cancelling a
  /// caller does not cancel the exchange, so that a rotated token is never lost.
  @discardableResult
  public func refresh(_ kind: Kind) async throws(SessionError) -> TokenPair {
    try await loadOnce()
    let task: Task<TokenPair, any Error>
    if let running = running[kind] {
      task = running
    } else {
      task = Task { [self] in try await rotate(kind) }
      running[kind] = task
    }
    do {
      return try await task.value
    } catch let error as SessionError {
      throw error
    } catch {
      throw .unreachable
    }
  }

  /// What is known without asking the server.
  public func isLoggedIn() async throws(SessionError) -> Bool {
    try await loadOnce()
    return session.user != nil && !hasReachedMaximum
  }

  /// Whether this installation holds an AppToken.
  public func isEnrolled() async throws(SessionError) -> Bool {
    try await loadOnce()
    return session.app != nil
  }

  /// Who signed in last, also after the session ended; nil after ``erase()``.
  public func account() async throws(SessionError) -> String? {
    try await loadOnce()
    return session.account ?? session.user?.subject
  }

  /// Forgets every token on this device, also those of an exchange that is under way: its callers get `ended`.
  /// Ending the session at the server is the caller's next step.
  public func erase() async throws(SessionError) {
    session = StoredSession()
    isLoaded = true
    erasures += 1
    try await inOrder { store throws(SessionError) in try await store.erase() }
  }

  /// A DPoP proof for one request.
  public func proof(method: String, address: String, token: String?) async throws(SessionError) -> String {
    let proof = ProofOfPossession(
      identifier: identifier(), method: method, address: address, issuedAt: seconds, token: token)
    let key = key
    return try await SignedMessage.compact(.dpop, payload: proof.payload, key: key.publicKey) {
      bytes throws(SessionError) in try await key.signature(over: bytes)
    }
  }

  private var seconds: Int64 { Int64(now().timeIntervalSince1970) }

  private var hasReachedMaximum: Bool {  // O.Auth_10#1
    session.loggedInAt.map { seconds >= $0 + requirement.maximum.components.seconds } ?? false
  }

  private func pair(_ kind: Kind) -> TokenPair? { kind == .app ? session.app : session.user }

  private func loadOnce() async throws(SessionError) {
    guard !isLoaded else { return }
    let stored = try await store.load()
    // Another caller may have loaded while this one waited.
    guard !isLoaded else { return }
    session = stored ?? StoredSession()
    isLoaded = true
  }

  /// Saves in the order of the changes, and to the end even if the caller is cancelled.
  private func persist() async throws(SessionError) {
    let session = session
    try await inOrder { store throws(SessionError) in try await store.save(session) }
  }

  private func inOrder(
    _ change: @escaping @Sendable (any SessionStore) async throws(SessionError) -> Void
  ) async throws(SessionError) {
    let previous = lastSave
    let task = Task { [store] in
      _ = await previous?.value
      do throws(SessionError) {
        try await change(store)
        return Result<Void, SessionError>.success(())
      } catch {
        return .failure(error)
      }
    }
    lastSave = task
    try await task.value.get()
  }

  private func rotate(_ kind: Kind) async throws(SessionError) -> TokenPair {
    defer { running[kind] = nil }
    guard let old = pair(kind) else { throw kind == .app ? .notEnrolled : .notLoggedIn }
    let asked = seconds
    do throws(SessionError) {
      let proof = try await proof(method: "POST", address: exchange.address, token: nil)
      let answer = try await exchange.exchange(
        .refresh(token: old.refresh.exposedText()), appToken: nil, proof: proof)
      // Erased, or signed in anew, while the answer was on its way: it belongs to a session that is no more.
      guard pair(kind)?.refresh === old.refresh else { throw .ended }
      let new = TokenPair(answer, askedAt: asked)
      if kind == .app { session.app = new } else { session.user = new }
      session.failures = 0
      try await persist()
      return new
    } catch {
      guard error == .storage || pair(kind)?.refresh === old.refresh else { throw .ended }
      try await note(error, kind)
      throw session.user == nil && kind == .user ? .ended : error
    }
  }

  /// A refusal of the token itself ends its session at once; failures in a row end it at the policy's limit. No answer,
  /// a server that asks for patience, and one that is not ours, are no failure of the token: being offline ends nothing.
  private func note(_ error: SessionError, _ kind: Kind) async throws(SessionError) {
    if case .refused(let body) = error {
      switch body.reason {
      case .tokenReused, .tokenExpired, .tokenInvalid, .sessionEnded: return try await end(kind)
      case .rateLimited, .unavailable: return
      default: break
      }
    }
    switch error {
    case .storage, .untrustedServer, .unreachable: return
    default: break
    }
    session.failures += 1
    if session.failures >= requirement.refreshFailures {
      try await end(kind)
    } else {
      try await persist()
    }
  }

  private func end(_ kind: Kind) async throws(SessionError) {
    session.user = nil
    session.loggedInAt = nil
    session.failures = 0
    if kind == .app { session.app = nil }
    try await persist()
  }
}
