#if Server
  /// The history of reports: a bounded number of each device, and of all keys together that were never admitted.
  ///
  /// Anybody can make keys and sign reports with them. Their reports push out one another and never those of a device
  /// that was admitted.
  public protocol ReportRows {
    /// Adds it as the newest one of its device. Beyond `keeping` reports of the device, and beyond `strangers` reports
    /// of all keys without a ``DeviceRow``, the oldest ones are forgotten. Of devices that are not in the attested tier
    /// when they report, `texts` signed texts are kept in common, the newest ones; the older reports stay without.
    ///
    /// A common bound of ``ReportRow/step`` or more may be exceeded by less than a step: counting that far takes time.
    func addReport(_ report: ReportRow, keeping: Int, strangers: Int, texts: Int) throws(StoreError)
    /// The newest first, at most `limit`.
    func reports(device: String, limit: Int) throws(StoreError) -> [ReportRow]
    /// The newest one without its text; nil when none is kept.
    func latestReport(device: String) throws(StoreError) -> ReportRow?
    /// The newest report of each device whose newest one was refused, without its text, the newest first, at most
    /// `limit`.
    /// - Parameter after: only those of lower positions.
    func refusedReports(after: Int64?, limit: Int) throws(StoreError) -> [ReportRow]
    /// Drops at most `limit` reports that keys without a ``DeviceRow`` sent at `moment` or earlier, and as many of
    /// their attested keys that were updated by then.
    /// - Returns: how many rows went.
    func pruneStrangers(seenBy moment: Int64, limit: Int) throws(StoreError) -> Int
  }
#endif
