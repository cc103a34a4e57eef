#if Server
  import SecurityPolicy
  import TrustWire

  /// Pins for devices, and what devices saw instead of them.
  extension TrustDesk {
    /// The newest signed pin update, for everybody: its signature is what makes it good, not this server.
    func pins() throws(Refusal) -> TrustAnswer {
      guard let update = configuration.pinUpdate else {
        throw Refusal(404, RefusalBody(.invalidRequest, .malformed, "there is no pin update"))
      }
      return TrustAnswer(headers: ["content-type": "application/jose"], body: Array(update.utf8))
    }

    /// Takes what an installation saw. It is told to the operator, counted and kept, bounded and for
    /// ``SessionDesk/memory`` seconds; a claim of a device decides nothing.
    func pinFailures(_ request: TrustRequest) async throws(Refusal) {
      let (text, app) = try appToken(request)
      if let key = app.boundKey {
        _ = try await proofs.verify(request, route: .pinFailures, token: text, bound: key) { device throws(Refusal) in
          try count(device: device, tier: app.tier)
        }
      } else {
        try count(device: app.device, tier: app.tier)
      }
      try await requireLive(app)
      if let wait = pinFailuresPerDevice.take(app.device, now: configuration.seconds) {
        throw .rateLimited(retryAfter: wait)
      }
      let batch: PinFailureBatch
      do throws(WireError) { batch = try PinFailureBatch(reading: request.body) } catch {
        throw Refusal(reading: error)
      }
      guard let text = try sentence(on: batch) else { return }
      let now = configuration.seconds
      let device = app.device
      let rows = batch.entries.map { PinFailureRow(device: app.device, tier: app.tier, failure: $0, now: now) }
      let isNew: Bool
      do throws(StoreError) {
        isNew = try await store.transaction { kept throws(StoreError) -> Bool in
          // One that came before, and whose answer got lost, is taken again and counted once. O.Ntwk_4#969
          if let number = batch.number, try !kept.notePinFailureBatch(number, of: device, now: now) { return false }
          for row in rows {
            try kept.addPinFailure(row, keeping: PinFailureRow.perDevice, unattested: PinFailureRow.unattested)
          }
          return true
        }
      } catch {
        // The device keeps it, and tells it again.
        throw .unavailable
      }
      if isNew { report(.pinFailureReported, device: device, text) }
    }

    /// What devices saw instead of pinned keys, the newest first, for the operator: also from another process than the one
    /// that answers devices, on the same store.
    ///
    /// - Parameters:
    ///   - host: only this one's, as devices spell it; nil for all.
    ///   - after: only those behind this place, as ``PinFailureRow/position`` of the last one says it.
    ///   - limit: the most that come, 1 or more.
    /// - Throws: ``TrustServerError/store(_:)``.
    public func pinFailures(
      host: String? = nil, after: Int64? = nil, limit: Int = 100
    ) async throws(TrustServerError) -> [PinFailureRow] {
      try await reading { rows throws(StoreError) in
        try rows.pinFailures(host: host, after: after, limit: max(1, limit))
      }
    }

    /// Whether the policy connects devices to this host: of any other one the name is the device's invention, or an app's
    /// own server.
    public func isPinned(_ host: String) -> Bool { pinnedHosts.contains(host) }

    /// One sentence for a whole batch, so that a request is one event however much stands in it; nil when nothing does.
    private func sentence(on batch: PinFailureBatch) throws(Refusal) -> String? {
      var counts: [(what: String, count: Int64)] = []
      for (index, entry) in batch.entries.enumerated() {
        guard !batch.entries[..<index].contains(where: { $0.isSameKind(as: entry) }) else {
          throw .malformed("a failure stands twice in the batch")
        }
        // Only hosts of the policy are called by name: everything else is a text from outside.
        let host = pinnedHosts.contains(entry.host) ? entry.host : "a host that the policy does not know"
        let what =
          switch entry.outcome {
          case .refused: "\(host) showed no pinned key and was refused"
          case .reportedOnly: "\(host) showed no pinned key and was let through by the policy"
          case .notValidated: "\(host) had no valid certificate path and was refused"
          }
        if let place = counts.firstIndex(where: { $0.what == what }) {
          counts[place].count += entry.count
        } else {
          counts.append((what, entry.count))
        }
      }
      var sentences = counts.map { "\($0.what), \($0.count) times" }
      if batch.forgotten > 0 { sentences.append("\(batch.forgotten) more were not kept") }
      return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }

    /// Hosts of this server's environment, as devices spell them.
    static func pinnedHosts(_ configuration: TrustConfiguration) -> Set<String> {
      guard let environment = configuration.policy.environments[configuration.environment] else { return [] }
      let authority = environment.endpoint.dropFirst("https://".count)
      // An IPv6 address has brackets there and none in a report.
      let host = authority.first == "[" ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
      return Set(environment.hosts.map(\.host) + [String(host)])
    }
  }
#endif
