import SecurityPolicy
import TrustWire

/// One exchange for everybody who asks.
extension Session {
  func renewed(_ kind: TokenKind) async throws(SessionError) -> TokenPair {
    let wanted = held[kind]?.refresh
    let (token, task) = running[kind] ?? begin(kind)
    do throws(SessionError) { return try await task.value.get() } catch {
      // It was for the session before: what became of that is not this caller's.
      guard token !== wanted, let wanted, held[kind]?.refresh === wanted else { throw error }
      return try await renewed(kind)
    }
  }

  private func begin(
    _ kind: TokenKind
  ) -> (token: HeldToken?, task: Task<Result<TokenPair, SessionError>, Never>) {
    // Background callers must not set the pace of those whom a person waits for.
    let task = Task(priority: .userInitiated) { [self] in
      let result: Result<TokenPair, SessionError>
      do throws(SessionError) { result = .success(try await rotate(kind)) } catch { result = .failure(error) }
      running[kind] = nil
      hatch.finish(kind, result, erasures: erasures)
      return result
    }
    let begun = (held[kind]?.refresh, task)
    running[kind] = begun
    return begun
  }

  private func rotate(_ kind: TokenKind) async throws(SessionError) -> TokenPair {
    guard var old = held[kind] else { throw kind == .app ? .notEnrolled : .notLoggedIn }
    let erasures = erasures
    if let pause = pauses[kind], pause.token === old.refresh, reading.uptime < pause.until { throw pause.error }
    do throws(SessionError) {
      if let unsaved = unsaved[kind], unsaved.insteadOf === old.refresh {
        old = try await adopt(unsaved, kind)
        // It may have waited long for a store that takes it.
        guard old.isStale(at: reading.wall) else { return old }
      }
      return try await asked(patiently: kind, old)
    } catch {
      guard held[kind]?.refresh === old.refresh else { return try replaced(kind, since: erasures) }
      guard case .refused(let body) = error else { throw error }
      // Whoever asks meanwhile is told the same, and nothing is counted: a server that is wrong for a moment must not use
      // up in that moment what the policy allows.
      let failures = machine.memory[failuresOf: kind] + 1
      pauses[kind] = (
        old.refresh, reading.uptime + RefreshBackoff(failures: failures).pause(using: &random), error
      )
      try await refused(kind, body.reason, of: old)
      guard held[kind]?.refresh === old.refresh else { return try replaced(kind, since: erasures) }
      throw error
    }
  }

  /// What a caller gets whose pair is held no more. An installation is the same whatever report earned its next AppToken;
  /// after an erasure it is not, and the next UserToken may be another person's.
  func replaced(_ kind: TokenKind, since erasures: Int) throws(SessionError) -> TokenPair {
    guard kind == .app, erasures == self.erasures, let pair = held.app else { throw over }
    return pair
  }

  /// Stored first, then used: after a crash in between the old token is asked again, and the server knows that answer.
  private func adopt(_ renewed: UnsavedPair, _ kind: TokenKind) async throws(SessionError) -> TokenPair {
    unsaved[kind] = renewed
    let pair = renewed.pair
    let ends = pair.refreshEndsAt ?? reading.wall + lifeOfRefreshToken
    try await commit(.refreshed(kind, refreshEndsAt: ends, sessionEndsAt: renewed.sessionEndsAt)) {
      guard $0[kind]?.refresh === renewed.insteadOf else { return false }
      $0[kind] = pair
      // Whoever was known by a typed name is known by more from now on.
      if let subject = renewed.subject, $0.subject == nil { $0.subject = subject }
      return true
    }
    guard held[kind]?.refresh === pair.refresh else { throw over }
    renewedAt[kind] = (pair.refresh, renewed.answeredAt)
    if owesRevocations { beginRevoking() }
    return pair
  }

  /// Asks until there is an answer, at most ``RefreshBackoff/tries`` times.
  private func asked(patiently kind: TokenKind, _ old: TokenPair) async throws(SessionError) -> TokenPair {
    if let quiet {
      let left = quiet.until - reading.uptime
      if left > .zero { throw .busy(quiet.reason, retryAfter: left) }
      self.quiet = nil
    }
    var failures = 0
    while true {
      do throws(SessionError) {
        try await fetchKeysOnce()
        var answer = try await answer(to: .refresh(token: old.refresh.exposedText()), appToken: nil)
        let (pair, subject) = try await pair(from: &answer, kind)
        // A renewal never changes whose session it is.
        if kind == .user, let known = held.subject, !known.utf8.elementsEqual(subject.utf8) {
          throw .tokenRefused(.notForUs)
        }
        // Erased, or signed in anew, while the answer was on its way: it belongs to a session that is no more.
        guard held[kind]?.refresh === old.refresh else { throw .ended(.loggedOut) }
        let renewed = UnsavedPair(
          pair: pair, insteadOf: old.refresh, subject: kind == .user ? subject : nil,
          sessionEndsAt: answer.sessionEndsAt, answeredAt: reading.uptime)
        return try await adopt(renewed, kind)
      } catch {
        failures += 1
        guard let wait = RefreshBackoff(failures: failures).delay(after: error, using: &random) else {
          if case .busy(let reason, let wait?) = error { quiet = (reading.uptime + wait, reason) }
          throw error
        }
        await surroundings.sleep(wait)
        guard held[kind]?.refresh === old.refresh else { throw .ended(.loggedOut) }
      }
    }
  }

  private func refused(
    _ kind: TokenKind, _ reason: RefusalReason, of old: TokenPair
  ) async throws(SessionError) {
    let isOver =
      SessionEndReason(reason) != nil || machine.memory[failuresOf: kind] + 1 >= requirement.refreshFailures
    let before = machine.state
    try await step(.refreshRefused(kind, reason), at: reading)
    // A session that ended took the person's tokens with it; the refused ones go whoever is signed in, and no others.
    if isOver, held[kind]?.refresh === old.refresh {
      try await drop(kind, because: SessionEndReason(reason) ?? .refreshFailures)
    } else if machine.state == before {
      try await commit()
    }
  }

  /// What a caller is told whose session is no more.
  var over: SessionError {
    if case .ended(let reason) = machine.state { .ended(reason) } else { .ended(.loggedOut) }
  }

  /// How long a renewed pair is not renewed again because a request was refused with it.
  static let restAfterRenewal = Duration.seconds(10)

  var lifeOfRefreshToken: Int64 { requirement.refreshToken.components.seconds }
}
