#if Server
  import SecurityPolicy
  import TrustWire

  /// The hardware evidence beside a report.
  extension TrustDesk {
    // O.Resi_5#404
    /// How its verification ended; nil when the report names none.
    ///
    /// What is not accepted is told to the operator here, whatever else decides about the device.
    /// - Throws: 503 when keys or counters could not be read or kept.
    func evidence(
      _ parcel: ReportParcel, _ report: SecurityReport, _ key: DevicePublicKey, now: Int64
    ) async throws(Refusal) -> AttestationOutcome? {
      // What lies beside the report is what the report says: nobody adds, removes or exchanges it.
      guard let kind = report.attestation?.kind else { return nil }
      let outcome: AttestationOutcome
      if let evidence = parcel.evidence, evidence.kind == kind {
        outcome = try await verified(evidence, parcel, report, key, now)
      } else {
        outcome = .refused(.presence, "what lies beside the report is not what the report names")
      }
      let (device, explanation) = (key.thumbprint, outcome.explanation ?? "")
      switch outcome {
      case .accepted: break
      case .refused: self.report(.attestationRefused, device: device, explanation)
      case .undetermined: self.report(.attestationUndetermined, device: device, explanation)
      }
      return outcome
    }

    private func verified(
      _ evidence: AttestationEvidence, _ parcel: ReportParcel, _ report: SecurityReport, _ key: DevicePublicKey,
      _ now: Int64
    ) async throws(Refusal) -> AttestationOutcome {
      guard let verifier = configuration.attestation else { return AttestationDesk.notSetUp }
      do throws(StoreError) {
        return try await verifier.verify(
          evidence, clientDataHash: ReportParcel.clientDataHash(parcel.compact), report: report, key: key, now: now)
      } catch {
        throw .unavailable
      }
    }
  }
#endif
