/// A key that Apple's hardware made for this app. Only ``AppAttestVerifier`` makes it.
///
/// Store ``keyID``, ``publicKey``, the receipt and the counter 0; from then on assertions are checked, not this chain.
public struct VerifiedAppAttestation: Sendable {
  public let facts: AttestedFacts
  public let trail: AttestationTrail
  /// SHA-256 of the public key's uncompressed point.
  public let keyID: [UInt8]
  /// The uncompressed point, 65 bytes (ANSI X9.63).
  public let publicKey: [UInt8]
  /// The receipt as it came, to be exchanged with Apple for a risk metric.
  public let receiptBytes: [UInt8]
  /// Nil when the verifier has no roots for receipts.
  public let receipt: VerifiedAppReceipt?
}
