#if Server
  import TrustWire

  /// Accounts and sessions, for the operator: also from another process than the one that answers devices, on the same
  /// store. What is ended there is refused here within ``LiveSessions/window`` seconds.
  extension TrustDesk {
    /// Names of all accounts, in order.
    /// - Throws: ``TrustServerError/store(_:)``.
    public func accountNames() async throws(TrustServerError) -> [String] {
      try await rows { rows throws(StoreError) in try rows.accounts().map(\.user) }
    }

    /// Sessions that live, the newest first. Those that have run out of time, or whose app session has, are left out and
    /// do not count: fewer than `limit` come only when there are no more.
    ///
    /// - Parameters:
    ///   - user: only this account's; empty when there is no such account.
    ///   - after: only those behind this place, as ``SessionSummary/cursor`` of the last one says it.
    ///   - limit: the most that come, 1 or more.
    /// - Throws: ``TrustServerError/store(_:)``.
    public func liveSessions(
      user: String? = nil, after: SessionCursor? = nil, limit: Int = 1000
    ) async throws(TrustServerError) -> [SessionSummary] {
      let (now, limits, limit, step) = (configuration.seconds, sessions.limits, max(1, limit), 500)
      do throws(StoreError) {
        return try await store.reading { rows throws(StoreError) in
          let account: AccountRow? = if let user { try rows.account(user: user) } else { nil }
          guard account != nil || user == nil else { return [] }
          var found: [SessionRow] = []
          var place = after
          while found.count < limit {
            let page =
              if let account { try rows.openSessions(account: account.id, after: place, limit: step) } else {
                try rows.liveSessions(now: now, after: place, limit: step)
              }
            found += try SessionDesk.live(page, in: rows, limits, now: now)
            guard let last = page.last, page.count == step else { break }
            place = SessionCursor(of: last)
          }
          return found.prefix(limit).map(SessionSummary.init)
        }
      } catch {
        throw .store(error)
      }
    }

    // O.Auth_14#80
    /// Ends a session, and with an app's session those that people opened through it.
    ///
    /// - Returns: false when there is none of this id, or it was over.
    /// - Throws: ``TrustServerError/store(_:)``.
    public func endSession(id: String) async throws(TrustServerError) -> Bool {
      defer { live.forgetAll() }
      let now = configuration.seconds
      let ended = try await rows { rows throws(StoreError) -> Bool in
        guard let session = try rows.session(id: id), session.ended == nil else { return false }
        try SessionDesk.end(rows, session, .byOperator, at: SessionLimits.moment(session, now))
        return true
      }
      if ended { report(.sessionRevoked, "a session was ended by an operator") }
      return ended
    }

    /// Ends every session of a person.
    ///
    /// - Returns: how many ended.
    /// - Throws: ``TrustServerError/store(_:)``.
    public func endSessions(user: String) async throws(TrustServerError) -> Int {
      defer { live.forgetAll() }
      let now = configuration.seconds
      let ended = try await rows { rows throws(StoreError) -> Int in
        guard let account = try rows.account(user: user) else { return 0 }
        return try SessionDesk.endAll(rows, account: account.id, except: nil, because: .byOperator, now: now).count
      }
      if ended > 0 { report(.sessionRevoked, "\(ended) sessions were ended by an operator") }
      return ended
    }

    func rows<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(TrustServerError) -> R {
      do throws(StoreError) { return try await store.transaction(body) } catch { throw .store(error) }
    }
  }
#endif
