#if PostgreSQL
  extension PostgresTransaction {
    func latestUse() throws(StoreError) -> Int64? {
      try rows("SELECT max(last_used) FROM session").first?.optionalInt(0)
    }
  }
#endif
