#if Server
  /// The time that servers of a store have kept for the next start.
  public protocol ClockRows {
    /// Seconds since 1970; nil where none was kept.
    func keptTime() throws(StoreError) -> Int64?
    /// Takes the place of the one before, whatever that was.
    func keepTime(_ moment: Int64) throws(StoreError)
  }
#endif
