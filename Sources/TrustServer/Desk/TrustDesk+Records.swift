#if Server
  import SecurityPolicy
  import TrustWire

  /// Records of a person, sent by an installation; both must prove themselves.
  extension TrustDesk {
    func records(_ request: TrustRequest) async throws(Refusal) -> RecordReceipt {
      // In the compatibility form `Authorization` has room for one token: the installation's session is the parent of
      // the person's, so it is known from that.
      let isAlone =
        request.header(TrustRoute.appTokenHeader) == nil && configuration.policy.session.appTokenHeader == .bearer
      let app = isAlone ? nil : try appToken(request).token
      let user = try await person(request, route: .records) { user throws(Refusal) in
        guard let app else { return }
        guard user.device == app.device, app.boundKey == nil || user.boundKey == app.boundKey else {
          throw .token(.tokenInvalid, "the two tokens belong to different devices")
        }
      }
      if let app { try await requireLive(app) }
      guard user.tier == .attested || configuration.policy.server.unattested.mayStoreRecords else {
        throw .denied(.unattestedRefused, "the policy wants hardware attestation before records are kept")
      }
      let batch: RecordBatch
      do throws(WireError) {
        batch = try RecordBatch(reading: request.body)
      } catch {
        throw Refusal(reading: error)
      }
      let judgement = try await keep(batch, account: user.subject, device: user.device)
      switch judgement {
      case .rolledBack:
        throw .rolledBack(device: user.device)
      case .otherStore:
        report(.recordStoreReplaced, device: user.device, "records come from another record store than before")
      case .missing:
        report(.recordsUnanchored, device: user.device, "records came without the anchor that this device sent before")
      case .unanchored, .first, .unchanged, .advanced: break
      }
      report(.recordsStored, device: user.device, "\(batch.entries.count) records are kept")
      return RecordReceipt(accepted: batch.entries.map(\.id))
    }

    /// Judges and keeps in one transaction: of two batches that race, the later one is judged by the earlier one's
    /// anchor, and no crash keeps records without the anchor that they came with.
    private func keep(
      _ batch: RecordBatch, account: String, device: String
    ) async throws(Refusal) -> AnchorJudgement {
      do throws(StoreError) {
        return try await store.transaction { rows throws(StoreError) in
          let judgement = AnchorJudgement.judge(
            batch.anchor, seen: try rows.anchors(account: account, device: device))
          guard judgement != .rolledBack else { return judgement }
          if let anchor = batch.anchor, judgement != .unchanged {
            try rows.saveAnchor(account: account, device: device, anchor)
          }
          for entry in batch.entries { try rows.addRecord(account: account, entry) }
          return judgement
        }
      } catch {
        throw .unavailable
      }
    }
  }
#endif
