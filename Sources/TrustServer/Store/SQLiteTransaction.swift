#if Server
  import Foundation
  import GRDB
  import TrustWire

  /// The rows of ``SQLiteTrustStore`` inside one transaction; every value goes in as an argument, never as SQL text.
  struct SQLiteTransaction: TrustTransaction {
    let database: Database

    static func guarded<R>(_ body: () throws -> R) throws(StoreError) -> R {
      do { return try body() } catch { throw named(error) }
    }

    /// Our own error for what the library threw.
    static func named(_ error: any Error) -> StoreError {
      switch error {
      case let error as StoreError: error
      case let error as DatabaseError: .failed(code: error.extendedResultCode.rawValue)
      default: .failed(code: -1)
      }
    }

    func run(_ sql: String, _ arguments: StatementArguments) throws(StoreError) {
      try Self.guarded { try database.cachedStatement(sql: sql).execute(arguments: arguments) }
    }

    func row(_ sql: String, _ arguments: StatementArguments) throws(StoreError) -> Row? {
      try Self.guarded { try Row.fetchOne(database.cachedStatement(sql: sql), arguments: arguments) }
    }

    /// The first row, read where it lies and not copied before.
    func first<R>(
      _ sql: String, _ arguments: StatementArguments, _ read: (Row) throws(StoreError) -> R
    ) throws(StoreError) -> R? {
      try Self.guarded {
        let found = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
        // The row lies in memory of its cursor.
        defer { withExtendedLifetime(found) {} }
        return try found.next().map { try read($0) }
      }
    }

    func rows(_ sql: String, _ arguments: StatementArguments) throws(StoreError) -> [Row] {
      try Self.guarded { try Row.fetchAll(database.cachedStatement(sql: sql), arguments: arguments) }
    }

    func keptTime() throws(StoreError) -> Int64? { try row("SELECT latest FROM clock", []).map { $0["latest"] } }

    func keepTime(_ moment: Int64) throws(StoreError) {
      try run("INSERT OR REPLACE INTO clock VALUES (1, ?)", [moment])
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

    func dropExpired(now: Int64, limit: Int) throws(StoreError) -> Int {
      var count = 0
      for (table, key) in [("challenge", "digest"), ("proof", "digest"), ("attempt", "key")] where count < limit {
        try run(
          """
          DELETE FROM \(table) WHERE \(key) IN (SELECT \(key) FROM \(table) WHERE expires <= ? ORDER BY expires LIMIT ?)
          """, [now, limit - count])
        count += database.changesCount
      }
      return count
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
      try row("SELECT * FROM account WHERE user = ?", [user]).map(Self.account)
    }

    func account(id: String) throws(StoreError) -> AccountRow? {
      try row("SELECT * FROM account WHERE id = ?", [id]).map(Self.account)
    }

    func accounts() throws(StoreError) -> [AccountRow] {
      try rows("SELECT * FROM account ORDER BY user", []).map(Self.account)
    }

    private static func account(_ row: Row) -> AccountRow {
      let salt: Data = row["salt"]
      let hash: Data = row["hash"]
      return AccountRow(
        id: row["id"], user: row["user"],
        password: PasswordHash(
          salt: [UInt8](salt), rounds: row["rounds"], blockSize: row["block_size"], parallelism: row["parallelism"],
          hash: [UInt8](hash)))
    }

    func savePassword(account id: String, _ password: PasswordHash) throws(StoreError) {
      try run(
        "UPDATE account SET salt = ?, rounds = ?, block_size = ?, parallelism = ?, hash = ? WHERE id = ?",
        [
          Data(password.salt), password.rounds, password.blockSize, password.parallelism, Data(password.hash), id,
        ])
    }

    func attempts(key: String) throws(StoreError) -> AttemptRow? {
      guard let row = try row("SELECT * FROM attempt WHERE key = ?", [key]) else { return nil }
      return AttemptRow(
        key: row["key"], counted: row["counted"], cleared: row["cleared"], lockedBy: row["locked_by"],
        lockedUntil: row["locked_until"], expiresAt: row["expires"])
    }

    func saveAttempts(_ attempts: AttemptRow) throws(StoreError) {
      try run(
        "INSERT OR REPLACE INTO attempt VALUES (?, ?, ?, ?, ?, ?)",
        [
          attempts.key, attempts.counted, attempts.cleared, attempts.lockedBy, attempts.lockedUntil,
          attempts.expiresAt,
        ])
    }

    func signingKeys() throws(StoreError) -> [SigningKeyRow] {
      try rows("SELECT * FROM signing_key ORDER BY active_from, id", []).map { row in
        let sealed: Data = row["sealed"]
        return SigningKeyRow(
          id: row["id"], sealed: [UInt8](sealed), createdAt: row["created"], activeFrom: row["active_from"],
          retiredAt: row["retired"])
      }
    }

    func saveSigningKey(_ key: SigningKeyRow) throws(StoreError) {
      try run(
        "INSERT OR REPLACE INTO signing_key VALUES (?, ?, ?, ?, ?)",
        [key.id, Data(key.sealed), key.createdAt, key.activeFrom, key.retiredAt])
    }

    func removeSigningKey(id: String) throws(StoreError) { try run("DELETE FROM signing_key WHERE id = ?", [id]) }

    func addRecord(account: String, _ entry: RecordBatch.Entry) throws(StoreError) {
      try run(
        "INSERT OR IGNORE INTO record (account, id, kind, created, payload) VALUES (?, ?, ?, ?, ?)",
        [account, entry.id, entry.kind, entry.createdAt, entry.payload])
    }

    func records(account: String) throws(StoreError) -> [RecordBatch.Entry] {
      try rows("SELECT * FROM record WHERE account = ? ORDER BY position", [account]).map {
        RecordBatch.Entry(id: $0["id"], kind: $0["kind"], createdAt: $0["created"], payload: $0["payload"])
      }
    }

    func anchors(account: String, device: String) throws(StoreError) -> [RecordStoreAnchor] {
      let rows = try rows(
        "SELECT * FROM record_anchor WHERE account = ? AND device = ? ORDER BY position DESC", [account, device])
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
