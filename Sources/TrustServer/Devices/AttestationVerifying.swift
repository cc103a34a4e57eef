#if Server
  import SecurityPolicy
  import TrustWire

  /// The seam to hardware evidence: who turns opaque bytes into attested facts. ``AttestationDesk`` does.
  public protocol AttestationVerifying: Sendable {
    /// - Parameters:
    ///   - evidence: of the kind that the report names.
    ///   - clientDataHash: SHA-256 of the signed report's text.
    ///   - report: what came with it; its challenge is fresh and used up.
    ///   - key: the device key, which signed the report.
    ///   - now: seconds since 1970.
    /// - Throws: ``StoreError`` when keys or counters could not be read or kept: nothing was decided.
    func verify(
      _ evidence: AttestationEvidence, clientDataHash: [UInt8], report: SecurityReport, key: DevicePublicKey, now: Int64
    ) async throws(StoreError) -> AttestationOutcome
  }
#endif
