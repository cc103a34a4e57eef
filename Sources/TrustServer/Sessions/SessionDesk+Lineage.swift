#if Server
  import TrustWire

  /// Tokens that were given out here and of which the store knows no row.
  ///
  /// The rows of older ones were dropped. Of newer ones the store has lost the commit: another database took over that had
  /// not heard of it, or a backup was restored. A token leaves this process after its commit was confirmed and not before,
  /// so nobody holds a newer one otherwise; and only who holds the successor key makes a seal.
  extension SessionDesk {
    /// The session of a token that was given out here, by its row or by its seal.
    func family(
      _ rows: any TrustTransaction, of presented: String, digest: String
    ) throws(StoreError) -> SessionRow? {
      if let session = try rows.session(token: digest) { return session }
      guard let token = RefreshToken(reading: presented, key: configuration.successorKey) else { return nil }
      return try rows.session(id: token.session)
    }

    /// The place of a token that is newer than all that the store knows of its session; nil for every other one.
    func lostGeneration(_ presented: String, of session: SessionRow) -> Int64? {
      guard let token = RefreshToken(reading: presented, key: configuration.successorKey),
        token.session == session.id, token.generation > session.generation
      else { return nil }
      return token.generation
    }

    // O.Auth_15#42
    /// Puts a token in its place as if the store had not lost it: from here on it is the current one, and all before it
    /// are spent.
    ///
    /// For a session that lives and a caller that has passed every check of a refresh. What was decided in the lost commits
    /// stays lost: an end, a block, a use of another token.
    func reclaim(
      _ rows: any TrustTransaction, _ session: inout SessionRow, _ digest: String, generation: Int64, salt: [UInt8],
      at moment: Int64
    ) throws(StoreError) {
      if var before = try rows.refreshToken(digest: session.current) {
        before.usedAt = moment
        try rows.saveRefreshToken(before)
      }
      session.generation = generation - 1
      session.advance(to: digest, at: moment, window: limits.window(session))
      try rows.saveRefreshToken(
        RefreshTokenRow(digest: digest, session: session.id, generation: generation, salt: salt))
    }
  }
#endif
