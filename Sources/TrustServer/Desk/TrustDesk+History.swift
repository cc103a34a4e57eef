#if Server
  import SecurityPolicy
  import TrustWire

  /// What becomes of a report that was refused; an admission keeps its own with the session.
  extension TrustDesk {
    /// Keeps the report, and what follows from it for a device that was admitted before. The device's own key signed the
    /// report over a challenge that is good once, so nobody else can bring this about, and a lost report changes nothing.
    ///
    /// The refusal stands whether or not the store could keep it.
    func keep(_ refused: RefusedReport, of refusal: Refusal) async {
      // Kept by the transaction that saw the block.
      guard refusal.event != .blockedDeviceRefused else { return }
      // The store failed, or no key signs: a second write would only cost more of the same.
      guard refusal.status != 503 || refusal.event != nil else { return }
      let (reason, now) = (refusal.body.reason, configuration.seconds)
      do throws(StoreError) {
        let ended = try await store.transaction { rows throws(StoreError) in
          try refused.keep(rows, because: reason, now: now)
        }
        if !ended.isEmpty {
          live.forget(ended)
          report(
            .sessionRevoked, device: refused.record.row.device,
            "a device was found rooted or hooked; \(ended.count) of its sessions have ended")
        }
      } catch {
        forgetEnded(by: .unavailable(after: error))
        report(.storeFailed, "a refused report could not be kept")
      }
    }
  }
#endif
