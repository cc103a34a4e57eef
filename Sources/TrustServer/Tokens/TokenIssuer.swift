#if Server
  import Synchronization
  import TrustWire
  import UntrustedInput

  /// Signs access tokens with RS256 and the ring's active key. Source: RFC 9068, section 2.
  struct TokenIssuer: Sendable {
    let configuration: TrustConfiguration
    let ring: SigningKeyRing
    private let tally = Tally()

    /// Signatures since the start, those included whose answer was never given.
    private final class Tally: Sendable { let signed = Atomic(0) }

    /// The key that signs now. Taken before anything is kept and used for the answer: what was committed can be
    /// answered, also when the key is replaced meanwhile.
    /// - Throws: a refusal with 503 while no key may sign.
    func requireSigner() throws(Refusal) -> TokenSigner {
      guard let signer = ring.signer else { throw .keysUnavailable }
      return signer
    }

    /// A `jti`.
    func identifier() throws(Refusal) -> String {
      do { return Base64URL.encode(try configuration.dice()) } catch { throw .broken }
    }

    /// Begins to sign, for whoever commits meanwhile.
    func begin(_ claims: AccessClaims, by signer: TokenSigner) -> PendingToken {
      PendingToken { () throws(Refusal) in
        tally.signed.add(1, ordering: .relaxed)
        do { return try signer.token(claims) } catch { throw .broken }
      }
    }

    var signed: Int { tally.signed.load(ordering: .relaxed) }
  }
#endif
