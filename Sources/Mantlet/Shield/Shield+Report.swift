import AppIntegrity
import AppSession
import DataLifecycle
import Foundation
import ScreenPrivacy
import SecretStorage
import SecurityPolicy
import TrustWire

/// What the server is told about this device.
extension Shield {
  /// Runs every probe now, without asking the server, and notes the check for the next report. Whether the device has a
  /// passcode is one of the signals where an owner can be asked at all.
  ///
  /// - Throws: ``ShieldError/integrity(_:)``.
  public func checkDevice() async throws(ShieldError) -> CheckResult {
    let result: CheckResult
    do { result = try await look.make() } catch { throw .integrity(error) }
    return await checks.add(result)
  }

  /// The same on the caller's thread, for some milliseconds; nobody is asked for the passcode. It is kept over a restart
  /// with the next check or report.
  ///
  /// - Throws: ``ShieldError/integrity(_:)``.
  public nonisolated func checkDeviceSynchronously() throws(ShieldError) -> CheckResult {
    do { return checks.note(try look.makeSynchronously()) } catch { throw .integrity(error) }
  }

  nonisolated var look: DeviceLook { DeviceLook(adapters: adapters, log: checks, screen: screenLog, now: now) }

  /// Runs the check and signs it, with all checks since the last report that the server accepted, in answer to a fresh
  /// challenge of the server. Where the adapters can attest, the hardware's evidence for exactly this report stands
  /// beside it; while they cannot, the report says nothing about evidence, and `unsupported` where there is no such
  /// hardware.
  ///
  /// - Returns: the text to send, ``TrustWire/ReportParcel/text``.
  /// - Throws: ``ShieldError/integrity(_:)``; ``ShieldError/session(_:)``.
  public func signedReport() async throws(ShieldError) -> String {
    await reporting.take()
    defer { reporting.end() }
    let made = try await makeReport(on: try await checkDevice())
    issued = (issued + [made]).suffix(MadeReport.limit)
    return made.parcel.text
  }

  /// Checks, reports, and keeps the AppToken that the report earns.
  ///
  /// The check is the one that the app's watch makes before a session, and what the policy says of it is done first.
  /// Without a watch (``integrityWatch(insecureProfile:clock:dice:exit:notify:)``) nothing on this device follows from it.
  ///
  /// - Returns: how far the server believes this device.
  /// - Throws: ``ShieldError/sessionForbidden(_:)``, before anything of this call is sent: the check is in the next
  ///   report; or after it, for what another check found while the server was asked: its answer opens nothing then;
  ///   ``ShieldError/session(_:)`` with `refused` and the server's decision code.
  @discardableResult
  public func enroll() async throws(ShieldError) -> TrustTier { try await enroll(after: try await askWatch()) }

  func enroll(after admission: Admission) async throws(ShieldError) -> TrustTier {
    await reporting.take()
    defer { reporting.end() }
    let result: CheckResult
    if let checked = admission.result { result = checked } else { result = try await checkDevice() }
    let made = try await makeReport(on: result)
    return try await send(made.parcel.text, made, admission)
  }

  /// Sends a report that was signed before. A report is good once.
  ///
  /// The server's answer is its decision about the device, and the session follows it: a device that is refused locks the
  /// session of whoever is signed in; one that is accepted again asks for the person once more. Only a report that was
  /// accepted is done: the checks of every other one are in the next.
  ///
  /// The app's watch is asked first; the report stays good when it forbids the session.
  ///
  /// - Throws: as ``enroll()``.
  @discardableResult
  public func enroll(report: String) async throws(ShieldError) -> TrustTier {
    let admission = try await askWatch()
    let made = issued.first { $0.parcel.text == report }
    issued.removeAll { $0.parcel.text == report }
    return try await send(report, made, admission)
  }

  private func send(
    _ report: String, _ made: MadeReport?, _ admission: Admission
  ) async throws(ShieldError) -> TrustTier {
    do { try access.require() } catch { throw .lifecycle(error) }
    let tier: TrustTier
    do throws(SessionError) {
      tier = try await session.enroll(report: report)
      if let made {
        await tellAttesting(true, made)
        await checks.accepted(made.mark)
      }
      // The answer is about the report: it opens nothing that a later check shut.
      if asked.shut(since: admission.mark) == nil { try await session.judge(.goOn) }
    } catch {
      if case .refused(let body) = error {
        // The refusal is what the caller has to hear, also where the lock could not be stored.
        if body.reason == .deviceRefused { try? await session.judge(.lock) }
        // The server answers `unattestedRefused` whenever it refused the evidence, whatever else it found; so
        // `deviceRefused` says that it took the evidence.
        if let made, [.deviceRefused, .unattestedRefused].contains(body.reason) {
          await tellAttesting(body.reason == .deviceRefused, made)
        }
      }
      throw forbidden(error, since: admission)
    }
    // Found while that was judged: the lock may have come first.
    if asked.hasLocked(since: admission.mark) { try? await session.judge(.lock) }
    try requireUnshut(since: admission)
    return tier
  }

  private func tellAttesting(_ isAccepted: Bool, _ made: MadeReport) async {
    guard made.parcel.evidence != nil else { return }
    await attesting?.heard(isAccepted: isAccepted, of: made.parcel.compact, at: moment)
  }

  private var moment: Int64 { Int64(now().timeIntervalSince1970.rounded(.down)) }

  private func makeReport(on result: CheckResult) async throws(ShieldError) -> MadeReport {  // O.Resi_2#440
    do throws(SessionError) {
      let challenge = try await client.challenge(for: .report).challenge
      guard let attesting else { return try await report(result, challenge, .unsupported) }
      let person = try await session.account()
      // Twice: an invalid key is replaced by a new one. The challenge was not sent yet, so it is still good.
      for _ in 0..<2 {
        let claim = await attesting.claim(for: person, at: moment)
        let made = try await report(result, challenge, claim)
        guard let kind = claim?.kind else { return made }
        if let evidence = await attesting.evidence(over: made.parcel.compact, at: moment), evidence.kind == kind {
          return MadeReport(parcel: ReportParcel(compact: made.parcel.compact, evidence: evidence), mark: made.mark)
        }
      }
      return try await report(result, challenge, nil)
    } catch {
      throw .session(error)
    }
  }

  /// The report without its evidence.
  private func report(
    _ result: CheckResult, _ challenge: String, _ claim: AttestationClaim?
  ) async throws(SessionError) -> MadeReport {
    let history = checks.history
    // Nil when another report, which holds this check, was accepted meanwhile.
    let report =
      SecurityReport(
        history, challenge: challenge, attestation: claim, app: (app.identifier, app.version),
        environment: slice.environment, profile: BuildProfile.current, policyDigest: slice.digest)
      ?? SecurityReport(
        result, challenge: challenge, app: app, slice: slice, profile: BuildProfile.current, attestation: claim)
    let key = key
    let compact = try await SignedMessage.compact(.report, payload: report.bytes, key: key.publicKey) {
      bytes throws(SessionError) in try await key.signature(over: bytes)
    }
    return MadeReport(parcel: ReportParcel(compact: compact), mark: history.mark)
  }
}
