import SecurityPolicy
import TrustWire

/// Who gets a token, and who waits for one.
extension Session {
  /// A token that is good for a while; one that is about to end is renewed first. When that fails for now and the token
  /// is still good, it is given out all the same.
  ///
  /// Whoever comes while a good token is held gets it without a turn of this actor, and whoever comes while it is renewed
  /// waits beside it: a lock, an end, an erasure closes both ways before it returns.
  ///
  /// - Throws: ``SessionError`` `notEnrolled`, `notLoggedIn`, `locked`, `ended`, and what a refresh throws.
  public nonisolated(nonsending) func token(_ kind: TokenKind) async throws(SessionError) -> TokenPair {
    let answer = hatch.look(for: kind, at: surroundings.clock())
    if case .current(let pair) = answer { return pair }
    guard case .renewing = answer else { return try await sought(kind, answer) }
    // Thousands may stand here: what each of them keeps meanwhile has to be small.
    let renewal = await hatch.renewal(of: kind)
    if let pair = hatch.given(renewal, kind) { return pair }
    return try await settled(kind, renewal)
  }

  /// For whoever finds no token, or one that nobody renews yet.
  private nonisolated(nonsending) func sought(
    _ kind: TokenKind, _ answer: TokenHatch.Answer
  ) async throws(SessionError) -> TokenPair {
    guard case .yours(let claim) = answer else { return try await looked(for: kind) }
    defer { hatch.release(kind, claim) }
    return try await looked(for: kind)
  }

  /// After a renewal that brought this caller no token that may be given out now.
  private nonisolated(nonsending) func settled(
    _ kind: TokenKind, _ renewal: TokenHatch.Renewal?
  ) async throws(SessionError) -> TokenPair {
    guard let renewal else { return try await looked(for: kind) }
    switch renewal.outcome {
    case .success(let pair): return try await unlocked(pair, kind, since: renewal.erasures)
    case .failure(let error):
      guard error.isPassing else { throw error }
      if let pair = hatch.unexpired(kind, at: surroundings.clock()) { return pair }
      return try await kept(kind, after: error)
    }
  }

  private func looked(for kind: TokenKind) async throws(SessionError) -> TokenPair {
    let now = try await admitted(kind)
    guard let pair = held[kind] else { throw kind == .app ? .notEnrolled : .notLoggedIn }
    let isInDoubt = machine.isInDoubt(at: now)
    let erasures = erasures
    guard isInDoubt || pair.isStale(at: now.wall) else { return pair }
    do throws(SessionError) {
      return try unlocked(try await renewed(kind), kind, since: erasures)
    } catch {
      // Whether the session is over is more than a pair can tell by itself.
      guard error.isPassing, !isInDoubt else { throw error }
      return try await kept(kind, after: error)
    }
  }

  /// What is held, while it is good.
  private func kept(_ kind: TokenKind, after error: SessionError) async throws(SessionError) -> TokenPair {
    let later = try await admitted(kind)
    guard let pair = held[kind], !pair.isExpired(at: later.wall) else { throw error }
    return pair
  }

  /// Exchanges the refresh token now. Callers that arrive while one exchange runs wait for its result; cancelling a
  /// caller does not cancel the exchange, so that a rotated token is never lost.
  ///
  /// - Throws: ``SessionError``; `ended` when the refusal ended the session.
  @discardableResult
  public func refresh(_ kind: TokenKind) async throws(SessionError) -> TokenPair {
    try await admitted(kind)
    let erasures = erasures
    return try unlocked(try await renewed(kind), kind, since: erasures)
  }

  /// The same after a request was refused with this token; when another one came meanwhile, that one. A pair that was
  /// renewed less than ten seconds ago is given back as it is: a route that refuses it has its own reasons, and must not
  /// make every call of an app renew its tokens.
  @discardableResult
  public func refresh(_ kind: TokenKind, insteadOf refused: TokenPair) async throws(SessionError) -> TokenPair {
    try await refresh(kind, insteadOf: refused, restsAfterRenewal: true)
  }

  /// - Parameter restsAfterRenewal: false where the refusal says that the session is over, which the token endpoint has
  ///   to be asked about whenever it is said.
  func refresh(
    _ kind: TokenKind, insteadOf refused: TokenPair, restsAfterRenewal: Bool
  ) async throws(SessionError) -> TokenPair {
    try await admitted(kind)
    if let pair = settledPair(kind, insteadOf: refused, restsAfterRenewal: restsAfterRenewal) { return pair }
    let erasures = erasures
    return try unlocked(try await renewed(kind), kind, since: erasures)
  }

  /// What is held and need not be renewed although this pair was refused: another one, or itself when it is too new to be
  /// at fault.
  func settledPair(_ kind: TokenKind, insteadOf refused: TokenPair, restsAfterRenewal: Bool) -> TokenPair? {
    guard let pair = held[kind] else { return nil }
    if pair.access !== refused.access { return pair }
    guard restsAfterRenewal, let last = renewedAt[kind], last.token === pair.refresh,
      reading.uptime - last.uptime < Self.restAfterRenewal
    else { return nil }
    return pair
  }

  /// The session may have been locked while an answer was on its way: its tokens are kept and not given out. It may be
  /// over, too: what is held now may be the next person's, and is not this caller's.
  func unlocked(_ pair: TokenPair, _ kind: TokenKind, since erasures: Int) throws(SessionError) -> TokenPair {
    if let lock = machine.state.lock { throw .locked(lock) }
    guard let now = held[kind], now.access === pair.access else { return try replaced(kind, since: erasures) }
    return now
  }

  /// Lets a caller through to the tokens of a kind, by the state at this moment.
  @discardableResult
  func admitted(_ kind: TokenKind) async throws(SessionError) -> ClockReading {
    let now = try await look()
    switch machine.state {
    case .active, .signedOut, .appTrusted: return now
    case .idleLocked(let lock), .reauthenticationDue(let lock): throw .locked(lock)
    case .ended(let reason):
      if kind == .user { throw .ended(reason) }
      return now
    }
  }

  /// Loads what an earlier run kept, once, and lets time do what it did.
  @discardableResult
  func look() async throws(SessionError) -> ClockReading {
    if !isLoaded { try await load() }
    let now = reading
    try await step(.looked, at: now)
    return now
  }
}
