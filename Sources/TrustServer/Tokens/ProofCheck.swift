#if Server
  import TrustWire

  /// Accepts each DPoP proof once. Source: RFC 9449, sections 4.3, 8 and 11.1.
  struct ProofCheck: Sendable {
    static let tolerance: Int64 = 300
    let configuration: TrustConfiguration
    let store: any TrustStore
    /// Nil when the configuration asks for none.
    let nonces: ProofNonce?

    init(configuration: TrustConfiguration, store: any TrustStore) {
      self.configuration = configuration
      self.store = store
      nonces =
        configuration.proofNonces == .required ? ProofNonce(successorKey: configuration.successorKey) : nil
    }

    /// Whether the request brings a proof, be it a good one or not.
    func isOffered(_ request: TrustRequest) -> Bool { request.headers[TrustRoute.proofHeader.lowercased()] != nil }

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
      let (proof, mark) = try await examine(request, route: route, token: token, bound: bound, count: count)
      let now = configuration.seconds
      let isFresh: Bool
      do throws(StoreError) {
        isFresh = try await store.transaction { rows throws(StoreError) in
          try rows.rememberProof(digest: mark.digest, now: now, expiresAt: mark.expiresAt)
        }
      } catch {
        throw .unavailable
      }
      guard isFresh else { throw .replayed }
      return proof
    }

    /// The same without writing it down: whoever calls this remembers the mark in the transaction that acts on it.
    func examine(
      _ request: TrustRequest, route: TrustRoute, token: String?, bound: String?,
      count: (String) throws(Refusal) -> Void
    ) async throws(Refusal) -> (ProofOfPossession.Verified, ProofMark) {
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
      if let nonces, !nonces.accepts(proof.nonce, now: now) { throw .nonceNeeded(nonces.current(now)) }
      let thumbprint = proof.key.thumbprint
      if bound == nil {
        let isAdmitted: Bool
        do throws(StoreError) {
          isAdmitted = try await store.reading { rows throws(StoreError) in
            try rows.device(thumbprint: thumbprint) != nil
          }
        } catch {
          throw .unavailable
        }
        guard isAdmitted else { throw .proof(.proofInvalid, "the proof is by a key that was never admitted") }
      }
      try count(thumbprint)
      // `iat` may lie ahead by the tolerance, so the proof stays good that much longer.
      return (
        proof,
        ProofMark(
          digest: ProofOfPossession.digest(thumbprint + "." + proof.identifier),
          expiresAt: proof.issuedAt + Self.tolerance + 1)
      )
    }
  }

  extension Refusal {
    static var replayed: Refusal { .proof(.replayed, "this proof was used before") }
  }
#endif
