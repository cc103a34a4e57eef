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
    guard (try? await look()) != nil else { return }
    await keepForRevocation([held.user, held.app].compactMap { $0 })
  }

  /// Tells the server which sessions ended here. What it did not hear stays for the next time: the next launch, the next
  /// report, the next login.
  public func revokePending() async {
    let task =
      revoking
      ?? Task { [self] in
        await tellServer()
        revoking = nil
      }
    revoking = task
    await task.value
    await revokingBearers?.value
  }

  /// How many sessions the server still has to be told about.
  ///
  /// - Throws: ``SessionError`` `storage`, `newerFormat`.
  public func pendingRevocations() async throws(SessionError) -> Int { try await keptRevocations().entries.count }

  /// Bearer tokens are not put aside: whoever copied them could use them. The server ends those sessions by its own
  /// idle limit, or now when it answers now; nothing that has to be erased waits for that answer.
  func keepForRevocation(_ pairs: [TokenPair]) async {
    let bearers = pairs.filter { !$0.isBound }.map(\.refresh)
    if !bearers.isEmpty {
      let previous = revokingBearers
      revokingBearers = Task { [exchange] in
        await previous?.value
        for token in bearers { try? await exchange.revoke(token) }
      }
    }
    let now = reading.wall
    let entries = pairs.filter(\.isBound).map { pair in
      PendingRevocations.Entry(token: pair.refresh, until: pair.refreshEndsAt ?? now + lifeOfRefreshToken)
    }
    guard !entries.isEmpty else { return }
    await changeRevocations { pending in for entry in entries { pending.add(entry) } }
  }

  private func tellServer() async {
    guard let pending = try? await keptRevocations(), !pending.entries.isEmpty else { return }
    let now = reading.wall
    var done: [String] = []
    for entry in pending.entries {
      if entry.until > now {
        do throws(SessionError) { try await exchange.revoke(entry.token) } catch {
          // An answer is an answer: a refusal will not change. Anything else is tried again.
          guard case .refused = error else { break }
        }
      }
      done.append(entry.token.exposedText())
    }
    guard !done.isEmpty else { return }
    await changeRevocations { [done] in $0.remove { done.contains($0.exposedText()) } }
  }

  /// One change after the other; a store that fails loses nothing but the telling.
  private func changeRevocations(_ change: @escaping @Sendable (inout PendingRevocations) -> Void) async {
    let previous = lastRevocation
    let task = Task { [self, revocations] in
      await previous?.value
      guard var pending = try? await readRevocations() else { return }
      change(&pending)
      try? await revocations.save(pending)
    }
    lastRevocation = task
    await task.value
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
      if !incidents.contains(.revocationsLost) { incidents.append(.revocationsLost) }
      return PendingRevocations()
    }
  }
}
