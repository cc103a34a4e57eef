#if Server
  import TrustWire

  /// Sessions (token families) and the digests of their refresh tokens.
  public protocol SessionRows {
    /// Adds it, or replaces what changes in a session's life: everything that is no constant of ``SessionRow``.
    func saveSession(_ session: SessionRow) throws(StoreError)
    /// From here to the end of the transaction nobody else changes this session: stores that run transactions side by
    /// side lock it. Whoever decides on what a refresh token row says reads that row after this.
    func session(id: String) throws(StoreError) -> SessionRow?
    /// The same without the lock, for a decision that holds another row's and only looks at this one.
    func unlockedSession(id: String) throws(StoreError) -> SessionRow?
    /// The session that a refresh token with this digest was given out for, locked as by ``session(id:)``.
    func session(token digest: String) throws(StoreError) -> SessionRow?
    /// A person's that have not ended, whatever the time: the newest first, at most `limit`, without the lock as in
    /// ``unlockedSession(id:)``. Nobody else reads them here in a transaction until this one ends.
    /// - Parameter after: only those behind this place.
    func openSessions(account: String, after: SessionCursor?, limit: Int) throws(StoreError) -> [SessionRow]
    /// Those opened through this session; the newest first.
    func sessions(parent: String) throws(StoreError) -> [SessionRow]
    /// Those of a device that have not ended, whatever the time; locked as by ``session(id:)``.
    func openSessions(device: String) throws(StoreError) -> [SessionRow]
    /// A device's app sessions that have not ended, whatever the time; the newest first, without the lock as in
    /// ``unlockedSession(id:)``.
    func openApps(device: String) throws(StoreError) -> [SessionRow]
    /// For operators: those that have not ended, the newest first, at most `limit`.
    /// - Parameter after: only those behind this place.
    func liveSessions(now: Int64, after: SessionCursor?, limit: Int) throws(StoreError) -> [SessionRow]
    /// The latest `lastUsedAt` of all sessions, ended ones too, that is `moment` or earlier; nil without any. For the
    /// start of a program.
    func latestUse(by moment: Int64) throws(StoreError) -> Int64?
    /// Each that was used later than `limit` is over at `moment` (`expired`), unless it was over before. Its last use,
    /// its end and `expiresAt` are `moment` at the latest then, in either case. There may be as many as a clock that was
    /// ahead has seen: comes after ``ClockRows/mayTakeMinutes()``.
    func endSessions(usedAfter limit: Int64, at moment: Int64) throws(StoreError)
    /// Adds it, or replaces `usedAt`.
    func saveRefreshToken(_ token: RefreshTokenRow) throws(StoreError)
    func refreshToken(digest: String) throws(StoreError) -> RefreshTokenRow?
    func dropRefreshToken(digest: String) throws(StoreError)
    /// Drops this session's tokens of generations before `generation`.
    func dropRefreshTokens(session: String, before generation: Int64) throws(StoreError)
    /// Drops at most `limit` sessions whose `expiresAt` is `moment` or earlier, with their tokens.
    /// - Returns: how many went.
    func pruneSessions(expiredBy moment: Int64, limit: Int) throws(StoreError) -> Int
  }

  extension SessionRows {
    /// From the newest one on.
    public func liveSessions(now: Int64, limit: Int) throws(StoreError) -> [SessionRow] {
      try liveSessions(now: now, after: nil, limit: limit)
    }

    /// The same as with the lock, for stores that run one transaction after the other.
    public func unlockedSession(id: String) throws(StoreError) -> SessionRow? { try session(id: id) }

    /// In two steps, for stores that are near.
    public func session(token digest: String) throws(StoreError) -> SessionRow? {
      guard let token = try refreshToken(digest: digest) else { return nil }
      return try session(id: token.session)
    }
  }
#endif
