#if Server
  import TrustWire
  import UntrustedInput

  /// Gives out challenges that are good once, for one purpose and for 300 seconds. The store holds digests, with the
  /// purpose in them: under another purpose nobody knows the challenge.
  /// Source: BSI TR-03161-1 O.Arch_5 (functions at every interface), RFC 9449 section 8 for the idea.
  struct ChallengeIssuer: Sendable {
    static let lifetime: Int64 = 300
    let configuration: TrustConfiguration
    let store: any TrustStore

    static func digest(_ challenge: String, for purpose: ChallengePurpose) -> String {
      ProofOfPossession.digest("\(purpose.rawValue):\(challenge)")
    }

    func issue(for purpose: ChallengePurpose) async throws(Refusal) -> ChallengeMessage {
      let challenge: String
      do { challenge = Base64URL.encode(try configuration.dice()) } catch { throw .broken }
      let now = configuration.seconds
      let digest = Self.digest(challenge, for: purpose)
      do throws(StoreError) {
        try await store.transaction { rows throws(StoreError) in
          try rows.addChallenge(digest: digest, expiresAt: now + Self.lifetime)
        }
      } catch {
        throw .unavailable
      }
      return ChallengeMessage(challenge: challenge, expiresIn: Self.lifetime)
    }
  }
#endif
