#if Server
  import TrustWire
  import UntrustedInput

  /// Devices, for the operator: also from another process than the one that answers devices, on the same store. A device
  /// that is blocked there is refused here at its next report, refresh and login; access tokens that it holds are refused
  /// within ``LiveSessions/window`` seconds.
  extension TrustDesk {
    /// - Parameters:
    ///   - after: only those behind this place, as ``DeviceSummary/cursor`` of the last one says it in the same list.
    ///   - limit: the most that come, 1 or more; fewer come only when there are no more.
    /// - Throws: ``TrustServerError/store(_:)``.
    public func devices(
      _ list: DeviceList = .admitted, after: DeviceCursor? = nil, limit: Int = 100
    ) async throws(TrustServerError) -> [DeviceSummary] {
      let limit = max(1, limit)
      return try await reading { rows throws(StoreError) in
        let places: [DeviceCursor] =
          switch list {
          case .admitted:
            try rows.devices(after: after, limit: limit).map { DeviceCursor(at: $0.lastSeen, device: $0.thumbprint) }
          case .refused:
            try rows.refusedReports(after: after?.at, limit: limit).map {
              DeviceCursor(at: $0.position, device: $0.device)
            }
          case .blocked:
            try rows.blocks(after: after, limit: limit).map { DeviceCursor(at: $0.blockedAt, device: $0.device) }
          }
        var found: [DeviceSummary] = []
        for place in places {
          found.append(
            DeviceSummary(
              device: place.device, cursor: place, row: try rows.device(thumbprint: place.device),
              latest: try rows.latestReport(device: place.device),
              block: try rows.block(device: place.device)))
        }
        return found
      }
    }

    /// Thumbprints that begin with these characters, in order: of devices that were admitted, reported or are blocked.
    /// - Throws: ``TrustServerError/store(_:)``.
    public func thumbprints(beginning prefix: String, limit: Int = 10) async throws(TrustServerError) -> [String] {
      try await reading { rows throws(StoreError) in try rows.thumbprints(beginning: prefix, limit: max(1, limit)) }
    }

    /// All that is kept of a device; nil when nothing is.
    /// - Throws: ``TrustServerError/store(_:)``.
    public func device(_ thumbprint: String) async throws(TrustServerError) -> DeviceHistory? {
      try await reading { rows throws(StoreError) in
        let history = DeviceHistory(
          device: thumbprint, row: try rows.device(thumbprint: thumbprint),
          attestedKey: try rows.attestedKey(device: thumbprint), block: try rows.block(device: thumbprint),
          sessions: try rows.openSessions(device: thumbprint).map(SessionSummary.init),
          reports: try rows.reports(device: thumbprint, limit: .max))
        let isEmpty = history.row == nil && history.block == nil && history.reports.isEmpty
        return isEmpty && history.attestedKey == nil ? nil : history
      }
    }

    // O.Resi_2#423 O.Auth_14#421
    /// Refuses a device from now on and ends all its sessions. It is remembered until ``unblockDevice(_:)``, whatever
    /// becomes of the device's other rows. A device that makes itself a new key is another device: blocking does not
    /// follow it.
    ///
    /// - Parameters:
    ///   - thumbprint: the whole one; it need not be known here yet.
    ///   - reason: for operators, 1 to ``DeviceBlock/reasonLimit`` bytes of printable text; replaces an earlier one.
    /// - Returns: how many sessions ended.
    /// - Throws: ``TrustServerError`` `blockUnusable`, `store`.
    @discardableResult
    public func blockDevice(_ thumbprint: String, reason: String) async throws(TrustServerError) -> Int {
      guard (try? Base64URL.decode(thumbprint))?.count == 32, Self.isPlain(reason),
        (1...DeviceBlock.reasonLimit).contains(reason.utf8.count)
      else { throw .blockUnusable }
      let now = configuration.seconds
      defer { live.forgetAll() }
      let ended = try await rows { rows throws(StoreError) in
        // Read first: that holds the device to the end, also where it has no row.
        _ = try rows.block(device: thumbprint)
        try rows.saveBlock(DeviceBlock(device: thumbprint, reason: reason, blockedAt: now))
        return try SessionDesk.endAll(rows, device: thumbprint, now: now).count
      }
      report(.deviceBlocked, device: thumbprint, "a device was blocked by an operator; \(ended) sessions have ended")
      return ended
    }

    /// Lets a device report again; sessions that ended stay ended.
    /// - Returns: false when it was not blocked.
    /// - Throws: ``TrustServerError/store(_:)``.
    public func unblockDevice(_ thumbprint: String) async throws(TrustServerError) -> Bool {
      let wasBlocked = try await rows { rows throws(StoreError) in
        guard try rows.block(device: thumbprint) != nil else { return false }
        try rows.removeBlock(device: thumbprint)
        return true
      }
      if wasBlocked { report(.deviceUnblocked, device: thumbprint, "a device was unblocked by an operator") }
      return wasBlocked
    }

    /// One line that does to a terminal what it looks like.
    private static func isPlain(_ text: String) -> Bool {
      text.unicodeScalars.allSatisfy { scalar in
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
        default: true
        }
      }
    }

    func reading<R: Sendable>(
      _ body: @escaping @Sendable (any TrustTransaction) throws(StoreError) -> R
    ) async throws(TrustServerError) -> R {
      do throws(StoreError) { return try await store.reading(body) } catch { throw .store(error) }
    }
  }
#endif
