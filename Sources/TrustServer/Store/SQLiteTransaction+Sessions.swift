#if Server
  import Foundation
  import GRDB
  import SecurityPolicy
  import TrustWire

  /// Devices, sessions and refresh tokens.
  extension SQLiteTransaction {
    func saveDevice(_ device: DeviceRow) throws(StoreError) {
      let facts = device.facts
      try run(
        """
        INSERT INTO device (thumbprint, platform, version, app, app_version, tier, first_seen, last_seen, patch, rooted,
          hooked, debugged) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (thumbprint) DO UPDATE SET
          platform = excluded.platform, version = excluded.version, app = excluded.app,
          app_version = excluded.app_version, tier = excluded.tier, last_seen = excluded.last_seen,
          patch = excluded.patch, rooted = excluded.rooted, hooked = excluded.hooked, debugged = excluded.debugged
        """,
        [
          device.thumbprint, facts.platform.rawValue, facts.version, device.app, device.appVersion,
          device.tier.rawValue, device.firstSeen, device.lastSeen, facts.patchLevel, facts.isRooted.rawValue,
          facts.isHooked.rawValue, facts.isDebugged.rawValue,
        ])
    }

    func device(thumbprint: String) throws(StoreError) -> DeviceRow? {
      guard let row = try row("SELECT * FROM device WHERE thumbprint = ?", [thumbprint]) else { return nil }
      return try Self.device(row)
    }

    func devices() throws(StoreError) -> [DeviceRow] {
      var devices: [DeviceRow] = []
      for row in try rows("SELECT * FROM device ORDER BY thumbprint", []) { devices.append(try Self.device(row)) }
      return devices
    }

    private static func device(_ row: Row) throws(StoreError) -> DeviceRow {
      guard let platform = Platform(rawValue: row["platform"]), let tier = TrustTier(rawValue: row["tier"]),
        let rooted = SecurityReport.Answer(rawValue: row["rooted"]),
        let hooked = SecurityReport.Answer(rawValue: row["hooked"]),
        let debugged = SecurityReport.Answer(rawValue: row["debugged"])
      else { throw .unreadable }
      return DeviceRow(
        thumbprint: row["thumbprint"],
        facts: DeviceFacts(
          platform: platform, version: row["version"], patchLevel: row["patch"], isRooted: rooted, isHooked: hooked,
          isDebugged: debugged), app: row["app"], appVersion: row["app_version"], tier: tier,
        firstSeen: row["first_seen"], lastSeen: row["last_seen"])
    }

    func pruneDevices(seenBy moment: Int64, limit: Int) throws(StoreError) -> Int {
      try run(
        """
        DELETE FROM device WHERE thumbprint IN (SELECT thumbprint FROM device WHERE last_seen <= ?
          AND NOT EXISTS (SELECT 1 FROM session WHERE session.device = device.thumbprint) LIMIT ?)
        """, [moment, limit])
      return database.changesCount
    }

    func saveSession(_ session: SessionRow) throws(StoreError) {
      try run(
        """
        INSERT INTO session (id, kind, subject, device, bound_key, parent, tier, started, last_used, expires,
          current, generation, predecessor, rotated, mark_generation, mark_at, settled_generation, settled_at, ended,
          ended_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
          bound_key = excluded.bound_key, last_used = excluded.last_used, expires = excluded.expires, current = excluded.current,
          generation = excluded.generation, predecessor = excluded.predecessor, rotated = excluded.rotated,
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
      guard let row = try row("SELECT * FROM session WHERE id = ?", [id]) else { return nil }
      return try Self.session(row)
    }

    func sessions(kind: TokenKind, subject: String) throws(StoreError) -> [SessionRow] {
      try sessions(
        "SELECT * FROM session WHERE subject = ? AND kind = ? ORDER BY started DESC, id DESC", [subject, kind.rawValue])
    }

    func sessions(parent: String) throws(StoreError) -> [SessionRow] {
      try sessions("SELECT * FROM session WHERE parent = ? ORDER BY started DESC, id DESC", [parent])
    }

    func liveSessions(now: Int64, limit: Int) throws(StoreError) -> [SessionRow] {
      try sessions(
        "SELECT * FROM session WHERE expires > ? AND ended IS NULL ORDER BY started DESC, id DESC LIMIT ?",
        [now, limit])
    }

    func latestUse() throws(StoreError) -> Int64? {
      try row("SELECT max(last_used) AS latest FROM session", []).flatMap { $0["latest"] }
    }

    private func sessions(_ sql: String, _ arguments: StatementArguments) throws(StoreError) -> [SessionRow] {
      var sessions: [SessionRow] = []
      for row in try rows(sql, arguments) { sessions.append(try Self.session(row)) }
      return sessions
    }

    private static func session(_ row: Row) throws(StoreError) -> SessionRow {
      func mark(_ generation: Int64?, _ at: Int64?) -> SessionRow.Mark? {
        guard let generation, let at else { return nil }
        return SessionRow.Mark(generation: generation, at: at)
      }
      let word: String? = row["ended"]
      let ended = word.flatMap(SessionEnd.init)
      // A word of a newer program still means that the session is over.
      guard let kind = TokenKind(rawValue: row["kind"]), let tier = TrustTier(rawValue: row["tier"]),
        (word == nil) == (ended == nil)
      else { throw .unreadable }
      return SessionRow(
        id: row["id"], kind: kind, subject: row["subject"], device: row["device"], boundKey: row["bound_key"],
        parent: row["parent"], tier: tier, startedAt: row["started"], lastUsedAt: row["last_used"],
        expiresAt: row["expires"], current: row["current"], generation: row["generation"],
        predecessor: row["predecessor"], rotatedAt: row["rotated"],
        mark: mark(row["mark_generation"], row["mark_at"]),
        settled: mark(row["settled_generation"], row["settled_at"]), ended: ended, endedAt: row["ended_at"])
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
      guard let row = try row("SELECT * FROM refresh_token WHERE digest = ?", [digest]) else { return nil }
      let salt: Data = row["salt"]
      return RefreshTokenRow(
        digest: row["digest"], session: row["session"], generation: row["generation"], salt: [UInt8](salt),
        usedAt: row["used"])
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
#endif
