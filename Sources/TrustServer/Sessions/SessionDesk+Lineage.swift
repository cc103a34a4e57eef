#if Server
  import TrustWire

  /// Tokens that were given out here and of which the store knows no row.
  ///
  /// The rows of older ones were dropped. Of newer ones the store has lost the commit: another database took over that had
  /// not heard of it, or a backup was restored. A token leaves this process after its commit was confirmed and not before,
  /// so nobody holds a newer one otherwise.
  ///
  /// Whoever holds the successor key makes seals, too, for every session whose id they know; access tokens name it. So a
  /// seal alone renews nothing: the session's key has to be proved with it. A bearer session has none, and whoever has lost
  /// the commit of its token signs in again.
  extension SessionDesk {
    /// Refreshes of one session that a store may have lost; a device that refreshes each second needs days for them.
    static let furthestLost: Int64 = 1_000_000

    /// The session of a token that was given out here, by its row or by its seal.
    ///
    /// A seal alone ends a session: who has the successor key can do that to bearer sessions by a spent place as well, and
    /// a logout with a token whose commit is lost must not leave its session open.
    func family(
      _ rows: any TrustTransaction, of presented: String, digest: String
    ) throws(StoreError) -> SessionRow? {
      if let session = try rows.session(token: digest) { return session }
      guard let token = RefreshToken(reading: presented, key: configuration.successorKey) else { return nil }
      return try rows.session(id: token.session)
    }

    /// What a token without a row is to a session.
    enum SealedPlace: Sendable, Equatable {
      /// Used, or where another one has been put.
      case spent
      /// Newer than all that the store knows.
      case lost(generation: Int64)
      /// As unknown as any other text.
      case unknown

      var lostGeneration: Int64? { if case .lost(let generation) = self { generation } else { nil } }
    }

    // O.Auth_15#43
    /// The place that a seal names, as far as it is believed: without a proven key only where the store says that the
    /// session is past it.
    ///
    /// - Parameter isProven: whether the request proved the session's key.
    func place(_ presented: String, of session: SessionRow, isProven: Bool) -> SealedPlace {
      guard let token = RefreshToken(reading: presented, key: configuration.successorKey),
        token.session == session.id
      else { return .unknown }
      if token.generation < session.generation { return .spent }
      // Two tokens for one place are two holders: the store has lost what it gave one of them.
      if token.generation == session.generation, session.rotatedAt != nil { return .spent }
      guard isProven else { return .unknown }
      let (beyond, overflow) = token.generation.subtractingReportingOverflow(session.generation)
      guard !overflow, beyond <= Self.furthestLost else { return .unknown }
      return token.generation > session.generation ? .lost(generation: token.generation) : .spent
    }

    // O.Auth_15#42
    /// Puts a token in its place as if the store had not lost it: from here on it is the current one, and all before it
    /// are spent.
    ///
    /// For a session that lives and a caller that has proved its key and passed every check of a refresh. What was decided
    /// in the lost commits stays lost: an end, a block, a use of another token. Ends of app sessions before this one do
    /// not: whoever takes up its token decides them again.
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
