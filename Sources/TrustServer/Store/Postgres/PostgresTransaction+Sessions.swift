#if PostgreSQL
  import SecurityPolicy
  import TrustWire

  /// Sessions and refresh tokens.
  extension PostgresTransaction {
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

    // O.Auth_14#144
    /// Of logins of one person that race each counts the ones before it.
    func openSessions(account: String, after: SessionCursor?, limit: Int) throws(StoreError) -> [SessionRow] {
      try lock(.people, account)
      return try unlocked(
        """
         WHERE subject = $1 AND kind = 'user' AND ended IS NULL AND (started, id) < ($2, $3)
          ORDER BY started DESC, id DESC LIMIT $4
        """,
        [.text(account), .int(after?.startedAt ?? .max), .text(after?.id ?? ""), .int(Int64(limit))])
    }

    func sessions(parent: String) throws(StoreError) -> [SessionRow] {
      try sessions(" WHERE parent = $1 ORDER BY started DESC, id DESC", [.text(parent)])
    }

    func openSessions(device: String) throws(StoreError) -> [SessionRow] {
      try sessions(" WHERE device = $1 AND ended IS NULL ORDER BY started DESC, id DESC", [.text(device)])
    }

    func openApps(device: String) throws(StoreError) -> [SessionRow] {
      try unlocked(
        " WHERE device = $1 AND kind = $2 AND ended IS NULL ORDER BY started DESC, id DESC",
        [.text(device), .text(TokenKind.app.rawValue)])
    }

    func liveSessions(now: Int64, after: SessionCursor?, limit: Int) throws(StoreError) -> [SessionRow] {
      try sessions(
        """
         WHERE expires > $1 AND ended IS NULL AND (started, id) < ($2, $3) ORDER BY started DESC, id DESC LIMIT $4
        """, [.int(now), .int(after?.startedAt ?? .max), .text(after?.id ?? ""), .int(Int64(limit))])
    }

    /// Locked to the end of the transaction, and read after a wait for the lock as they are by then.
    private func sessions(_ condition: String, _ arguments: [PostgresValue]) throws(StoreError) -> [SessionRow] {
      try unlocked(condition + forUpdate, arguments)
    }

    private func unlocked(_ condition: String, _ arguments: [PostgresValue]) throws(StoreError) -> [SessionRow] {
      var sessions: [SessionRow] = []
      for row in try rows(Self.session + condition, arguments) { sessions.append(try Self.session(row)) }
      return sessions
    }

    private static func session(_ row: PostgresRow) throws(StoreError) -> SessionRow {
      func mark(_ place: Int) throws(StoreError) -> SessionRow.Mark? {
        guard let generation = try row.optionalInt(place), let at = try row.optionalInt(place + 1) else { return nil }
        return SessionRow.Mark(generation: generation, at: at)
      }
      let word = try row.optionalText(18)
      guard let kind = TokenKind(rawValue: try row.text(1)), let tier = TrustTier(rawValue: try row.text(6)) else {
        throw .unreadable
      }
      return SessionRow(
        id: try row.text(0), kind: kind, subject: try row.text(2), device: try row.text(3),
        boundKey: try row.optionalText(4), parent: try row.optionalText(5), tier: tier, startedAt: try row.int(7),
        lastUsedAt: try row.int(8), expiresAt: try row.int(9), current: try row.text(10), generation: try row.int(11),
        predecessor: try row.optionalText(12), rotatedAt: try row.optionalInt(13), mark: try mark(14),
        settled: try mark(16), ended: word.map { SessionEnd(stored: $0) }, endedAt: try row.optionalInt(19))
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
