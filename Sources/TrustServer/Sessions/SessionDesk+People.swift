#if Server
  import TrustWire

  /// The sessions of one person. Their number is bounded: who signs in again and again must make no list, no logout
  /// everywhere and no change of the password long.
  extension SessionDesk {
    /// Sessions beyond the bound that one login ends: there are some where the bound was larger, or none.
    static let endedAtOnce = 100
    /// Sessions whose app session one login asks for, the oldest ones: as many as a person has by default.
    static let parentsAsked = 32

    // O.Auth_14#47 O.Source_1#182
    /// Before a person gets another session: when there are as many as are allowed, those that have run out of time
    /// end, else one whose app session is over, else the oldest of this device, which knows of one only, else the oldest
    /// of all.
    ///
    /// Sessions that were used more than a day ahead of `now` have as many places of their own: they push out nobody,
    /// for their start may lie ahead as well, and nobody pushes them out, for it may be this clock that is wrong.
    ///
    /// - Parameter most: how many a person may have, the new one included.
    /// - Returns: those that ended.
    static func makeRoom(
      _ rows: any TrustTransaction, account: String, device: String, most: Int, _ limits: SessionLimits, now: Int64
    ) throws(StoreError) -> [String] {
      let open = try rows.openSessions(account: account, after: nil, limit: 2 * most + endedAtOnce)
      let (near, ahead) = parted(open, now: now)
      var ended: [String] = []
      for other in (near.dropFirst(most) + ahead.dropFirst(most)).prefix(endedAtOnce) {
        ended += try close(rows, held: other.id, because: .tooMany, now: now)
      }
      let newest = Array(near.prefix(most))
      guard let last = newest.last, newest.count == most else { return ended }
      let out = try closeThoseOver(rows, newest, limits, now: now)
      guard out.isEmpty else { return ended + out }
      let oldest = newest.last { $0.device == device } ?? last
      return ended + (try close(rows, held: oldest.id, because: .tooMany, now: now))
    }

    /// Sessions, and those of them that were used more than a day ahead; each in the order in which they come.
    private static func parted(
      _ open: [SessionRow], now: Int64
    ) -> (near: [SessionRow], ahead: [SessionRow]) {
      (open.filter { !SessionLimits.isAhead($0, now) }, open.filter { SessionLimits.isAhead($0, now) })
    }

    /// Of a person's open sessions those that have run out of time by their own rows. Where there are none, one whose app
    /// session is over: each device is a question to the store while the person's other logins wait.
    /// - Returns: those that ended.
    private static func closeThoseOver(
      _ rows: any TrustTransaction, _ open: [SessionRow], _ limits: SessionLimits, now: Int64
    ) throws(StoreError) -> [String] {
      var ended: [String] = []
      for session in open where limits.end(of: session, now: SessionLimits.moment(session, now)) != nil {
        // Read again, and held from here on.
        guard let held = try rows.session(id: session.id), held.ended == nil,
          let end = limits.end(of: held, now: SessionLimits.moment(held, now))
        else { continue }
        try close(rows, held, end.reason, at: end.at)
        ended.append(held.id)
      }
      guard ended.isEmpty else { return ended }
      var apps = AppSessions(limits, now: now)
      // The oldest ones first.
      for session in open.suffix(parentsAsked).reversed() {
        let parent = try apps.parent(of: session, in: rows)
        guard limits.end(of: session, within: parent, now: now) != nil,
          let held = try rows.session(id: session.id), held.ended == nil,
          let end = limits.end(of: held, within: parent, now: now)
        else { continue }
        try close(rows, held, end.reason, at: end.at)
        return [held.id]
      }
      return []
    }

    /// A person's sessions that live, the newest first, as many as a list tells. Those that were used more than a day ahead
    /// began last, and leave out none of the others: they are told as far as there is room.
    func sessions(of account: String) async throws(Refusal) -> [SessionSummary] {
      let (now, limits) = (configuration.seconds, limits)
      do throws(StoreError) {
        return try await store.reading { rows throws(StoreError) in
          let most = SessionList.maximumEntries
          let (near, ahead) = Self.parted(
            try rows.openSessions(account: account, after: nil, limit: 2 * most), now: now)
          let told = try Self.live(near + ahead, in: rows, limits, now: now).prefix(most)
          return told.sorted { ($0.startedAt, $0.id) > ($1.startedAt, $1.id) }.map(SessionSummary.init)
        }
      } catch {
        throw .unavailable
      }
    }

    // O.Auth_14#48
    /// Ends one session of a person, at their wish. Another person's is as unknown as one that never was.
    /// - Returns: none when it is not theirs, or was over.
    func end(session id: String, of account: String) async throws(Refusal) -> [String] {
      let (now, limits) = (configuration.seconds, limits)
      do throws(StoreError) {
        return try await store.transaction { rows throws(StoreError) in
          guard let session = try rows.session(id: id), session.kind == .user, session.subject == account,
            try !Self.live([session], in: rows, limits, now: now).isEmpty
          else { return [] }
          return try Self.end(rows, session, .loggedOut, at: SessionLimits.moment(session, now))
        }
      } catch {
        throw .unavailable(after: error)
      }
    }
  }
#endif
