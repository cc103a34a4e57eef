import TrustWire

/// How changes reach the store: one after the other; memory after disk for what is gained, before it for what is lost.
extension Session {
  /// Saves a change of the session together with what `event` makes of its machine, and does both in memory when they
  /// are saved. Runs to the end when the caller is cancelled.
  ///
  /// - Parameter change: looks at what it finds, for another one may have come before it, and returns whether it fits
  ///   that. When not, nothing happens, and `event` neither: it would tell the machine of another session.
  /// - Throws: ``SessionError`` `storage`; `ended` when the session was erased meanwhile.
  func commit(
    _ event: SessionEvent? = nil, _ change: @escaping @Sendable (inout StoredSession) -> Bool = { _ in true }
  ) async throws(SessionError) {
    let erasures = erasures
    try await inOrder { session in await session.apply(event, change, erasures) }
  }

  /// Forgets every token on this device, also those of an exchange that is under way: its callers get `ended`.
  /// Telling the server is the part of ``logOut()``.
  public func erase() async throws(SessionError) {
    let before = machine.state
    held = StoredSession()
    forgetNotes()
    quiet = nil
    isLoaded = true
    erasures += 1
    machine.handle(.loggedOut, at: reading)
    if machine.state != before { tell() }
    try await inOrder { session in
      do throws(SessionError) {
        try await session.store.erase()
        return .success(())
      } catch {
        return .failure(error)
      }
    }
  }

  private func apply(
    _ event: SessionEvent?, _ change: @Sendable (inout StoredSession) -> Bool, _ erasures: Int
  ) async -> Result<Void, SessionError> {
    guard erasures == self.erasures else { return .failure(.ended(.loggedOut)) }
    let now = reading
    var next = held
    var after = machine
    guard change(&next) else { return .success(()) }
    if let event { after.handle(event, at: now) }
    next.settle(with: after.memory)
    // Whoever kills the app after the save finds the session ended, and its token put aside for the server.
    let leaving = machine.state.hasPerson && after.state.isEndedHere ? held.user : nil
    if let leaving { await keepForRevocation([leaving]) }
    guard erasures == self.erasures else { return .failure(.ended(.loggedOut)) }
    do throws(SessionError) { try await store.save(next) } catch { return .failure(error) }
    guard erasures == self.erasures else { return .failure(.ended(.loggedOut)) }
    let before = machine.state
    isChanging = true
    // What it takes the place of may have been taken away while it was saved.
    if change(&held), let event {
      // The person may have touched something meanwhile: an earlier time would be a clock that went backwards.
      machine.handle(event, at: reading)
    }
    let person = held.user
    held.settle(with: machine.memory)
    forgetNotes()
    isChanging = false
    if machine.state != before { tell() }
    guard before.hasPerson, !machine.state.hasPerson, after.state.hasPerson else { return .success(()) }
    // Time ended the session in this very step, and what was saved says that it goes on. Memory says that it does not,
    // whether or not this is saved.
    if machine.state.isEndedHere, let person { await keepForRevocation([person]) }
    if erasures == self.erasures { try? await store.save(held) }
    return .success(())
  }

  /// What was noted about a pair goes with it: whoever has the next one begins without.
  private func forgetNotes() {
    for kind in TokenKind.allCases {
      let token = held[kind]?.refresh
      if unsaved[kind]?.insteadOf !== token { unsaved[kind] = nil }
      if renewedAt[kind]?.token !== token { renewedAt[kind] = nil }
      if pauses[kind]?.token !== token { pauses[kind] = nil }
    }
  }

  private func inOrder(
    _ step: @escaping @Sendable (Session) async -> Result<Void, SessionError>
  ) async throws(SessionError) {
    let previous = lastSave
    let task = Task { [self] in
      _ = await previous?.value
      return await step(self)
    }
    lastSave = task
    try await task.value.get()
  }

  /// Feeds the machine and does what a new state asks for.
  func step(_ event: SessionEvent, at now: ClockReading) async throws(SessionError) {
    let before = machine.state
    machine.handle(event, at: now)
    if machine.state != before { try await changed(from: before) }
  }

  /// A session that ended loses its tokens, in memory first. A lock is kept too, but it holds without that: the times
  /// that it follows from are older in the store, and older locks earlier.
  func changed(from before: SessionState) async throws(SessionError) {
    tell()
    if case .ended(let reason) = machine.state, before.hasPerson { return try await drop(.user, because: reason) }
    try? await commit()
  }

  /// Takes tokens away, and keeps their refresh token for the server when it does not know yet.
  func drop(_ kind: TokenKind, because reason: SessionEndReason) async throws(SessionError) {
    let lost = held[kind]
    held[kind] = nil
    forgetNotes()
    if reason.isLocal, let lost { await keepForRevocation([lost]) }
    // Whoever signed in or enrolled meanwhile keeps what they got.
    try await commit {
      if $0[kind]?.refresh === lost?.refresh { $0[kind] = nil }
      return true
    }
  }
}

extension SessionState {
  /// The server does not know yet.
  fileprivate var isEndedHere: Bool { if case .ended(let reason) = self { reason.isLocal } else { false } }
}

extension StoredSession {
  /// Tokens of a person are there while a person is, never else.
  fileprivate mutating func settle(with memory: SessionMemory) {
    self.memory = memory
    if !memory.state.hasPerson { user = nil }
  }
}
