#if Server
  import SecurityPolicy
  import TrustWire

  /// What the server thinks of a device, from its report and the device rules alone.
  ///
  /// Exactly one code is given, by this order: platform known, OS rejected, OS version (readable, blacklist, minimum,
  /// maximum), patch level the same way, rooted, hooked or debugged. The OS comes first because a refused OS makes the
  /// device's own answers worth nothing. Every line of a report is a claim: a device that lies consistently is not
  /// caught here; one whose answers contradict its own strong signals is.
  /// Source: BSI TR-03161-1 O.Resi_2.
  public enum DeviceJudgement: Sendable, Hashable {
    case admitted
    case refused(DecisionCode, explanation: String)

    // O.Resi_2#3
    /// Judges what a device says about itself by its platform's rules; a platform without rules is `unknown`.
    public static func judge(report: SecurityReport, rules: [Platform: DeviceRules]) -> DeviceJudgement {
      judge(DeviceFacts(report), rules: rules)
    }

    /// The same from what was kept of an earlier report.
    public static func judge(_ facts: DeviceFacts, rules: [Platform: DeviceRules]) -> DeviceJudgement {
      guard let rules = rules[facts.platform] else {
        return .refused(.unknown, explanation: "the policy has no rules for this platform")
      }
      if rules.rejected { return .refused(.osRejected, explanation: "the policy refuses this platform") }
      if let refusal = judgeVersion(facts.version, rules) ?? judgePatch(facts.patchLevel, rules) { return refusal }
      let (rooted, hooked, debugged) = (facts.isRooted, facts.isHooked, facts.isDebugged)
      if rooted == .yes, rules.whenRooted == .reject {
        return .refused(.rejectedBecauseRooted, explanation: "the device is rooted")
      }
      if hooked == .yes || debugged == .yes, rules.whenHooked == .reject {
        return .refused(.rejectedBecauseHooked, explanation: "the app is hooked or debugged")
      }
      // A question whose answer would be tolerated either way needs no answer.
      let rootOpen = rooted == .undetermined && rules.whenRooted == .reject
      let hookOpen = (hooked == .undetermined || debugged == .undetermined) && rules.whenHooked == .reject
      if rootOpen || hookOpen, rules.whenUndetermined == .reject {
        return .refused(.unknown, explanation: "the device could not tell whether it is sound")
      }
      return .admitted
    }

    private static func judgeVersion(_ text: String, _ rules: DeviceRules) -> DeviceJudgement? {
      guard let version = DottedVersion(text) else {
        return .refused(.unknown, explanation: "the OS version cannot be read")
      }
      if rules.blacklistedVersions.contains(version) {
        return .refused(.versionBlacklisted, explanation: "this OS version is blacklisted")
      }
      if let minimum = rules.minimumVersion, version < minimum {
        return .refused(.osVersionTooLow, explanation: "the OS is older than \(minimum)")
      }
      if let maximum = rules.maximumVersion, version > maximum {
        return .refused(.osVersionTooHigh, explanation: "the OS is newer than \(maximum)")
      }
      return nil
    }

    private static func judgePatch(_ text: String?, _ rules: DeviceRules) -> DeviceJudgement? {
      guard rules.minimumPatch != nil || rules.maximumPatch != nil || !rules.blacklistedPatches.isEmpty else {
        return nil
      }
      guard let text else { return .refused(.osPatchTooLow, explanation: "the device names no patch level") }
      guard let patch = DottedVersion(text) else {
        return .refused(.unknown, explanation: "the patch level cannot be read")
      }
      if rules.blacklistedPatches.contains(patch) {
        return .refused(.patchVersionBlacklisted, explanation: "this patch level is blacklisted")
      }
      if let minimum = rules.minimumPatch, patch < minimum {
        return .refused(.osPatchTooLow, explanation: "the patch level is older than \(minimum)")
      }
      if let maximum = rules.maximumPatch, patch > maximum {
        return .refused(.osPatchTooHigh, explanation: "the patch level is newer than \(maximum)")
      }
      return nil
    }
  }
#endif
