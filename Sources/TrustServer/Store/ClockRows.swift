#if Server
  /// The time that servers of a store have kept for the next start.
  public protocol ClockRows {
    /// Seconds since 1970; nil where none was kept.
    func keptTime() throws(StoreError) -> Int64?
    /// Takes the place of the one before, whatever that was.
    func keepTime(_ moment: Int64) throws(StoreError)
    /// From here to its end this transaction may wait, and work, for minutes, where the store allows others less: for the
    /// start of a program. Comes before all that it does.
    func mayTakeMinutes() throws(StoreError)
  }

  extension ClockRows {
    /// Nothing, for stores that set no such limit.
    public func mayTakeMinutes() throws(StoreError) {}
  }
#endif
