#if Server
  import SecurityPolicy
  import TrustWire

  /// The seam to hardware evidence: who turns opaque bytes into attested facts.
  public protocol AttestationVerifying: Sendable {
    /// The facts, or nil when the evidence is not accepted: a doubt (a revocation list that cannot be read) is not
    /// accepted either.
    ///
    /// - Parameters:
    ///   - clientDataHash: SHA-256 of the signed report's text.
    ///   - report: what came with it; its challenge is fresh and used up.
    ///   - key: the device key, which signed the report.
    ///   - now: seconds since 1970.
    func verify(
      _ evidence: AttestationEvidence, clientDataHash: [UInt8], report: SecurityReport, key: DevicePublicKey, now: Int64
    ) async -> AttestedDevice?
  }
#endif
