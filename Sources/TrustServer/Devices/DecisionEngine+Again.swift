#if Server
  import SecurityPolicy
  import TrustWire

  /// The decision on a device that was admitted before, under the policy that is in force now.
  extension DecisionEngine {
    /// Counts up when the same device and the same policy may be decided otherwise: what an older program found good is
    /// then judged anew.
    static let version = 1

    // O.Resi_2#3 O.Resi_2#690 O.Resi_5#690
    /// By the functions that decided about the report, on what was kept of it. Only what is about the moment of a report is
    /// left out: its age, and what its earlier checks saw.
    ///
    /// A row of an older schema, and one whose grounds cannot be read, does not say what the device was admitted on. That
    /// question stays open: the device must report again, unless the policy tolerates what a device cannot tell
    /// (`whenUndetermined`). Then it is judged by its ``DeviceRow/facts`` alone.
    public static func decide(
      again device: DeviceRow, environment: EnvironmentName, policy: ServerRequirement
    ) -> Decision {
      guard let grounds = device.grounds.flatMap({ try? DeviceGrounds(reading: $0) }) else {
        return ungrounded(device, policy)
      }
      let claims = Claims(
        app: device.app, environment: environment, profile: grounds.profile, attestation: grounds.claim)
      return decide(device.facts, claims, grounds.attested.map { .accepted($0) }, policy)
    }

    private static func ungrounded(_ device: DeviceRow, _ policy: ServerRequirement) -> Decision {
      let found = DeviceFindings(device.facts, attested: nil, rules: policy.devices)
      var (reasons, observed) = (found.reasons, found.observed)
      if let rules = policy.devices[device.platform], rules.whenUndetermined == .reject {
        let open = DecisionReason(
          .unknown, .couldNotTell, .claimed, "what this device was admitted on was not kept; it must report again")
        if rules.observeOnly.contains(.unknown) { observed.append(open) } else { reasons.append(open) }
      }
      return Decision(tier: device.tier, reasons: reasons, observed: observed, basis: found.basis)
    }
  }
#endif
