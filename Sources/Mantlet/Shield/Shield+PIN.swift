import AppSession
import DataLifecycle
import SecretStorage
import SecurityPolicy

/// The PIN under the policy's rules: which ones may be chosen, what a wrong one costs, and what happens after the last.
extension Shield {
  nonisolated var pinRules: PINRules { PINRules(slice.session.pin) }

  /// Whether a PIN is set.
  ///
  /// - Throws: ``ShieldError/storage(_:)``.
  public func hasPIN() async throws(ShieldError) -> Bool {
    do { return try await pin.isSet() } catch { throw .storage(error) }
  }

  /// Sets the first PIN; or another one when the person has just signed in with the password, for a PIN that was
  /// forgotten. Else ``changePIN(from:to:)``.
  ///
  /// - Throws: ``ShieldError/storage(_:)`` with `pinRefused` and why; ``ShieldError/pinIsSet``; ``ShieldError/session(_:)``
  ///   while the session is locked or over.
  public func setPIN(_ pin: borrowing PIN) async throws(ShieldError) {  // O.Auth_11#120
    await turn.take()
    defer { turn.end() }
    try await requireReadable()
    if !hasJustSignedIn, try await hasPIN() { throw .pinIsSet }
    do { try await self.pin.set(pin, under: pinRules) } catch { throw .storage(error) }
    hasJustSignedIn = false
  }

  /// Sets another PIN for whoever knows the present one; a wrong one costs what it costs at ``unlock(pin:)``.
  ///
  /// - Returns: `holds` when the new one is set.
  /// - Throws: as ``setPIN(_:)`` and ``unlock(pin:)``.
  @discardableResult
  public func changePIN(from old: borrowing PIN, to new: borrowing PIN) async throws(ShieldError) -> PINOutcome {
    if let weakness = pinRules.weakness(of: new) { throw .storage(.pinRefused(weakness)) }
    await turn.take()
    defer { turn.end() }
    try await requireReadable()
    let outcome = try await tried(old)
    guard outcome == .holds else { return outcome }
    do { try await pin.set(new, under: pinRules) } catch { throw .storage(error) }
    return outcome
  }

  /// Checks the PIN and opens a locked session. After the last wrong one everything of the person on this device is
  /// erased, journalled, and ``notices`` say why.
  ///
  /// - Returns: what became of it; only `holds` opens.
  /// - Throws: ``ShieldError/session(_:)`` `ended`, and `locked(.device)`, which no PIN opens: then the try is not
  ///   counted. ``ShieldError/storage(_:)`` when nothing could be counted and so nothing was compared;
  ///   ``ShieldError/wipeIncomplete(_:)``.
  public func unlock(pin: borrowing PIN) async throws(ShieldError) -> PINOutcome {
    await turn.take()
    defer { turn.end() }
    do { try access.require() } catch { throw .lifecycle(error) }
    try await requireUnlockable()
    let outcome = try await tried(pin)
    guard outcome == .holds else { return outcome }
    do { try await session.unlock() } catch { throw .session(error) }
    return outcome
  }

  /// How long nobody may try, for the lock screen. Counts no try.
  ///
  /// - Throws: ``ShieldError/storage(_:)``.
  public func pinWait() async throws(ShieldError) -> Duration {
    do { return try await pin.wait(under: pinRules, at: Self.reading(surroundings)) } catch { throw .storage(error) }
  }

  /// One try, in the shield's turn: whoever signs in or out meanwhile waits.
  private func tried(_ pin: borrowing PIN) async throws(ShieldError) -> PINOutcome {
    let surroundings = surroundings
    let outcome: PINOutcome
    do {
      outcome = try await self.pin.check(pin, under: pinRules) { Self.reading(surroundings) }
    } catch {
      throw .storage(error)
    }
    if outcome == .noTryLeft { try await eraseAfterLastTry() }
    return outcome
  }

  /// Before anything is used: a last try whose erasure the end of the app forestalled.
  func eraseIfExhausted() async throws(ShieldError) {
    // A counter that cannot be read opens nothing: every try will say so.
    guard let attempts = try? await pin.attempts(), pinRules.triesLeft(after: attempts.count) == 0,
      try await hasPIN()
    else { return }
    await turn.take()
    defer { turn.end() }
    try await eraseAfterLastTry()
  }

  private func eraseAfterLastTry() async throws(ShieldError) {  // O.Auth_7#121
    _ = try await leave(because: .pinExhausted)
    tellServer()
  }

  private static func reading(_ surroundings: SessionSurroundings) -> PINClockReading {
    let reading = surroundings.clock()
    return PINClockReading(uptime: reading.uptime, boot: reading.boot)
  }
}
