import SecurityPolicy
import TrustWire

/// One exchange for everybody who asks.
extension Session {
  func renewed(_ kind: TokenKind) async throws(SessionError) -> TokenPair {
    let task =
      running[kind]
      // Background callers must not set the pace of those whom a person waits for.
      ?? Task(priority: .userInitiated) { [self] in
        let result: Result<TokenPair, SessionError>
        do throws(SessionError) { result = .success(try await rotate(kind)) } catch { result = .failure(error) }
        running[kind] = nil
        hatch.finish(kind, result)
        return result
      }
    running[kind] = task
    return try await task.value.get()
  }

  private func rotate(_ kind: TokenKind) async throws(SessionError) -> TokenPair {
    guard let old = held[kind] else { throw kind == .app ? .notEnrolled : .notLoggedIn }
    if let pause = pauses[kind], pause.token === old.refresh, reading.uptime < pause.until { throw pause.error }
    do throws(SessionError) {
      if let pair = unsaved[kind] {
        return try await adopt(pair, kind, insteadOf: old, sessionEndsAt: nil, subject: nil)
      }
      return try await asked(patiently: kind, old)
    } catch {
      guard held[kind]?.refresh === old.refresh else { throw over }
      guard case .refused(let body) = error else { throw error }
      // Whoever asks meanwhile is told the same, and nothing is counted: a server that is wrong for a moment must not use
      // up in that moment what the policy allows.
      let failures = machine.memory[failuresOf: kind] + 1
      pauses[kind] = (
        old.refresh, reading.uptime + RefreshBackoff(failures: failures).pause(using: &random), error
      )
      try await refused(kind, body.reason)
      guard held[kind] != nil else { throw over }
      throw error
    }
  }

  /// Stored first, then used: after a crash in between the old token is asked again, and the server knows that answer.
  private func adopt(
    _ pair: TokenPair, _ kind: TokenKind, insteadOf old: TokenPair, sessionEndsAt: Int64?, subject: String?
  ) async throws(SessionError) -> TokenPair {
    unsaved[kind] = pair
    let ends = pair.refreshEndsAt ?? reading.wall + lifeOfRefreshToken
    try await commit(.refreshed(kind, refreshEndsAt: ends, sessionEndsAt: sessionEndsAt)) {
      guard $0[kind]?.refresh === old.refresh else { return }
      $0[kind] = pair
      // Whoever was known by a typed name is known by more from now on.
      if let subject, $0.subject == nil { $0.subject = subject }
    }
    unsaved[kind] = nil
    guard held[kind]?.refresh === pair.refresh else { throw over }
    renewedAt[kind] = reading.uptime
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
        return try await adopt(
          pair, kind, insteadOf: old, sessionEndsAt: answer.sessionEndsAt, subject: kind == .user ? subject : nil)
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

  private func refused(_ kind: TokenKind, _ reason: RefusalReason) async throws(SessionError) {
    let isOver =
      SessionEndReason(reason) != nil || machine.memory[failuresOf: kind] + 1 >= requirement.refreshFailures
    let before = machine.state
    try await step(.refreshRefused(kind, reason), at: reading)
    // A session that ended took the person's tokens with it; the refused ones go whoever is signed in.
    if isOver, held[kind] != nil {
      try await drop(kind, because: SessionEndReason(reason) ?? .refreshFailures)
    } else if machine.state == before {
      try await commit { _ in }
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
