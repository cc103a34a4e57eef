#if Server
  import TrustWire

  /// The records that people's apps sent.
  public protocol RecordRows {
    /// Keeps the first record of an (account, id); a second one changes nothing.
    func addRecord(account: String, _ entry: RecordBatch.Entry) throws(StoreError)
    /// In the order of arrival.
    func records(account: String) throws(StoreError) -> [RecordBatch.Entry]
  }
#endif
