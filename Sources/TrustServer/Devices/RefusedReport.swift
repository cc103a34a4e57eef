#if Server
  import SecurityPolicy
  import TrustWire

  /// A refused report and what it changes for a device that was admitted before.
  ///
  /// What becomes of the device's sessions, by what the report was refused for:
  ///
  /// - It was found rooted, hooked or debugged, or evidence proves another app or signer: they end at once, its people's
  ///   too.
  /// - Its system's version or patch level, what it could not tell, or what evidence proves of its build and way of
  ///   distribution: they stay, and are not renewed before the policy or the device changes back.
  /// - Its clock, its policy, a build or an app that it only claims, or its evidence alone: they go on as they were.
  ///
  /// Not protected: a device of the attested tier whose report comes without evidence and claims no more than another
  /// version. Its sessions go on by what was proved, for as long as the policy takes that.
  struct RefusedReport: Sendable {
    let record: ReportRecord
    let decision: Decision
    /// What the device is judged by from now on; nil when the report tells nothing about now.
    let facts: DeviceFacts?
    /// What it is judged on from now on; nil when nothing was proved.
    private let grounds: DeviceGrounds?

    /// - Parameter attested: what evidence proved; nil for claims alone.
    init(record: ReportRecord, decision: Decision, report: SecurityReport, attested: AttestedDevice?) {
      self.record = record
      self.decision = decision
      let isAboutTheMoment = decision.reasons.contains {
        $0.cause == .reportTooOld || $0.cause == .reportFromTheFuture
      }
      facts = isAboutTheMoment ? nil : DeviceFacts(report, attested: attested)
      grounds = attested == nil ? nil : DeviceGrounds(report, attested: attested)
    }

    /// - Returns: the sessions that ended.
    func keep(_ rows: any TrustTransaction, because reason: RefusalReason, now: Int64) throws(StoreError) -> [String] {
      let device = record.row.device
      // Held to the end: a session that is being opened meanwhile is there before or after this.
      _ = try rows.block(device: device)
      try record.keep(rows, ending: reason)
      // O.Resi_2#510 O.Auth_14#510
      if decision.reasons.contains(where: \.isCompromise) {
        return try SessionDesk.endAll(rows, device: device, now: now)
      }
      // O.Resi_2#511
      guard let facts, decision.tier == nil, let known = try rows.device(thumbprint: device),
        // Claims never take the place of what was proved: a device would talk itself out of a refusal.
        grounds != nil || known.tier == .unattested
      else { return [] }
      try rows.saveDevice(
        DeviceRow(
          thumbprint: device, facts: facts, app: known.app, appVersion: known.appVersion, tier: known.tier,
          firstSeen: known.firstSeen, lastSeen: now, grounds: grounds?.text ?? known.grounds))
      return []
    }
  }

  extension DecisionReason {
    /// Whether it was found about this device or app. A code alone does not say so: what an operator newly asks for, as a
    /// way of distribution, has the same one, and would end every installation's sessions for good.
    fileprivate var isCompromise: Bool {
      switch cause {
      case .rooted, .rootedBefore, .bootUnverified, .bootLoaderUnlocked, .deviceUnsound: true
      case .hooked, .hookedBefore, .debugged, .debuggedBefore: true
      case .appUnknown, .signerUnknown, .teamUnknown: basis == .attested
      default: false
      }
    }
  }
#endif
