#if Server
  import TrustWire

  /// The history of reports that were refused; an admission keeps its own with the session.
  extension TrustDesk {
    /// The refusal stands whether or not the store could keep it.
    func keep(_ record: ReportRecord, of refusal: Refusal) async {
      // Kept by the transaction that saw the block.
      guard refusal.event != .blockedDeviceRefused else { return }
      // The store failed, or no key signs: a second write would only cost more of the same.
      guard refusal.status != 503 || refusal.event != nil else { return }
      do throws(StoreError) {
        try await store.transaction { rows throws(StoreError) in
          try record.keep(rows, ending: refusal.body.reason)
        }
      } catch {
        report(.storeFailed, "a refused report could not be kept")
      }
      await sessions.pruneWhenDue(now: configuration.seconds)
    }
  }
#endif
