import AttestationSamples
import AttestationVerification

extension TestAppAttest {
  func verifier(roots: [AttestationRoot]? = nil, receiptRoots: [AttestationRoot] = []) throws -> AppAttestVerifier {
    AppAttestVerifier(
      appIDs: ["ABCDE12345.dev.example"], roots: try roots ?? [AttestationRoot(certificate: root)],
      receiptRoots: receiptRoots)
  }

  /// The step that refuses; nil when all pass.
  func refusal(_ object: [UInt8]? = nil, hash: [UInt8]? = nil, keyID: [UInt8]? = nil) throws -> String? {
    let (verifier, bytes) = (try verifier(), try object ?? self.object())
    let result = outcome { () throws(AttestationError) in
      try verifier.verify(
        attestation: bytes, keyID: keyID ?? self.keyID, clientDataHash: hash ?? clientDataHash, now: Self.now)
    }
    return result.verified == nil ? result.refusedAt ?? "no step" : nil
  }
}
