#if Server
  import SecurityPolicy
  import TrustWire

  /// From a report, what was attested and the policy to a decision: pure, so that it can be asked offline and again.
  ///
  /// Every reason is listed; the primary one is the first in the order of ``DecisionCode``: osRejected,
  /// versionBlacklisted, osVersionTooLow, osVersionTooHigh, osPatchTooLow, osPatchTooHigh, rejectedBecauseRooted,
  /// rejectedBecauseHooked, patchVersionBlacklisted, unknown. Debuggers, hooks and another app than the policy names are
  /// rejectedBecauseHooked; boot states other than verified are rejectedBecauseRooted; a question that stays open is
  /// unknown.
  ///
  /// Attested facts beat claims, and each reason says which it rests on. Not protected: a device without attestation that
  /// lies consistently; that is why it has the reduced tier at most.
  /// Source: BSI TR-03161-1 O.Resi_2, O.Resi_5, O.Resi_9; device check SDKs for the codes.
  public enum DecisionEngine {
    /// - Parameters:
    ///   - attested: verified evidence for this very report; nil when there is none.
    ///   - policy: what the server decides by.
    ///   - now: seconds since 1970.
    public static func decide(
      _ report: SecurityReport, attested: AttestedDevice?, policy: ServerRequirement, now: Int64
    ) -> Decision {
      decide(report, evidence: attested.map { .accepted($0) }, policy: policy, now: now)
    }

    // O.Resi_2#351 O.Resi_5#351
    /// The same with how the verification of the report's evidence ended, so that a refused proof, a doubt and none at
    /// all are three reasons; nil when the report came without evidence.
    public static func decide(
      _ report: SecurityReport, evidence: AttestationOutcome?, policy: ServerRequirement, now: Int64
    ) -> Decision {
      let rules = policy.devices[evidence?.device?.platform ?? report.system.platform]
      return decide(
        DeviceFacts(report), Claims(report), evidence, policy, before: rules.map { before(report, $0, policy) } ?? [],
        moment: moment(report, policy, now))
    }

    /// What the decision needs of a report beside its facts: all of it claims.
    struct Claims {
      let app: String
      let environment: EnvironmentName
      let profile: BuildProfile
      let attestation: AttestationClaim?
    }

    /// - Parameters:
    ///   - before: what earlier checks of the same report saw.
    ///   - moment: what speaks against the report itself.
    static func decide(
      _ facts: DeviceFacts, _ claims: Claims, _ evidence: AttestationOutcome?, _ policy: ServerRequirement,
      before: [DecisionReason] = [], moment: [DecisionReason] = []
    ) -> Decision {
      let attested = evidence?.device
      let found = DeviceFindings(facts, attested: attested, rules: policy.devices)
      let rules = policy.devices[attested?.platform ?? facts.platform]
      let watched = Set(rules?.observeOnly ?? [])
      var basis = found.basis
      basis[.app] = attested.map { $0.apps.isEmpty } ?? true ? .claimed : .attested

      // What a rule that is only watched may find; the rest is about the report itself and always binds.
      // What was proved of the app's origin always binds, too: evidence of any app would else earn the tier of ours.
      let origins = rules.map { origin(claims, attested, $0) } ?? []
      let more = before + origins.filter { $0.basis == .claimed }
      let binding =
        origins.filter { $0.basis == .attested } + moment + standing(claims, evidence, rules, policy)
      return Decision(
        tier: attested == nil ? .unattested : .attested,
        reasons: found.reasons + more.filter { !watched.contains($0.code) } + binding,
        observed: found.observed + more.filter { watched.contains($0.code) }, basis: basis)
    }

    /// The decision on a report's bytes: an unknown version is decided as `unknown`.
    /// - Throws: ``WireError`` for everything else that cannot be read: nothing is decided about it.
    public static func decide(
      reading bytes: some Collection<UInt8>, attested: AttestedDevice?, policy: ServerRequirement, now: Int64
    ) throws(WireError) -> Decision {
      let report: SecurityReport
      do throws(WireError) { report = try SecurityReport(reading: bytes) } catch {
        guard error == .unknownVersion else { throw error }
        return .versionUnknown
      }
      return decide(report, attested: attested, policy: policy, now: now)
    }

    private static func moment(_ report: SecurityReport, _ policy: ServerRequirement, _ now: Int64) -> [DecisionReason]
    {
      let most = policy.maximumReportAge.components.seconds
      let (age, overflow) = now.subtractingReportingOverflow(report.date)
      // A difference that overflows is out of bounds, too.
      if overflow ? report.date < 0 : age > most {
        return [DecisionReason(.unknown, .reportTooOld, .claimed, "the newest check is too old")]
      }
      if overflow || age < -most {
        return [DecisionReason(.unknown, .reportFromTheFuture, .claimed, "the newest check lies in the future")]
      }
      return []
    }

    /// What earlier checks saw and the newest one does not: hooks that attach and leave.
    private static func before(
      _ report: SecurityReport, _ rules: DeviceRules, _ policy: ServerRequirement
    ) -> [DecisionReason] {
      let memory = policy.detectionMemory.components.seconds
      let newest = DeviceFacts(report)
      let facts = report.earlier.filter {
        let (age, overflow) = report.date.subtractingReportingOverflow($0.date)
        // A check that is dated after the newest one counts as well: its date is a claim.
        return !overflow && age <= memory
      }.map { DeviceFacts($0) }
      var reasons: [DecisionReason] = []
      if newest.isRooted != .yes, rules.whenRooted == .reject, facts.contains(where: { $0.isRooted == .yes }) {
        reasons.append(
          DecisionReason(.rejectedBecauseRooted, .rootedBefore, .claimed, "an earlier check found the device rooted"))
      }
      if newest.isHooked != .yes, rules.whenHooked == .reject, facts.contains(where: { $0.isHooked == .yes }) {
        reasons.append(
          DecisionReason(.rejectedBecauseHooked, .hookedBefore, .claimed, "an earlier check found the app hooked"))
      }
      if newest.isDebugged != .yes, rules.whenHooked == .reject, facts.contains(where: { $0.isDebugged == .yes }) {
        reasons.append(
          DecisionReason(.rejectedBecauseHooked, .debuggedBefore, .claimed, "an earlier check found a debugger"))
      }
      return reasons
    }

    /// Whether it is our app, built and signed by us.
    private static func origin(
      _ claims: Claims, _ attested: AttestedDevice?, _ rules: DeviceRules
    ) -> [DecisionReason] {
      func hooked(_ cause: DecisionReason.Cause, _ basis: Decision.Basis, _ text: String) -> DecisionReason {
        DecisionReason(.rejectedBecauseHooked, cause, basis, text)
      }
      var reasons: [DecisionReason] = []
      let origin = rules.origin
      if !origin.apps.isEmpty {
        if !origin.apps.contains(claims.app) {
          reasons.append(hooked(.appUnknown, .claimed, "the report names an app that the policy does not list"))
        }
        if let attested, !attested.apps.isEmpty, !attested.apps.allSatisfy(origin.apps.contains) {
          reasons.append(hooked(.appUnknown, .attested, "the attested app is none that the policy lists"))
        }
      }
      guard let attested else { return reasons }
      if let team = attested.teamID, !origin.teamIDs.isEmpty, !origin.teamIDs.contains(team) {
        reasons.append(hooked(.teamUnknown, .attested, "the app was built by another team"))
      }
      if !attested.signingDigests.isEmpty, !origin.signingDigests.isEmpty,
        !attested.signingDigests.allSatisfy(origin.signingDigests.contains)
      {
        reasons.append(hooked(.signerUnknown, .attested, "the app was signed with a key that the policy does not list"))
      }
      if attested.isAppRecognised == false {
        reasons.append(hooked(.appNotRecognised, .attested, "the shop does not know this app"))
      }
      if attested.isProduction == false, claims.environment == .prod {
        reasons.append(hooked(.developmentBuild, .attested, "a development build has no business here"))
      }
      return reasons + category(claims, attested, origin)
    }

    // O.Resi_5#405
    /// Whether Apple's system saw the app signed for a way of distribution that the policy takes.
    private static func category(
      _ claims: Claims, _ attested: AttestedDevice, _ origin: AppOrigin
    ) -> [DecisionReason] {
      guard [.appAttest, .appAttestAssertion].contains(attested.kind) else { return [] }
      func hooked(_ cause: DecisionReason.Cause, _ text: String) -> DecisionReason {
        DecisionReason(.rejectedBecauseHooked, cause, .attested, text)
      }
      var reasons: [DecisionReason] = []
      if attested.isResigned == true {
        reasons.append(hooked(.categoryChanged, "the app was signed anew since its key was attested"))
      }
      if let category = attested.category {
        if !origin.admits(category, in: claims.environment) {
          reasons.append(
            hooked(.categoryRefused, "the app is signed for a way of distribution that the policy does not take"))
        }
      } else if origin.requiresCategory {
        reasons.append(hooked(.categoryMissing, "the system does not state how the app was signed"))
      }
      return reasons
    }

    /// Whether it may stand here with the evidence that it brought.
    private static func standing(
      _ claims: Claims, _ evidence: AttestationOutcome?, _ rules: DeviceRules?, _ policy: ServerRequirement
    ) -> [DecisionReason] {
      let explanation = evidence?.explanation ?? ""
      switch evidence {
      case .accepted: return []
      case .refused(let step, _):
        let refused = DecisionReason(.unknown, .attestationRefused, .claimed, explanation)
        guard step.isAnotherApp else { return [refused] }
        // Sound up to that step: the maker says that it is another app, which is what a repackaged one looks like.
        return [
          DecisionReason(.rejectedBecauseHooked, .appUnknown, .attested, "the evidence is about another app"), refused,
        ]
      case .undetermined: return [DecisionReason(.unknown, .attestationUndetermined, .claimed, explanation)]
      case nil: break
      }
      if claims.attestation?.kind != nil {
        return [
          DecisionReason(
            .unknown, .attestationRefused, .claimed, "the evidence that the report names was not there, or not accepted"
          )
        ]
      }
      if claims.attestation == nil, claims.profile == .release, rules?.attestation == .required {
        return [
          DecisionReason(.unknown, .attestationMissing, .claimed, "the policy wants hardware attestation")
        ]
      }
      guard policy.unattested.admitted else {
        return [DecisionReason(.unknown, .unattestedRefused, .claimed, "the policy wants hardware attestation")]
      }
      return []
    }
  }

  extension DecisionEngine.Claims {
    init(_ report: SecurityReport) {
      self.init(
        app: report.app, environment: report.environment, profile: report.profile, attestation: report.attestation)
    }
  }
#endif
