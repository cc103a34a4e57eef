#if Server
  import TrustWire

  /// A report on its way into the history: what it ended with is said when it is kept.
  struct ReportRecord: Sendable {
    let row: ReportRow
    let limits: ServerLimits

    // O.Source_1#420
    /// - Parameter refusal: nil for a device that was admitted.
    func keep(_ rows: any TrustTransaction, ending refusal: RefusalReason?) throws(StoreError) {
      try rows.addReport(
        row.ending(refusal), keeping: limits.reportsPerDevice, strangers: limits.strangerReports,
        texts: limits.unattestedReports)
    }
  }
#endif
