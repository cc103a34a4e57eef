#if Server
  import Foundation
  import GRDB
  import SecurityPolicy
  import TrustWire

  /// The rows of ``SQLiteTrustStore`` inside one transaction; every value goes in as an argument, never as SQL text.
  struct SQLiteTransaction: TrustTransaction {
    let database: Database

    static func guarded<R>(_ body: () throws -> R) throws(StoreError) -> R {
      do {
        return try body()
      } catch let error as StoreError {
        throw error
      } catch let error as DatabaseError {
        throw .failed(code: error.extendedResultCode.rawValue)
      } catch {
        throw .failed(code: -1)
      }
    }

    private func run(_ sql: String, _ arguments: StatementArguments) throws(StoreError) {
      try Self.guarded { try database.execute(sql: sql, arguments: arguments) }
    }

    private func row(_ sql: String, _ arguments: StatementArguments) throws(StoreError) -> Row? {
      try Self.guarded { try Row.fetchOne(database, sql: sql, arguments: arguments) }
    }

    func addChallenge(digest: String, expiresAt: Int64) throws(StoreError) {
      try run("INSERT OR REPLACE INTO challenge VALUES (?, 0, ?)", [digest, expiresAt])
    }

    func consumeChallenge(digest: String, now: Int64) throws(StoreError) -> ChallengeState {
      guard let row = try row("SELECT used FROM challenge WHERE digest = ? AND expires > ?", [digest, now]) else {
        return .unknown
      }
      guard row["used"] == 0 else { return .alreadyUsed }
      try run("UPDATE challenge SET used = 1 WHERE digest = ?", [digest])
      return .fresh
    }

    func rememberProof(digest: String, now: Int64, expiresAt: Int64) throws(StoreError) -> Bool {
      guard try row("SELECT 1 FROM proof WHERE digest = ? AND expires > ?", [digest, now]) == nil else { return false }
      try run("INSERT OR REPLACE INTO proof VALUES (?, ?)", [digest, expiresAt])
      return true
    }

    func dropExpired(now: Int64) throws(StoreError) {
      for table in ["challenge", "proof", "attempt"] { try run("DELETE FROM \(table) WHERE expires <= ?", [now]) }
      try run("DELETE FROM refresh_token WHERE expires <= ?", [now - refreshTokenMemory])
    }

    func saveDevice(_ device: DeviceRow) throws(StoreError) {
      try run(
        """
        INSERT INTO device VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (thumbprint) DO UPDATE SET
          platform = excluded.platform, version = excluded.version, app = excluded.app,
          app_version = excluded.app_version, tier = excluded.tier, last_seen = excluded.last_seen
        """,
        [
          device.thumbprint, device.platform.rawValue, device.version, device.app, device.appVersion,
          device.tier.rawValue, device.firstSeen, device.lastSeen,
        ])
    }

    func device(thumbprint: String) throws(StoreError) -> DeviceRow? {
      guard let row = try row("SELECT * FROM device WHERE thumbprint = ?", [thumbprint]) else { return nil }
      return try Self.device(row)
    }

    func devices() throws(StoreError) -> [DeviceRow] {
      let rows = try Self.guarded { try Row.fetchAll(database, sql: "SELECT * FROM device ORDER BY thumbprint") }
      var devices: [DeviceRow] = []
      for row in rows { devices.append(try Self.device(row)) }
      return devices
    }

    private static func device(_ row: Row) throws(StoreError) -> DeviceRow {
      guard let platform = Platform(rawValue: row["platform"]), let tier = TrustTier(rawValue: row["tier"]) else {
        throw .unreadable
      }
      return DeviceRow(
        thumbprint: row["thumbprint"], platform: platform, version: row["version"], app: row["app"],
        appVersion: row["app_version"], tier: tier, firstSeen: row["first_seen"], lastSeen: row["last_seen"])
    }

    func saveSession(_ session: SessionRow) throws(StoreError) {
      try run(
        "INSERT OR REPLACE INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
          session.id, session.kind.rawValue, session.subject, session.device, session.tier.rawValue,
          session.startedAt, session.current, session.predecessor, session.revoked,
        ])
    }

    func session(id: String) throws(StoreError) -> SessionRow? {
      guard let row = try row("SELECT * FROM session WHERE id = ?", [id]) else { return nil }
      guard let kind = TokenKind(rawValue: row["kind"]), let tier = TrustTier(rawValue: row["tier"]) else {
        throw .unreadable
      }
      return SessionRow(
        id: row["id"], kind: kind, subject: row["subject"], device: row["device"], tier: tier,
        startedAt: row["started"], current: row["current"], predecessor: row["predecessor"], revoked: row["revoked"])
    }

    func saveRefreshToken(_ token: RefreshTokenRow) throws(StoreError) {
      try run(
        "INSERT OR REPLACE INTO refresh_token VALUES (?, ?, ?, ?, ?)",
        [token.digest, token.session, token.generation, token.expiresAt, token.replaced])
    }

    func refreshToken(digest: String) throws(StoreError) -> RefreshTokenRow? {
      guard let row = try row("SELECT * FROM refresh_token WHERE digest = ?", [digest]) else { return nil }
      return RefreshTokenRow(
        digest: row["digest"], session: row["session"], generation: row["generation"], expiresAt: row["expires"],
        replaced: row["replaced"])
    }

    func addAccount(_ account: AccountRow) throws(StoreError) -> Bool {
      let hash = account.password
      try run(
        "INSERT OR IGNORE INTO account VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
          account.user, account.id, Data(hash.salt), hash.rounds, hash.blockSize, hash.parallelism, Data(hash.hash),
        ])
      return database.changesCount == 1
    }

    func account(user: String) throws(StoreError) -> AccountRow? {
      guard let row = try row("SELECT * FROM account WHERE user = ?", [user]) else { return nil }
      let salt: Data = row["salt"]
      let hash: Data = row["hash"]
      return AccountRow(
        id: row["id"], user: row["user"],
        password: PasswordHash(
          salt: [UInt8](salt), rounds: row["rounds"], blockSize: row["block_size"], parallelism: row["parallelism"],
          hash: [UInt8](hash)))
    }

    func attempts(userDigest: String) throws(StoreError) -> AttemptRow? {
      guard let row = try row("SELECT * FROM attempt WHERE user_digest = ?", [userDigest]) else { return nil }
      return AttemptRow(
        userDigest: row["user_digest"], failures: row["failures"], lockedUntil: row["locked_until"],
        expiresAt: row["expires"])
    }

    func saveAttempts(_ attempts: AttemptRow) throws(StoreError) {
      try run(
        "INSERT OR REPLACE INTO attempt VALUES (?, ?, ?, ?)",
        [attempts.userDigest, attempts.failures, attempts.lockedUntil, attempts.expiresAt])
    }

    func addRecord(account: String, _ entry: RecordBatch.Entry) throws(StoreError) {
      try run(
        "INSERT OR IGNORE INTO record (account, id, kind, created, payload) VALUES (?, ?, ?, ?, ?)",
        [account, entry.id, entry.kind, entry.createdAt, entry.payload])
    }

    func records(account: String) throws(StoreError) -> [RecordBatch.Entry] {
      let rows = try Self.guarded {
        try Row.fetchAll(
          database, sql: "SELECT * FROM record WHERE account = ? ORDER BY position", arguments: [account])
      }
      return rows.map {
        RecordBatch.Entry(id: $0["id"], kind: $0["kind"], createdAt: $0["created"], payload: $0["payload"])
      }
    }

    func anchors(account: String, device: String) throws(StoreError) -> [RecordStoreAnchor] {
      let rows = try Self.guarded {
        try Row.fetchAll(
          database, sql: "SELECT * FROM record_anchor WHERE account = ? AND device = ? ORDER BY position DESC",
          arguments: [account, device])
      }
      var anchors: [RecordStoreAnchor] = []
      for row in rows {
        let store: Data = row["store"]
        let digest: Data = row["digest"]
        do throws(WireError) {
          anchors.append(
            try RecordStoreAnchor(store: [UInt8](store), generation: row["generation"], digest: [UInt8](digest)))
        } catch {
          throw .unreadable
        }
      }
      return anchors
    }

    func saveAnchor(account: String, device: String, _ anchor: RecordStoreAnchor) throws(StoreError) {
      // Replacing gives a new position, which is larger than every other one.
      try run(
        """
        INSERT OR REPLACE INTO record_anchor (account, device, store, generation, digest) VALUES (?, ?, ?, ?, ?)
        """, [account, device, Data(anchor.store), anchor.generation, Data(anchor.digest)])
      try run(
        """
        DELETE FROM record_anchor WHERE account = ? AND device = ? AND position NOT IN (SELECT position
          FROM record_anchor WHERE account = ? AND device = ? ORDER BY position DESC LIMIT ?)
        """, [account, device, account, device, AnchorJudgement.storesKept])
    }
  }
#endif
