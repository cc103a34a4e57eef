#if Server
  /// People's accounts and the attempts to get into them.
  public protocol AccountRows {
    /// False when the name is taken; nothing changed then.
    func addAccount(_ account: AccountRow) throws(StoreError) -> Bool
    func account(user: String) throws(StoreError) -> AccountRow?
    func account(id: String) throws(StoreError) -> AccountRow?
    /// By name.
    func accounts() throws(StoreError) -> [AccountRow]
    /// Replaces the password of an account that exists.
    func savePassword(account id: String, _ password: PasswordHash) throws(StoreError)
    /// Attempts are counted by digest, for known and unknown names alike, so that a lock tells nobody which names exist.
    func attempts(key: String) throws(StoreError) -> AttemptRow?
    /// Adds or replaces.
    func saveAttempts(_ attempts: AttemptRow) throws(StoreError)
  }
#endif
