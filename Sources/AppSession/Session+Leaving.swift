import TrustWire

/// The end of a session, told to the server.
extension Session {
  /// Signs out: the refresh tokens are put aside for the server, everything else is erased, and the server is told. When
  /// it cannot be reached it is told later; nobody waits for that to be signed out.
  ///
  /// - Throws: ``SessionError/storage`` when the tokens could not be erased.
  public func logOut() async throws(SessionError) {  // O.Auth_15#100
    try await look()
    await prepareRevocation()
    try await erase()
    await revokePending()
  }

  /// Puts the refresh tokens aside for the server, before a wipe erases them; ``revokePending()`` tells it.
  public func prepareRevocation() async {
    do throws(SessionError) { try await look() } catch {
      // What was never read is erased unread, and its session goes on at the server.
      guard isLoaded else { return note(.sessionUnread) }
    }
    await keepForRevocation([held.user, held.app].compactMap { $0 })
  }

  /// Tells the server which sessions ended here, and waits for that. What it did not hear stays for the next time: the
  /// next launch, the next report, the next login, the next answer to a refresh.
  public func revokePending() async {
    await beginRevoking().value
    await revokingBearers?.value
  }

  /// The same in nobody's way. One at a time; at most ``PendingRevocations/limit`` questions, none after the first that
  /// gets no answer.
  @discardableResult
  func beginRevoking() -> Task<Void, Never> {
    let task =
      revoking
      ?? Task { [self] in
        await tellServer()
        revoking = nil
      }
    revoking = task
    return task
  }

  /// How many sessions the server still has to be told about.
  ///
  /// - Throws: ``SessionError`` `storage`, `newerFormat`.
  public func pendingRevocations() async throws(SessionError) -> Int {
    try await keptRevocations().adding(unkeptRevocations).entries.count
  }

  /// Bearer tokens are not put aside: whoever copied them could use them. The server ends those sessions by its own
  /// idle limit, or now when it answers now; nothing that has to be erased waits for that answer.
  func keepForRevocation(_ pairs: [TokenPair]) async {
    let bearers = pairs.filter { !$0.isBound }.map(\.refresh)
    if !bearers.isEmpty {
      let previous = revokingBearers
      revokingBearers = Task { [exchange] in
        await previous?.value
        for token in bearers { _ = try? await exchange.revoke(token, proof: nil) }
      }
    }
    let now = reading.wall
    let entries = pairs.filter(\.isBound).map { pair in
      PendingRevocations.Entry(token: pair.refresh, until: pair.refreshEndsAt ?? now + lifeOfRefreshToken)
    }
    guard !entries.isEmpty else { return }
    await changeRevocations { pending in for entry in entries { pending.add(entry) } }
    revocationsKept += 1
  }

  /// Asks about each, also about one that is over by its own time: that time was told by a wall clock, which anybody can
  /// set.
  private func tellServer() async {
    var done: Set<String> = []
    owesRevocations = false
    while true {
      // Read again after each round: a session may have ended while the server heard of the others, or while this read
      // was on its way.
      let kept = revocationsKept
      let stored = try? await keptRevocations()
      if stored == nil { owesRevocations = true }
      let pending = (stored ?? PendingRevocations()).adding(unkeptRevocations)
      let entries = pending.entries.filter { !done.contains($0.token.exposedText()) }
      guard !entries.isEmpty else {
        if kept == revocationsKept || stored == nil { return }
        continue
      }
      var isAnswering = true
      for entry in entries {
        do throws(SessionError) { try await revoke(entry.token) } catch {
          // An answer is an answer: a refusal will not change. Anything else is tried again.
          guard case .refused = error else {
            isAnswering = false
            break
          }
        }
        done.insert(entry.token.exposedText())
      }
      if !done.isEmpty { await changeRevocations { [done] in $0.remove { done.contains($0.exposedText()) } } }
      if !isAnswering {
        owesRevocations = true
        return
      }
    }
  }

  /// One change after the other. What the store does not take is kept in memory, for the telling that follows and for
  /// the next time that the store takes something.
  private func changeRevocations(_ change: @escaping @Sendable (inout PendingRevocations) -> Void) async {
    let previous = lastRevocation
    let task = Task { [self, revocations] in
      await previous?.value
      do throws(SessionError) {
        var pending = try await readRevocations().adding(unkeptRevocations)
        change(&pending)
        try await revocations.save(pending)
        unkeptRevocations = PendingRevocations()
      } catch {
        change(&unkeptRevocations)
        if !unkeptRevocations.entries.isEmpty { note(.revocationsUnkept) }
      }
    }
    lastRevocation = task
    await task.value
  }

  private func note(_ incident: SessionIncident) {
    if !incidents.contains(incident) { incidents.append(incident) }
  }

  private func keptRevocations() async throws(SessionError) -> PendingRevocations {
    do throws(SessionError) { return try await revocations.load() } catch {
      guard error == .damaged else { throw error }
      await changeRevocations { _ in }
      return try await revocations.load()
    }
  }

  /// The list before a change. A damaged one is an empty one from then on, and told: it must not silence what comes later.
  private func readRevocations() async throws(SessionError) -> PendingRevocations {
    do throws(SessionError) { return try await revocations.load() } catch {
      guard error == .damaged else { throw error }
      note(.revocationsLost)
      return PendingRevocations()
    }
  }
}
