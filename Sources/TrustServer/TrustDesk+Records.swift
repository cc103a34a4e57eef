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
      do throws(StoreError) {
        try await store.transaction { rows throws(StoreError) in
          for entry in batch.entries { try rows.addRecord(account: user.sub, entry) }
        }
      } catch {
        throw .unavailable
      }
      report(.recordsStored, device: user.cnf.jkt, "\(batch.entries.count) records are kept")
      return RecordReceipt(accepted: batch.entries.map(\.id))
    }
  }
#endif
