#if Server
  import TrustWire

  /// Ending, listing and forgetting sessions.
  extension SessionDesk {
    // O.Auth_14#41
    /// Ends one session and, when it is an app's, those of people that lived by it; the other way round nothing happens:
    /// an installation outlives its users.
    /// - Returns: the ids of all that ended.
    @discardableResult
    static func end(
      _ rows: any TrustTransaction, _ session: SessionRow, _ reason: SessionEnd, at moment: Int64
    ) throws(StoreError) -> [String] {
      try close(rows, session, reason, at: moment)
      guard session.kind == .app else { return [session.id] }
      return [session.id] + (try endBelow(rows, session, reason, at: moment))
    }

    /// One session and no other.
    static func close(
      _ rows: any TrustTransaction, _ session: SessionRow, _ reason: SessionEnd, at moment: Int64
    ) throws(StoreError) {
      var session = session
      (session.ended, session.endedAt) = (reason, moment)
      // What is over is forgotten that much later, whatever its token's lifetime was.
      session.expiresAt = min(session.expiresAt, moment)
      try rows.saveSession(session)
    }

    /// The same for one that was found without its lock: it is read again, and held from here on.
    /// - Returns: its id, when it ended by this.
    static func close(
      _ rows: any TrustTransaction, held id: String, because reason: SessionEnd, now: Int64
    ) throws(StoreError) -> [String] {
      guard let session = try rows.session(id: id), session.ended == nil else { return [] }
      try close(rows, session, reason, at: SessionLimits.moment(session, now))
      return [id]
    }

    /// The session that a refresh token belongs to, of whatever generation; nil when it is none of ours.
    func session(ofRefresh presented: String) async throws(Refusal) -> SessionRow? {
      let digest = ProofOfPossession.digest(presented)
      do throws(StoreError) {
        return try await store.reading { rows throws(StoreError) in try family(rows, of: presented, digest: digest) }
      } catch {
        throw .unavailable
      }
    }

    // O.Auth_17#41
    /// Any generation ends the family, a spent one too: a client that logs out may hold an older token than it thinks.
    /// Whether the caller may do this is for the route to decide.
    /// - Returns: the sessions that ended by this; none for an unknown token and for one that was over: no error.
    ///   Source: RFC 7009, section 2.2.
    func revoke(refresh presented: String) async throws(Refusal) -> [String] {
      let (now, digest) = (configuration.seconds, ProofOfPossession.digest(presented))
      do throws(StoreError) {
        return try await store.transaction { rows throws(StoreError) in
          guard let session = try family(rows, of: presented, digest: digest), session.ended == nil else { return [] }
          return try Self.end(rows, session, .revoked, at: SessionLimits.moment(session, now))
        }
      } catch {
        throw .unavailable(after: error)
      }
    }

    /// - Returns: the sessions that ended; none when there is no such session or it was over.
    func end(session id: String, because reason: SessionEnd) async throws(Refusal) -> [String] {
      let now = configuration.seconds
      do throws(StoreError) {
        return try await store.transaction { rows throws(StoreError) in
          guard let session = try rows.session(id: id), session.ended == nil else { return [] }
          return try Self.end(rows, session, reason, at: SessionLimits.moment(session, now))
        }
      } catch {
        throw .unavailable(after: error)
      }
    }

    // O.Auth_16#40
    /// Ends all sessions of a person but one.
    /// - Returns: those that ended.
    func endAll(account: String, except kept: String? = nil) async throws(Refusal) -> [String] {
      let now = configuration.seconds
      do throws(StoreError) {
        return try await store.transaction { rows throws(StoreError) in
          try Self.endAll(rows, account: account, except: kept, because: .loggedOut, now: now)
        }
      } catch {
        throw .unavailable(after: error)
      }
    }

    static func endAll(
      _ rows: any TrustTransaction, account: String, except kept: String?, because reason: SessionEnd, now: Int64
    ) throws(StoreError) -> [String] {
      var ended: [String] = []
      for session in try rows.openSessions(account: account, after: nil, limit: .max) where session.id != kept {
        ended += try close(rows, held: session.id, because: reason, now: now)
      }
      return ended
    }

    // O.Auth_14#420
    /// Ends every session of a device, its people's too, because it is refused from now on.
    /// - Returns: their ids.
    static func endAll(_ rows: any TrustTransaction, device: String, now: Int64) throws(StoreError) -> [String] {
      let open = try rows.openSessions(device: device)
      // People's first: each is told about the device and not about its app's session.
      for session in open.filter({ $0.kind == .user }) + open.filter({ $0.kind == .app }) {
        try end(rows, session, .deviceRefused, at: SessionLimits.moment(session, now))
      }
      return open.map(\.id)
    }

    /// Whether a session is over because its device was blocked, and still is. Looks at the store for a session that
    /// ended by that only; one that has not ended is judged with its device.
    static func isBlocked(_ session: SessionRow, in rows: any TrustTransaction) throws(StoreError) -> Bool {
      guard session.ended == .deviceRefused else { return false }
      return try rows.block(device: session.device) != nil
    }

    /// Those that a token would still be good for, in their order, and those that are in doubt by the clock.
    static func live(
      _ sessions: [SessionRow], in rows: any TrustTransaction, _ limits: SessionLimits, now: Int64
    ) throws(StoreError) -> [SessionRow] {
      var live: [SessionRow] = []
      var apps = AppSessions(limits, now: now)
      for session in sessions where session.ended == nil {
        let parent = try apps.parent(of: session, in: rows)
        if limits.end(of: session, within: parent, now: now) == nil { live.append(session) }
      }
      return live
    }

    /// Forgets what ended, and who was never admitted, more than ``memory`` seconds ago, and at once what was good once
    /// and has ended; in small transactions that let others in between, until nothing is left or the task is cancelled.
    private func prune(now: Int64) async throws(StoreError) {
      let moment = now - Self.memory
      while !Task.isCancelled {
        let count = try await store.transaction { rows throws(StoreError) in
          // A device brings all its reports, and their texts.
          try rows.pruneSessions(expiredBy: moment, limit: 200) + rows.pruneDevices(seenBy: moment, limit: 20)
            + rows.pruneStrangers(seenBy: moment, limit: 50) + rows.prunePinFailures(receivedBy: moment, limit: 200)
            + rows.dropExpired(now: now, limit: 500)
        }
        if count == 0 { return }
      }
    }

    /// Begins to forget when it is time. A failure is no reason to refuse anybody: what was not forgotten now is forgotten
    /// later.
    func pruneWhenDue(now: Int64) {
      pruning.runWhenDue(now: now) { try? await prune(now: now) }
    }
  }
#endif
