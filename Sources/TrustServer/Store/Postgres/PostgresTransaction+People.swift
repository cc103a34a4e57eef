#if PostgreSQL
  import Foundation
  import TrustWire

  /// Accounts, attempts, records and anchors.
  extension PostgresTransaction {
    private static let account = "SELECT id, name, salt, rounds, block_size, parallelism, hash FROM account"

    private static func account(_ row: PostgresRow) throws(StoreError) -> AccountRow {
      func number(_ place: Int) throws(StoreError) -> Int {
        guard let number = Int(exactly: try row.int(place)) else { throw .unreadable }
        return number
      }
      return AccountRow(
        id: try row.text(0), user: try row.text(1),
        password: PasswordHash(
          salt: try row.bytes(2), rounds: try number(3), blockSize: try number(4), parallelism: try number(5),
          hash: try row.bytes(6)))
    }

    private static func arguments(_ hash: PasswordHash) -> [PostgresValue] {
      [
        .bytes(hash.salt), .int(Int64(hash.rounds)), .int(Int64(hash.blockSize)), .int(Int64(hash.parallelism)),
        .bytes(hash.hash),
      ]
    }

    func addAccount(_ account: AccountRow) throws(StoreError) -> Bool {
      try !rows(
        """
        INSERT INTO account (name, id, salt, rounds, block_size, parallelism, hash) VALUES ($1, $2, $3, $4, $5, $6, $7)
          ON CONFLICT DO NOTHING RETURNING rounds
        """, [.outside(account.user), .text(account.id)] + Self.arguments(account.password)
      ).isEmpty
    }

    func account(user: String) throws(StoreError) -> AccountRow? {
      guard let row = try rows(Self.account + " WHERE name = $1" + forUpdate, [.outside(user)]).first else {
        return nil
      }
      return try Self.account(row)
    }

    func account(id: String) throws(StoreError) -> AccountRow? {
      guard let row = try rows(Self.account + " WHERE id = $1" + forUpdate, [.text(id)]).first else { return nil }
      return try Self.account(row)
    }

    func accounts() throws(StoreError) -> [AccountRow] {
      var accounts: [AccountRow] = []
      for row in try rows(Self.account + " ORDER BY name") { accounts.append(try Self.account(row)) }
      return accounts
    }

    func savePassword(account id: String, _ password: PasswordHash) throws(StoreError) {
      try run(
        "UPDATE account SET salt = $2, rounds = $3, block_size = $4, parallelism = $5, hash = $6 WHERE id = $1",
        [.text(id)] + Self.arguments(password))
    }

    // O.Auth_3#140
    /// Held to the end of the transaction, also when there is no row yet: of guesses that race none is left uncounted.
    func attempts(key: String) throws(StoreError) -> AttemptRow? {
      try lock(.attempts, key)
      guard
        let row = try rows(
          "SELECT key, counted, cleared, locked_by, locked_until, expires FROM attempt WHERE key = $1", [.text(key)]
        ).first
      else { return nil }
      return AttemptRow(
        key: try row.text(0), counted: try row.int(1), cleared: try row.int(2), lockedBy: try row.int(3),
        lockedUntil: try row.int(4), expiresAt: try row.int(5))
    }

    func saveAttempts(_ attempts: AttemptRow) throws(StoreError) {
      try run(
        """
        INSERT INTO attempt (key, counted, cleared, locked_by, locked_until, expires) VALUES ($1, $2, $3, $4, $5, $6)
          ON CONFLICT (key) DO UPDATE SET counted = excluded.counted, cleared = excluded.cleared,
          locked_by = excluded.locked_by, locked_until = excluded.locked_until, expires = excluded.expires
        """,
        [
          .text(attempts.key), .int(attempts.counted), .int(attempts.cleared), .int(attempts.lockedBy),
          .int(attempts.lockedUntil), .int(attempts.expiresAt),
        ])
    }

    func addRecord(account: String, _ entry: RecordBatch.Entry) throws(StoreError) {
      try run(
        """
        INSERT INTO record (account, id, kind, created, payload) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING
        """,
        [
          .text(account), .outside(entry.id), .outside(entry.kind), .int(entry.createdAt), .outside(entry.payload),
        ])
    }

    func records(account: String) throws(StoreError) -> [RecordBatch.Entry] {
      var entries: [RecordBatch.Entry] = []
      for row in try rows(
        "SELECT id, kind, created, payload FROM record WHERE account = $1 ORDER BY position", [.text(account)])
      {
        entries.append(
          RecordBatch.Entry(
            id: try row.text(0), kind: try row.text(1), createdAt: try row.int(2), payload: try row.text(3)))
      }
      return entries
    }

    func anchors(account: String, device: String) throws(StoreError) -> [RecordStoreAnchor] {
      try lock(.anchors, "\(account) \(device)")
      var anchors: [RecordStoreAnchor] = []
      for row in try rows(
        """
        SELECT store, generation, digest FROM record_anchor WHERE account = $1 AND device = $2 ORDER BY position DESC
        """, [.text(account), .text(device)])
      {
        let (store, generation, digest) = (try row.bytes(0), try row.int(1), try row.bytes(2))
        do throws(WireError) {
          anchors.append(try RecordStoreAnchor(store: store, generation: generation, digest: digest))
        } catch {
          throw .unreadable
        }
      }
      return anchors
    }

    func saveAnchor(account: String, device: String, _ anchor: RecordStoreAnchor) throws(StoreError) {
      try lock(.anchors, "\(account) \(device)")
      try run(
        """
        INSERT INTO record_anchor (account, device, store, generation, digest) VALUES ($1, $2, $3, $4, $5)
          ON CONFLICT (account, device, store) DO UPDATE SET position = nextval('record_anchor_position'),
          generation = excluded.generation, digest = excluded.digest
        """,
        [
          .text(account), .text(device), .bytes(Array(anchor.store)), .int(anchor.generation),
          .bytes(Array(anchor.digest)),
        ])
      try run(
        """
        DELETE FROM record_anchor WHERE account = $1 AND device = $2 AND position NOT IN (SELECT position
          FROM record_anchor WHERE account = $1 AND device = $2 ORDER BY position DESC LIMIT $3)
        """, [.text(account), .text(device), .int(Int64(AnchorJudgement.storesKept))])
    }
  }
#endif
