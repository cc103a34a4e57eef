#if Server
  import SecurityPolicy
  import TrustWire

  /// What the server thinks of a device that is known already, from what was kept of it: ``DecisionEngine``'s decision
  /// with the primary code alone.
  ///
  /// Every line of a report is a claim: a device that lies consistently is not caught here; one whose answers contradict
  /// its own signals is.
  /// Source: BSI TR-03161-1 O.Resi_2.
  public enum DeviceJudgement: Sendable, Hashable {
    case admitted
    case refused(DecisionCode, explanation: String)

    // O.Resi_2#3
    /// Judges what a device says about itself by its platform's rules; a platform without rules is `unknown`.
    public static func judge(report: SecurityReport, rules: [Platform: DeviceRules]) -> DeviceJudgement {
      judge(DeviceFacts(report), rules: rules)
    }

    /// The same from what was kept of an earlier report, and from what was attested then.
    public static func judge(
      _ facts: DeviceFacts, attested: AttestedDevice? = nil, rules: [Platform: DeviceRules]
    ) -> DeviceJudgement {
      let found = DeviceFindings(facts, attested: attested, rules: rules)
      guard let primary = found.reasons.min(by: { $0.code < $1.code }) else { return .admitted }
      return .refused(primary.code, explanation: primary.explanation)
    }
  }
#endif
