#if Server
  import TrustWire

  /// The latest anchor of each record store that a person's installation has used.
  public protocol AnchorRows {
    /// The store that sent last stands first; at most ``AnchorJudgement/storesKept``.
    func anchors(account: String, device: String) throws(StoreError) -> [RecordStoreAnchor]
    /// Adds the store, or replaces what is known of it, and puts it first. Judges nothing. Stores beyond
    /// ``AnchorJudgement/storesKept`` are forgotten, the one that was silent for longest first.
    func saveAnchor(account: String, device: String, _ anchor: RecordStoreAnchor) throws(StoreError)
  }
#endif
