#if PostgreSQL
  /// What a program begins from.
  extension PostgresTransaction {
    func latestUse(by moment: Int64) throws(StoreError) -> Int64? {
      try rows("SELECT max(last_used) FROM session WHERE last_used <= $1", [.int(moment)]).first?.optionalInt(0)
    }

    func keptTime() throws(StoreError) -> Int64? { try rows("SELECT latest FROM clock" + forUpdate).first?.int(0) }

    func keepTime(_ moment: Int64) throws(StoreError) {
      try run(
        "INSERT INTO clock (id, latest) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET latest = excluded.latest",
        [.int(moment)])
    }
  }
#endif
