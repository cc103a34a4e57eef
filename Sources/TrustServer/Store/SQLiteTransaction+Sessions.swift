#if Server
  import Foundation
  import GRDB
  import SecurityPolicy
  import TrustWire

  /// Sessions and refresh tokens.
  extension SQLiteTransaction {
    func saveSession(_ session: SessionRow) throws(StoreError) {
      try run(
        """
        INSERT INTO session (id, kind, subject, device, bound_key, parent, tier, started, last_used, expires,
          current, generation, predecessor, rotated, mark_generation, mark_at, settled_generation, settled_at, ended,
          ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
          bound_key = excluded.bound_key, last_used = excluded.last_used, expires = excluded.expires,
          current = excluded.current, generation = excluded.generation, predecessor = excluded.predecessor,
          rotated = excluded.rotated,
          mark_generation = excluded.mark_generation, mark_at = excluded.mark_at,
          settled_generation = excluded.settled_generation, settled_at = excluded.settled_at, ended = excluded.ended,
          ended_at = excluded.ended_at
        """,
        [
          session.id, session.kind.rawValue, session.subject, session.device, session.boundKey, session.parent,
          session.tier.rawValue, session.startedAt, session.lastUsedAt, session.expiresAt, session.current,
          session.generation, session.predecessor, session.rotatedAt, session.mark?.generation, session.mark?.at,
          session.settled?.generation, session.settled?.at, session.ended?.rawValue, session.endedAt,
        ])
    }

    func session(id: String) throws(StoreError) -> SessionRow? {
      try first("SELECT \(Self.sessionColumns) FROM session WHERE id = ?", [id], Self.session)
    }

    func openSessions(account: String, after: SessionCursor?, limit: Int) throws(StoreError) -> [SessionRow] {
      guard let after else { return try sessions(SQLiteTrustStore.openOfPerson, [account, limit]) }
      return try sessions(SQLiteTrustStore.nextOfPerson, [account, after.startedAt, after.id, limit])
    }

    func sessions(parent: String) throws(StoreError) -> [SessionRow] {
      try sessions(
        "SELECT \(Self.sessionColumns) FROM session WHERE parent = ? ORDER BY started DESC, id DESC", [parent])
    }

    func openSessions(device: String) throws(StoreError) -> [SessionRow] {
      try sessions(
        "SELECT \(Self.sessionColumns) FROM session WHERE device = ? AND ended IS NULL ORDER BY started DESC, id DESC",
        [device])
    }

    func openApps(device: String) throws(StoreError) -> [SessionRow] {
      try sessions(
        """
        SELECT \(Self.sessionColumns) FROM session WHERE device = ? AND kind = ? AND ended IS NULL
          ORDER BY started DESC, id DESC
        """, [device, TokenKind.app.rawValue])
    }

    func liveSessions(now: Int64, after: SessionCursor?, limit: Int) throws(StoreError) -> [SessionRow] {
      guard let after else {
        return try sessions(
          """
          SELECT \(Self.sessionColumns) FROM session WHERE expires > ? AND ended IS NULL
            ORDER BY started DESC, id DESC LIMIT ?
          """, [now, limit])
      }
      return try sessions(
        """
        SELECT \(Self.sessionColumns) FROM session WHERE expires > ? AND ended IS NULL AND (started, id) < (?, ?)
          ORDER BY started DESC, id DESC LIMIT ?
        """, [now, after.startedAt, after.id, limit])
    }

    func latestUse(by moment: Int64) throws(StoreError) -> Int64? {
      try row("SELECT max(last_used) AS latest FROM session WHERE last_used <= ?", [moment]).flatMap { $0["latest"] }
    }

    func endSessions(usedAfter limit: Int64, at moment: Int64) throws(StoreError) {
      try run(
        """
        UPDATE session SET ended = coalesce(ended, ?), ended_at = min(coalesce(ended_at, ?), ?),
          expires = min(expires, ?), last_used = ? WHERE last_used > ?
        """, [SessionEnd.expired.rawValue, moment, moment, moment, moment, limit])
    }

    private func sessions(_ sql: String, _ arguments: StatementArguments) throws(StoreError) -> [SessionRow] {
      var sessions: [SessionRow] = []
      for row in try rows(sql, arguments) { sessions.append(try Self.session(row)) }
      return sessions
    }

    /// In the table's own order. Read by their places: a name is looked for in all of them, letter by letter.
    fileprivate static let sessionColumns = """
      id, kind, subject, device, bound_key, parent, tier, started, last_used, expires, current, generation, predecessor,
      rotated, mark_generation, mark_at, settled_generation, settled_at, ended, ended_at
      """

    private static func session(_ row: Row) throws(StoreError) -> SessionRow {
      func mark(_ generation: Int64?, _ at: Int64?) -> SessionRow.Mark? {
        guard let generation, let at else { return nil }
        return SessionRow.Mark(generation: generation, at: at)
      }
      let word: String? = row[18]
      guard let kind = TokenKind(rawValue: row[1]), let tier = TrustTier(rawValue: row[6]) else { throw .unreadable }
      return SessionRow(
        id: row[0], kind: kind, subject: row[2], device: row[3], boundKey: row[4], parent: row[5], tier: tier,
        startedAt: row[7], lastUsedAt: row[8], expiresAt: row[9], current: row[10], generation: row[11],
        predecessor: row[12], rotatedAt: row[13], mark: mark(row[14], row[15]), settled: mark(row[16], row[17]),
        ended: word.map { SessionEnd(stored: $0) }, endedAt: row[19])
    }

    func saveRefreshToken(_ token: RefreshTokenRow) throws(StoreError) {
      try run(
        """
        INSERT INTO refresh_token (digest, session, generation, salt, used) VALUES (?, ?, ?, ?, ?)
          ON CONFLICT (digest) DO UPDATE SET used = excluded.used
        """,
        [token.digest, token.session, token.generation, Data(token.salt), token.usedAt])
    }

    func refreshToken(digest: String) throws(StoreError) -> RefreshTokenRow? {
      try first("SELECT digest, session, generation, salt, used FROM refresh_token WHERE digest = ?", [digest]) { row in
        let salt: Data = row[3]
        return RefreshTokenRow(
          digest: row[0], session: row[1], generation: row[2], salt: [UInt8](salt), usedAt: row[4])
      }
    }

    func dropRefreshToken(digest: String) throws(StoreError) {
      try run("DELETE FROM refresh_token WHERE digest = ?", [digest])
    }

    func dropRefreshTokens(session: String, before generation: Int64) throws(StoreError) {
      try run("DELETE FROM refresh_token WHERE session = ? AND generation < ?", [session, generation])
    }

    func pruneSessions(expiredBy moment: Int64, limit: Int) throws(StoreError) -> Int {
      let gone = try rows("SELECT id FROM session WHERE expires <= ? ORDER BY expires LIMIT ?", [moment, limit])
      for row in gone {
        let id: String = row["id"]
        try run("DELETE FROM refresh_token WHERE session = ?", [id])
        try run("DELETE FROM session WHERE id = ?", [id])
      }
      return gone.count
    }
  }

  /// What is asked at each login; a test asks how.
  extension SQLiteTrustStore {
    /// A person's open sessions: the account, and how many.
    package static let openOfPerson = person + " ORDER BY started DESC, id DESC LIMIT ?"
    /// Those behind a place: the account, start and id of the one before, and how many.
    package static let nextOfPerson =
      person + " AND (started, id) < (?, ?) ORDER BY started DESC, id DESC LIMIT ?"

    private static let person =
      "SELECT \(SQLiteTransaction.sessionColumns) FROM session WHERE subject = ? AND kind = 'user' AND ended IS NULL"
  }
#endif
