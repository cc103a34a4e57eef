#if PostgreSQL
  /// What a program begins from.
  extension PostgresTransaction {
    func latestUse(by moment: Int64) throws(StoreError) -> Int64? {
      try rows("SELECT max(last_used) FROM session WHERE last_used <= $1", [.int(moment)]).first?.optionalInt(0)
    }

    func endSessions(usedAfter limit: Int64, at moment: Int64) throws(StoreError) {
      try run(
        """
        UPDATE session SET ended = coalesce(ended, $1), ended_at = least(coalesce(ended_at, $2), $2),
          expires = least(expires, $2), last_used = $2 WHERE last_used > $3
        """, [.text(SessionEnd.expired.rawValue), .int(moment), .int(limit)])
    }

    func mayTakeMinutes() throws(StoreError) {
      _ = try rows("SELECT set_config('statement_timeout', '5min', true), set_config('lock_timeout', '1min', true)")
    }

    func keptTime() throws(StoreError) -> Int64? { try rows("SELECT latest FROM clock" + forUpdate).first?.int(0) }

    func keepTime(_ moment: Int64) throws(StoreError) {
      try run(
        "INSERT INTO clock (id, latest) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET latest = excluded.latest",
        [.int(moment)])
    }
  }
#endif
