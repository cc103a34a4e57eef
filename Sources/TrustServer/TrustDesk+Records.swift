#if Server
  import SecurityPolicy
  import TrustWire

  /// Records of a person, sent by an installation; both must prove themselves.
  extension TrustDesk {
    // O.Auth_2#1
    func records(_ request: TrustRequest) async throws(Refusal) -> RecordReceipt {
      let app = try await appToken(request).claims
      guard let authorization = request.header("authorization") else {
        throw .token(.tokenMissing, "the UserToken is missing")
      }
      let parts = authorization.split(separator: " ", maxSplits: 1)
      // The scheme's case does not matter; Bearer would drop the proof.
      guard parts.count == 2, parts[0].lowercased() == "dpop" else {
        throw .token(.tokenInvalid, "the UserToken must come with the DPoP scheme")
      }
      let userToken = String(parts[1])
      let user = try await verifier.verify(userToken, kind: .user, now: configuration.seconds)
      guard user.cnf == app.cnf else { throw .token(.tokenInvalid, "the two tokens belong to different devices") }
      let tier = TrustTier(rawValue: app.tier) ?? .unattested
      _ = try await proofs.verify(request, route: .records, token: userToken, bound: user.cnf.jkt) {
        device throws(Refusal) in try count(device: device, tier: tier)
      }
      try await sessions.requireLive(app)
      try await sessions.requireLive(user)
      let batch: RecordBatch
      do throws(WireError) {
        batch = try RecordBatch(reading: request.body)
      } catch {
        throw Refusal(reading: error)
      }
      let judgement = try await keep(batch, account: user.sub, device: user.cnf.jkt)
      switch judgement {
      case .rolledBack:
        throw .rolledBack(device: user.cnf.jkt)
      case .otherStore:
        report(.recordStoreReplaced, device: user.cnf.jkt, "records come from another record store than before")
      case .missing:
        report(.recordsUnanchored, device: user.cnf.jkt, "records came without the anchor that this device sent before")
      case .unanchored, .first, .unchanged, .advanced: break
      }
      report(.recordsStored, device: user.cnf.jkt, "\(batch.entries.count) records are kept")
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
