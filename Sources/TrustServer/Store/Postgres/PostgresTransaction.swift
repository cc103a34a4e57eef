#if PostgreSQL
  import TrustWire

  /// The rows of ``PostgresTrustStore`` inside one transaction; every value goes in as an argument, never as SQL text.
  ///
  /// Transactions run side by side, each statement on what is kept by then. What a transaction reads in order to change
  /// it, it locks; what may not be there yet is locked by its name (`pg_advisory_xact_lock`, classes below); what is
  /// good once is decided and written by one statement. `pg_advisory_xact_lock` on names may meet two names in one
  /// place: then one waits for the other, and nothing else.
  struct PostgresTransaction: TrustTransaction {
    let connection: PostgresConnection
    /// Reads one state and locks nothing.
    let isReading: Bool

    enum LockClass: Int32 {
      case attempts = 1
      case anchors, signingKeys, devices, pinFailures, people
    }

    var forUpdate: String { isReading ? "" : " FOR UPDATE" }

    /// Writes, or locks: on the way with the next reading, or with the commit.
    func run(_ sql: String, _ arguments: [PostgresValue]) throws(StoreError) { try connection.queue(sql, arguments) }

    func rows(_ sql: String, _ arguments: [PostgresValue] = []) throws(StoreError) -> [PostgresRow] {
      try connection.query(sql, arguments)
    }

    /// Waits until nobody else holds this name, and holds it to the end of the transaction.
    func lock(_ kind: LockClass, _ name: String) throws(StoreError) {
      guard !isReading else { return }
      try run("SELECT pg_advisory_xact_lock(\(kind.rawValue), hashtext(current_schema() || $1))", [.text(name)])
    }

    func addChallenge(digest: String, expiresAt: Int64) throws(StoreError) {
      try run(
        """
        INSERT INTO challenge (digest, used, expires) VALUES ($1, 0, $2) ON CONFLICT (digest) DO UPDATE SET used = 0,
          expires = excluded.expires
        """, [.text(digest), .int(expiresAt)])
    }

    // O.Auth_14#140
    /// One statement decides and marks: of uses that race one finds the challenge unused.
    func consumeChallenge(digest: String, now: Int64) throws(StoreError) -> ChallengeState {
      let name: [PostgresValue] = [.text(digest), .int(now)]
      guard
        try rows("UPDATE challenge SET used = 1 WHERE digest = $1 AND expires > $2 AND used = 0 RETURNING used", name)
          .isEmpty
      else { return .fresh }
      return try rows("SELECT used FROM challenge WHERE digest = $1 AND expires > $2", name).isEmpty
        ? .unknown : .alreadyUsed
    }

    func rememberProof(digest: String, now: Int64, expiresAt: Int64) throws(StoreError) -> Bool {
      try !rows(
        """
        INSERT INTO proof (digest, expires) VALUES ($1, $2) ON CONFLICT (digest) DO UPDATE SET
          expires = excluded.expires WHERE proof.expires <= $3 RETURNING expires
        """, [.text(digest), .int(expiresAt), .int(now)]
      ).isEmpty
    }

    func dropExpired(now: Int64, limit: Int) throws(StoreError) -> Int {
      var count = 0
      for (table, key) in [("challenge", "digest"), ("proof", "digest"), ("attempt", "key")] where count < limit {
        // What somebody else holds is dropped another time.
        count += try rows(
          """
          DELETE FROM \(table) WHERE \(key) = ANY (ARRAY(SELECT \(key) FROM \(table) WHERE expires <= $1
            ORDER BY expires LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING expires
          """, [.int(now), .int(Int64(limit - count))]
        ).count
      }
      return count
    }

    func signingKeys() throws(StoreError) -> [SigningKeyRow] {
      try lock(.signingKeys, "")
      var keys: [SigningKeyRow] = []
      for row in try rows(
        "SELECT id, sealed, created, active_from, retired FROM signing_key ORDER BY active_from, id")
      {
        keys.append(
          SigningKeyRow(
            id: try row.text(0), sealed: try row.bytes(1), createdAt: try row.int(2), activeFrom: try row.int(3),
            retiredAt: try row.optionalInt(4)))
      }
      return keys
    }

    func saveSigningKey(_ key: SigningKeyRow) throws(StoreError) {
      try lock(.signingKeys, "")
      try run(
        """
        INSERT INTO signing_key (id, sealed, created, active_from, retired) VALUES ($1, $2, $3, $4, $5)
          ON CONFLICT (id) DO UPDATE SET sealed = excluded.sealed, created = excluded.created,
          active_from = excluded.active_from, retired = excluded.retired
        """,
        [.text(key.id), .bytes(key.sealed), .int(key.createdAt), .int(key.activeFrom), .int(key.retiredAt)])
    }

    func removeSigningKey(id: String) throws(StoreError) {
      try lock(.signingKeys, "")
      try run("DELETE FROM signing_key WHERE id = $1", [.text(id)])
    }
  }
#endif
