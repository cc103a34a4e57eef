#if PostgreSQL
  import SecurityPolicy
  import TrustWire

  /// Devices, sessions and refresh tokens.
  extension PostgresTransaction {
    private static let device = """
      SELECT thumbprint, platform, version, patch, rooted, hooked, debugged, app, app_version, tier, first_seen,
        last_seen FROM device
      """

    func saveDevice(_ device: DeviceRow) throws(StoreError) {
      let facts = device.facts
      try run(
        """
        INSERT INTO device (thumbprint, platform, version, patch, rooted, hooked, debugged, app, app_version, tier,
          first_seen, last_seen) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
          ON CONFLICT (thumbprint) DO UPDATE SET platform = excluded.platform, version = excluded.version,
          patch = excluded.patch, rooted = excluded.rooted, hooked = excluded.hooked, debugged = excluded.debugged,
          app = excluded.app, app_version = excluded.app_version, tier = excluded.tier, last_seen = excluded.last_seen
        """,
        [
          .text(device.thumbprint), .text(facts.platform.rawValue), .outside(facts.version),
          facts.patchLevel.map { .outside($0) } ?? .text(nil), .text(facts.isRooted.rawValue),
          .text(facts.isHooked.rawValue), .text(facts.isDebugged.rawValue), .outside(device.app),
          .outside(device.appVersion), .text(device.tier.rawValue), .int(device.firstSeen), .int(device.lastSeen),
        ])
    }

    func device(thumbprint: String) throws(StoreError) -> DeviceRow? {
      guard let row = try rows(Self.device + " WHERE thumbprint = $1" + forUpdate, [.text(thumbprint)]).first else {
        return nil
      }
      return try Self.device(row)
    }

    func devices() throws(StoreError) -> [DeviceRow] {
      var devices: [DeviceRow] = []
      for row in try rows(Self.device + " ORDER BY thumbprint") { devices.append(try Self.device(row)) }
      return devices
    }

    private static func device(_ row: PostgresRow) throws(StoreError) -> DeviceRow {
      guard let platform = Platform(rawValue: try row.text(1)), let tier = TrustTier(rawValue: try row.text(9)),
        let rooted = SecurityReport.Answer(rawValue: try row.text(4)),
        let hooked = SecurityReport.Answer(rawValue: try row.text(5)),
        let debugged = SecurityReport.Answer(rawValue: try row.text(6))
      else { throw .unreadable }
      return DeviceRow(
        thumbprint: try row.text(0),
        facts: DeviceFacts(
          platform: platform, version: try row.text(2), patchLevel: try row.optionalText(3), isRooted: rooted,
          isHooked: hooked, isDebugged: debugged), app: try row.text(7), appVersion: try row.text(8), tier: tier,
        firstSeen: try row.int(10), lastSeen: try row.int(11))
    }

    func pruneDevices(seenBy moment: Int64, limit: Int) throws(StoreError) -> Int {
      try rows(
        """
        DELETE FROM device WHERE thumbprint IN (SELECT thumbprint FROM device WHERE last_seen <= $1
          AND NOT EXISTS (SELECT 1 FROM session WHERE session.device = device.thumbprint) LIMIT $2
          FOR UPDATE SKIP LOCKED) RETURNING last_seen
        """, [.int(moment), .int(Int64(limit))]
      ).count
    }

    func saveSession(_ session: SessionRow) throws(StoreError) {
      try run(
        """
        INSERT INTO session (id, kind, subject, device, bound_key, parent, tier, started, last_used, expires, current,
          generation, predecessor, rotated, mark_generation, mark_at, settled_generation, settled_at, ended, ended_at)
          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
          ON CONFLICT (id) DO UPDATE SET bound_key = excluded.bound_key, last_used = excluded.last_used,
          expires = excluded.expires, current = excluded.current,
          generation = excluded.generation, predecessor = excluded.predecessor, rotated = excluded.rotated,
          mark_generation = excluded.mark_generation, mark_at = excluded.mark_at,
          settled_generation = excluded.settled_generation, settled_at = excluded.settled_at, ended = excluded.ended,
          ended_at = excluded.ended_at
        """,
        [
          .text(session.id), .text(session.kind.rawValue), .text(session.subject), .text(session.device),
          .text(session.boundKey), .text(session.parent), .text(session.tier.rawValue), .int(session.startedAt),
          .int(session.lastUsedAt), .int(session.expiresAt), .text(session.current), .int(session.generation),
          .text(session.predecessor), .int(session.rotatedAt), .int(session.mark?.generation), .int(session.mark?.at),
          .int(session.settled?.generation), .int(session.settled?.at), .text(session.ended?.rawValue),
          .int(session.endedAt),
        ])
    }

    private static let session = """
      SELECT id, kind, subject, device, bound_key, parent, tier, started, last_used, expires, current, generation,
        predecessor, rotated, mark_generation, mark_at, settled_generation, settled_at, ended, ended_at FROM session
      """

    // O.Auth_15#140
    func session(id: String) throws(StoreError) -> SessionRow? {
      try sessions(" WHERE id = $1", [.text(id)]).first
    }

    func unlockedSession(id: String) throws(StoreError) -> SessionRow? {
      try rows(Self.session + " WHERE id = $1", [.text(id)]).first.map { row throws(StoreError) in
        try Self.session(row)
      }
    }

    /// To which session a token belongs never changes, so it may be read before the lock.
    func session(token digest: String) throws(StoreError) -> SessionRow? {
      try sessions(" WHERE id = (SELECT session FROM refresh_token WHERE digest = $1)", [.text(digest)]).first
    }

    func sessions(kind: TokenKind, subject: String) throws(StoreError) -> [SessionRow] {
      try sessions(
        " WHERE subject = $1 AND kind = $2 ORDER BY started DESC, id DESC", [.text(subject), .text(kind.rawValue)])
    }

    func sessions(parent: String) throws(StoreError) -> [SessionRow] {
      try sessions(" WHERE parent = $1 ORDER BY started DESC, id DESC", [.text(parent)])
    }

    func liveSessions(now: Int64, limit: Int) throws(StoreError) -> [SessionRow] {
      try sessions(
        " WHERE expires > $1 AND ended IS NULL ORDER BY started DESC, id DESC LIMIT $2",
        [.int(now), .int(Int64(limit))])
    }

    /// Locked to the end of the transaction, and read after a wait for the lock as they are by then.
    private func sessions(_ condition: String, _ arguments: [PostgresValue]) throws(StoreError) -> [SessionRow] {
      var sessions: [SessionRow] = []
      for row in try rows(Self.session + condition + forUpdate, arguments) { sessions.append(try Self.session(row)) }
      return sessions
    }

    private static func session(_ row: PostgresRow) throws(StoreError) -> SessionRow {
      func mark(_ place: Int) throws(StoreError) -> SessionRow.Mark? {
        guard let generation = try row.optionalInt(place), let at = try row.optionalInt(place + 1) else { return nil }
        return SessionRow.Mark(generation: generation, at: at)
      }
      let word = try row.optionalText(18)
      let ended = word.flatMap { SessionEnd(rawValue: $0) }
      // A word of a newer program still means that the session is over.
      guard let kind = TokenKind(rawValue: try row.text(1)), let tier = TrustTier(rawValue: try row.text(6)),
        (word == nil) == (ended == nil)
      else { throw .unreadable }
      return SessionRow(
        id: try row.text(0), kind: kind, subject: try row.text(2), device: try row.text(3),
        boundKey: try row.optionalText(4), parent: try row.optionalText(5), tier: tier, startedAt: try row.int(7),
        lastUsedAt: try row.int(8), expiresAt: try row.int(9), current: try row.text(10), generation: try row.int(11),
        predecessor: try row.optionalText(12), rotatedAt: try row.optionalInt(13), mark: try mark(14),
        settled: try mark(16), ended: ended, endedAt: try row.optionalInt(19))
    }

    func saveRefreshToken(_ token: RefreshTokenRow) throws(StoreError) {
      try run(
        """
        INSERT INTO refresh_token (digest, session, generation, salt, used) VALUES ($1, $2, $3, $4, $5)
          ON CONFLICT (digest) DO UPDATE SET used = excluded.used
        """,
        [
          .text(token.digest), .text(token.session), .int(token.generation), .bytes(token.salt), .int(token.usedAt),
        ])
    }

    func refreshToken(digest: String) throws(StoreError) -> RefreshTokenRow? {
      guard
        let row = try rows(
          "SELECT digest, session, generation, salt, used FROM refresh_token WHERE digest = $1", [.text(digest)]
        ).first
      else { return nil }
      return RefreshTokenRow(
        digest: try row.text(0), session: try row.text(1), generation: try row.int(2), salt: try row.bytes(3),
        usedAt: try row.optionalInt(4))
    }

    func dropRefreshToken(digest: String) throws(StoreError) {
      try run("DELETE FROM refresh_token WHERE digest = $1", [.text(digest)])
    }

    func dropRefreshTokens(session: String, before generation: Int64) throws(StoreError) {
      try run(
        "DELETE FROM refresh_token WHERE session = $1 AND generation < $2", [.text(session), .int(generation)])
    }

    func pruneSessions(expiredBy moment: Int64, limit: Int) throws(StoreError) -> Int {
      // One statement sees one state: the tokens are found by the sessions that this very statement deletes.
      try rows(
        """
        WITH gone AS (DELETE FROM session WHERE id IN (SELECT id FROM session WHERE expires <= $1 ORDER BY expires
            LIMIT $2 FOR UPDATE SKIP LOCKED) RETURNING id),
          tokens AS (DELETE FROM refresh_token WHERE session IN (SELECT id FROM gone))
          SELECT id FROM gone
        """, [.int(moment), .int(Int64(limit))]
      ).count
    }
  }
#endif
