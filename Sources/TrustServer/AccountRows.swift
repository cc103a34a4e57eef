#if Server
  /// People's accounts and the attempts to get into them.
  public protocol AccountRows {
    /// False when the name is taken; nothing changed then.
    func addAccount(_ account: AccountRow) throws(StoreError) -> Bool
    func account(user: String) throws(StoreError) -> AccountRow?
    /// Attempts are counted by the digest of the name, known or not, so that a lock tells nobody which names exist.
    func attempts(userDigest: String) throws(StoreError) -> AttemptRow?
    func saveAttempts(_ attempts: AttemptRow) throws(StoreError)
  }
#endif
