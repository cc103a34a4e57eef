#if Server
  import Testing
  import TrustServer
  import TrustWire

  /// What a store holds of one session, to be put back later: what a database that takes over without having heard of the
  /// last commits knows of it, or a backup.
  struct OlderState: Sendable {
    let session: SessionRow
    private let tokens: [RefreshTokenRow]

    /// - Parameter tokens: all that were given out for the session so far, the newest last.
    init(_ store: any TrustStore, _ tokens: [TokenResponse]) async throws {
      let digests = tokens.map { ProofOfPossession.digest($0.refreshToken) }
      let (held, kept): (SessionRow?, [RefreshTokenRow]) = try await store.reading { rows throws(StoreError) in
        var found: [RefreshTokenRow] = []
        for digest in digests {
          if let row = try rows.refreshToken(digest: digest) { found.append(row) }
        }
        return (try rows.session(token: digests.last ?? ""), found)
      }
      session = try #require(held)
      self.tokens = kept
    }

    /// - Parameter lost: what was given out for it since.
    func putBack(_ store: any TrustStore, losing lost: [TokenResponse]) async throws {
      let digests = lost.map { ProofOfPossession.digest($0.refreshToken) }
      try await store.transaction { [session, tokens] rows throws(StoreError) in
        for digest in digests { try rows.dropRefreshToken(digest: digest) }
        for token in tokens { try rows.saveRefreshToken(token) }
        try rows.saveSession(session)
      }
    }
  }
#endif
