#if Server
  import AttestationVerification
  import Foundation
  import SecurityPolicy
  import TrustWire

  extension AttestationDesk {
    func attestation(
      _ bytes: [UInt8], _ clientDataHash: [UInt8], _ report: SecurityReport, _ key: DevicePublicKey, _ now: Int64
    ) async throws(StoreError) -> AttestationOutcome {
      guard let apple else { return Self.notSetUp }
      let verified: VerifiedAppAttestation
      do throws(AttestationError) {
        verified = try apple.verify(
          attestation: bytes, keyID: nil, clientDataHash: clientDataHash, now: Self.date(now))
      } catch {
        return AttestationOutcome(error)
      }
      let device = AttestedDevice(
        verified.facts, kind: .appAttest, platform: platform(verified.facts), now: now)
      // A key of a development build is never stored in production: its assertions would not say what made it.
      if device.isProduction == true || environment != .prod {
        let row = AttestedKeyRow(
          device: key.thumbprint, keyID: verified.keyID, publicKey: verified.publicKey, counter: 0,
          category: verified.facts.category?.description, osVersion: verified.facts.osVersion,
          isProduction: device.isProduction == true, receipt: verified.receiptBytes, updated: now)
        try await store.transaction { rows throws(StoreError) in
          // The same key again: what it counted and stated stays.
          guard let known = try rows.attestedKey(device: row.device), known.keyID == row.keyID else {
            return try rows.keep(row)
          }
          try rows.keep(
            AttestedKeyRow(
              device: row.device, keyID: row.keyID, publicKey: row.publicKey, counter: known.counter,
              category: known.category ?? row.category, osVersion: row.osVersion, isProduction: row.isProduction,
              receipt: row.receipt ?? known.receipt, updated: now))
        }
      }
      return .accepted(device)
    }

    func assertion(
      _ bytes: [UInt8], _ clientDataHash: [UInt8], _ report: SecurityReport, _ key: DevicePublicKey, _ now: Int64
    ) async throws(StoreError) -> AttestationOutcome {
      guard let apple else { return Self.notSetUp }
      let thumbprint = key.thumbprint
      let row = try await store.reading { rows throws(StoreError) in try rows.attestedKey(device: thumbprint) }
      guard let row else { return .refused(.knownKey, "no attested key of this installation is known here") }
      // O.Resi_5#406
      // An assertion states no version: what the attestation stated holds while the report says the same. After an
      // update of the system the installation attests anew.
      guard row.fits(version: DeviceFacts(report).version) else {
        return .refused(.knownKey, "the key was attested under another version of the system")
      }
      let verified: VerifiedAppAssertion
      do throws(AttestationError) {
        verified = try apple.verify(
          assertion: bytes, publicKey: row.publicKey, clientDataHash: clientDataHash, lastCounter: row.counter,
          now: Self.date(now))
      } catch {
        return AttestationOutcome(error)
      }
      let stated = verified.category?.description
      // O.Resi_5#402
      // The store compares and sets, so that of two servers only one takes a counter.
      let before: AttestedKeyRow? = try await store.transaction { rows throws(StoreError) in
        // An assertion with a lower counter may have come first; then this one is still good.
        guard let present = try rows.attestedKey(device: thumbprint), present.keyID == row.keyID,
          verified.counter > present.counter
        else { return nil }
        // The first word stays: a change would else show itself once and never again.
        let isAdvanced = try rows.advanceCounter(
          device: thumbprint, keyID: row.keyID, from: present.counter, to: verified.counter,
          category: present.category ?? stated, now: now)
        return isAdvanced ? present : nil
      }
      guard let before else { return .refused(.verifying(.counter), "the counter was used meanwhile") }
      var device = AttestedDevice(
        verified.facts, kind: .appAttestAssertion, platform: platform(verified.facts), now: now)
      device.keyStorage = .secureEnclave
      // Both as the attestation stated them.
      device.osVersion = row.osVersion
      device.isProduction = row.isProduction
      // O.Resi_5#403
      if before.category != nil || stated != nil {
        device.isResigned = before.category.map { $0 != stated } ?? false
      }
      return .accepted(device)
    }

    /// Where the attested app exists. One that exists on both platforms counts as the iPhone's: the evidence does not
    /// say which of the two it comes from, and the device's word must not choose the rules.
    private func platform(_ facts: AttestedFacts) -> Platform {
      let appID = facts.appIdentifiers.first ?? ""
      let platforms = [Platform.ios, .macos].filter { applePlatforms[$0]?.contains(appID) == true }
      return platforms.first ?? .ios
    }
  }
#endif
