#if Server
  /// The sealed signing keys that several servers share.
  public protocol SigningKeyRows {
    /// By `activeFrom`, then by id.
    func signingKeys() throws(StoreError) -> [SigningKeyRow]
    /// Adds or replaces.
    func saveSigningKey(_ key: SigningKeyRow) throws(StoreError)
    func removeSigningKey(id: String) throws(StoreError)
  }
#endif
