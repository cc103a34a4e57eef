#if Server
  /// Sessions (token families) and the digests of their refresh tokens.
  public protocol SessionRows {
    /// Adds or replaces.
    func saveSession(_ session: SessionRow) throws(StoreError)
    func session(id: String) throws(StoreError) -> SessionRow?
    /// Adds or replaces.
    func saveRefreshToken(_ token: RefreshTokenRow) throws(StoreError)
    func refreshToken(digest: String) throws(StoreError) -> RefreshTokenRow?
  }
#endif
