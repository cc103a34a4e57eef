#if Server
  import TrustWire

  /// The app sessions of one device, and the people's sessions that live by them.
  ///
  /// A device that reports again gets another app session. The one before stays good until the new one is used for the
  /// first time, by a refresh or a login: the answer that brings it may get lost, and whoever waits for it goes on
  /// meanwhile. From that use on the ones before are over, also for whoever has a copy of their tokens; until then such a
  /// copy is good.
  extension SessionDesk {
    /// Open app sessions of a device that were never used.
    static let unusedKept = 3

    /// The app session that a person's session lives by: of its device's open ones the one that lasts longest, so that
    /// whoever reports again signs nobody out; the one it was opened through when none is open, nil when that one is
    /// forgotten. One that was used at a time that is more than a day ahead lends no life while there is another.
    ///
    /// Nothing is locked: whoever ends an app session holds its row and asks for those of people, and a renewal holds one
    /// of these. The end is found by this read, or finds the session.
    static func parent(
      of session: SessionRow, in rows: any TrustTransaction, _ limits: SessionLimits, now: Int64
    ) throws(StoreError) -> SessionRow? {
      var apps = AppSessions(limits, now: now)
      return try apps.parent(of: session, in: rows)
    }

    /// - Parameter now: those that were used more than a day after this are left out; nil leaves out none.
    static func lasting(_ apps: [SessionRow], _ limits: SessionLimits, now: Int64?) -> SessionRow? {
      let near = apps.filter { app in now.map { !SessionLimits.isAhead(app, $0) } ?? true }
      return near.max { limits.deadline(of: $0) < limits.deadline(of: $1) }
    }

    /// Before a device gets another app session: people's sessions that have run out with the one before are over and
    /// do not come back to life, and app sessions that were never used do not pile up.
    /// - Returns: those that ended.
    static func makeRoom(
      _ rows: any TrustTransaction, device: String, _ limits: SessionLimits, now: Int64
    ) throws(StoreError) -> [String] {
      let open = try rows.openSessions(device: device)
      let (apps, people) = (open.filter { $0.kind == .app }, open.filter { $0.kind == .user })
      var ended: [String] = []
      for person in people {
        guard let opened = person.parent else { continue }
        let parent: SessionRow? =
          if let app = lasting(apps, limits, now: now) { app } else { try rows.unlockedSession(id: opened) }
        guard let end = limits.end(of: person, within: parent, now: now) else { continue }
        try close(rows, person, end.reason, at: end.at)
        ended.append(person.id)
      }
      let inUse = Set(people.compactMap(\.parent))
      let unused = apps.filter { $0.generation == 0 && !inUse.contains($0.id) }
      for app in unused.dropFirst(unusedKept - 1) {
        try close(rows, app, .replaced, at: SessionLimits.moment(app, now))
        ended.append(app.id)
      }
      return ended
    }

    // O.Auth_14#46
    /// An app session is used for the first time, or by a token that the store has lost, or somebody ends it: those of
    /// its device before it are over, and those that only a clock far ahead has put behind it, unless that clock may be
    /// the right one. People's sessions are not touched.
    ///
    /// - Parameter endsAhead: whether those that were used more than a day after `now` are over.
    /// - Returns: those that ended.
    static func supersede(
      _ rows: any TrustTransaction, by session: SessionRow, now: Int64, endsAhead: Bool
    ) throws(StoreError) -> [String] {
      var ended: [String] = []
      for other in try rows.openApps(device: session.device) {
        let isAhead = SessionLimits.isAhead(other, now)
        guard other.id != session.id, isAhead ? endsAhead : other.startedAt <= session.startedAt,
          // Read again, and held from here on.
          let app = try rows.session(id: other.id), app.ended == nil
        else { continue }
        try close(rows, app, .replaced, at: SessionLimits.moment(app, now))
        ended.append(app.id)
      }
      return ended
    }

    /// The same where this server's clock may be the wrong one.
    func supersede(
      _ rows: any TrustTransaction, by session: SessionRow, now: Int64
    ) throws(StoreError) -> [String] {
      try Self.supersede(rows, by: session, now: now, endsAhead: configuration.acceptsEarlierClock)
    }

    /// After the end of an app session that somebody decided: the ones before it are over, too, and so is whoever did not
    /// sign in through one that is still open. When time alone ended it, people go on by the others.
    /// - Returns: those that ended.
    static func endBelow(
      _ rows: any TrustTransaction, _ session: SessionRow, _ reason: SessionEnd, at moment: Int64
    ) throws(StoreError) -> [String] {
      var ended = try reason.isByTime ? [] : supersede(rows, by: session, now: moment, endsAhead: true)
      let apps = Set(try rows.openApps(device: session.device).map(\.id))
      if reason.isByTime, !apps.isEmpty { return ended }
      for person in try rows.openSessions(device: session.device) {
        guard let opened = person.parent, !apps.contains(opened) else { continue }
        // What was stolen was theirs: they are told of the theft, too.
        try close(rows, person, reason == .reused ? .reused : .parentEnded, at: moment)
        ended.append(person.id)
      }
      return ended
    }
  }
#endif
