#if Server
  import SecurityPolicy
  import TrustWire

  /// What the device rules of one platform find against a device: every reason, and what each fact rests on.
  ///
  /// Attested facts beat claims. One claim is always believed: a device that accuses itself.
  struct DeviceFindings {
    private(set) var reasons: [DecisionReason] = []
    /// Reasons whose codes the policy only watches.
    private(set) var observed: [DecisionReason] = []
    private(set) var basis: [DecisionFact: Decision.Basis] = [:]
    private let facts: DeviceFacts
    private let attested: AttestedDevice?

    init(_ facts: DeviceFacts, attested: AttestedDevice?, rules all: [Platform: DeviceRules]) {
      self.facts = facts
      self.attested = attested
      let platform = attested?.platform ?? facts.platform
      guard let rules = all[platform] else {
        add(
          .unknown, .platformUnknown, attested == nil ? .claimed : .attested,
          "the policy has no rules for this platform")
        return
      }
      if rules.rejected {
        add(.osRejected, .platformRejected, attested == nil ? .claimed : .attested, "the policy refuses this platform")
      }
      judgeVersion(rules)
      judgePatch(rules)
      judgeParts(rules)
      judgeBoot(rules)
      judgeClaims(rules)
      let watched = Set(rules.observeOnly)
      observed = reasons.filter { watched.contains($0.code) }
      reasons.removeAll { watched.contains($0.code) }
    }

    private mutating func add(
      _ code: DecisionCode, _ cause: DecisionReason.Cause, _ basis: Decision.Basis, _ explanation: String
    ) {
      reasons.append(DecisionReason(code, cause, basis, explanation))
    }

    private mutating func judgeVersion(_ rules: DeviceRules) {
      let basis: Decision.Basis = attested?.osVersion == nil ? .claimed : .attested
      self.basis[.osVersion] = basis
      guard let version = DottedVersion(attested?.osVersion ?? facts.version) else {
        return add(.unknown, .versionUnreadable, basis, "the OS version cannot be read")
      }
      if rules.blacklistedVersions.contains(version) {
        add(.versionBlacklisted, .versionBlacklisted, basis, "this OS version is blacklisted")
      }
      if let minimum = rules.minimumVersion, version < minimum {
        add(.osVersionTooLow, .versionTooLow, basis, "the OS is older than \(minimum)")
      }
      if let maximum = rules.maximumVersion, version > maximum {
        add(.osVersionTooHigh, .versionTooHigh, basis, "the OS is newer than \(maximum)")
      }
    }

    private mutating func judgePatch(_ rules: DeviceRules) {
      let level = PatchStatement(claimed: facts.patchLevel, attested: attested?.patchLevel)
      self.basis[.patchLevel] = level.basis
      guard rules.minimumPatch != nil || rules.maximumPatch != nil || !rules.blacklistedPatches.isEmpty else { return }
      guard let text = level.text else {
        return add(.osPatchTooLow, .patchMissing, level.basis, "the device names no patch level")
      }
      guard let patch = DottedVersion(text) else {
        return add(.unknown, .patchUnreadable, level.basis, "the patch level cannot be read")
      }
      if rules.blacklistedPatches.contains(where: { level.equals($0, patch) }) {
        add(.patchVersionBlacklisted, .patchBlacklisted, level.basis, "this patch level is blacklisted")
      }
      if let minimum = rules.minimumPatch, level.isBelow(minimum, patch) {
        add(.osPatchTooLow, .patchTooLow, level.basis, "the patch level is older than \(minimum)")
      }
      if let maximum = rules.maximumPatch, patch > maximum {
        add(.osPatchTooHigh, .patchTooHigh, level.basis, "the patch level is newer than \(maximum)")
      }
    }

    private mutating func judgeParts(_ rules: DeviceRules) {
      let parts: [(String?, DottedVersion?, DecisionFact, DecisionReason.Cause, String)] = [
        (attested?.vendorPatchLevel, rules.minimumVendorPatch, .vendorPatchLevel, .vendorPatchTooLow, "vendor"),
        (attested?.bootPatchLevel, rules.minimumBootPatch, .bootPatchLevel, .bootPatchTooLow, "boot"),
      ]
      for (text, minimum, fact, cause, name) in parts {
        guard let text else { continue }
        basis[fact] = .attested
        guard let minimum else { continue }
        guard let patch = DottedVersion(text) else {
          add(.unknown, .patchUnreadable, .attested, "the \(name) patch level cannot be read")
          continue
        }
        if PatchStatement(claimed: nil, attested: text).isBelow(minimum, patch) {
          add(.osPatchTooLow, cause, .attested, "the \(name) patch level is older than \(minimum)")
        }
      }
    }

    private mutating func judgeBoot(_ rules: DeviceRules) {
      if attested?.bootState != nil || attested?.isLocked != nil { basis[.bootState] = .attested }
      if rules.whenBootUnverified == .reject {
        if let state = attested?.bootState, state != .verified {
          add(.rejectedBecauseRooted, .bootUnverified, .attested, "the system did not boot verified")
        }
        if attested?.isLocked == false {
          add(.rejectedBecauseRooted, .bootLoaderUnlocked, .attested, "the boot loader is unlocked")
        }
      }
      if attested?.isDeviceSound == false, rules.whenRooted == .reject {
        add(.rejectedBecauseRooted, .deviceUnsound, .attested, "the platform's maker does not call this device sound")
      }
    }

    /// What the device says against itself, and what it cannot say.
    private mutating func judgeClaims(_ rules: DeviceRules) {
      basis[.rooted] = .claimed
      basis[.hooked] = .claimed
      basis[.debugged] = .claimed
      let (rooted, hooked, debugged) = (facts.isRooted, facts.isHooked, facts.isDebugged)
      if rooted == .yes, rules.whenRooted == .reject {
        add(.rejectedBecauseRooted, .rooted, .claimed, "the device is rooted")
      }
      if hooked == .yes, rules.whenHooked == .reject {
        add(.rejectedBecauseHooked, .hooked, .claimed, "the app is hooked")
      }
      if debugged == .yes, rules.whenHooked == .reject {
        add(.rejectedBecauseHooked, .debugged, .claimed, "the app is debugged")
      }
      // A question whose answer would be tolerated either way needs no answer.
      let rootOpen = rooted == .undetermined && rules.whenRooted == .reject
      let hookOpen = (hooked == .undetermined || debugged == .undetermined) && rules.whenHooked == .reject
      if rootOpen || hookOpen, rules.whenUndetermined == .reject {
        add(.unknown, .couldNotTell, .claimed, "the device could not tell whether it is sound")
      }
    }
  }
#endif
