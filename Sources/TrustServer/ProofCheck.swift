#if Server
  import TrustWire

  /// Accepts each DPoP proof once. Source: RFC 9449, sections 4.3 and 11.1.
  struct ProofCheck: Sendable {
    static let tolerance: Int64 = 300
    let configuration: TrustConfiguration
    let store: any TrustStore

    /// Only a proof that passes every check, `count` included, is written down: an abuser costs no durable write.
    ///
    /// - Parameters:
    ///   - count: refuses a key that asks too often.
    ///   - bound: thumbprint of the key that the token belongs to. Without one the key must be an admitted device's:
    ///     a stranger's proofs are not remembered, so that nobody fills the store with keys made for it.
    func verify(
      _ request: TrustRequest, route: TrustRoute, token: String?, bound: String?,
      count: (String) throws(Refusal) -> Void
    ) async throws(Refusal) -> ProofOfPossession.Verified {
      guard let compact = request.header(TrustRoute.proofHeader) else {
        throw .proof(.proofMissing, "exactly one DPoP header is needed")
      }
      let now = configuration.seconds
      let proof: ProofOfPossession.Verified
      do throws(WireError) {
        proof = try ProofOfPossession.verify(
          compact, method: request.method, address: configuration.issuer + route.rawValue, token: token, now: now,
          tolerance: Self.tolerance)
      } catch {
        throw .proof(.proofInvalid, "the proof does not fit this request")
      }
      guard bound == nil || proof.key.thumbprint == bound else {
        throw .proof(.proofInvalid, "the proof is by another key than the token's")
      }
      // One key's identifiers cannot collide with another's.
      let digest = ProofOfPossession.digest(proof.key.thumbprint + "." + proof.identifier)
      let thumbprint = proof.key.thumbprint
      let fresh: Bool
      do {
        let isAdmitted =
          if bound == nil {
            try await store.transaction { rows throws(StoreError) in try rows.device(thumbprint: thumbprint) != nil }
          } else { true }
        guard isAdmitted else { throw Refusal.proof(.proofInvalid, "the proof is by a key that was never admitted") }
        try count(thumbprint)
        fresh = try await store.transaction { rows throws(StoreError) in
          // `iat` may lie ahead by the tolerance, so the proof stays good that much longer.
          return try rows.rememberProof(digest: digest, now: now, expiresAt: proof.issuedAt + Self.tolerance + 1)
        }
      } catch let refusal as Refusal {
        throw refusal
      } catch {
        throw .unavailable
      }
      guard fresh else { throw .proof(.replayed, "this proof was used before") }
      return proof
    }
  }
#endif
