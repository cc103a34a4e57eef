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
  public func checkDevice() async throws(ShieldError) -> CheckResult { await checks.add(try await look()) }

  /// The same on the caller's thread, for some milliseconds; nobody is asked for the passcode. It is kept over a restart
  /// with the next check or report.
  ///
  /// - Throws: ``ShieldError/integrity(_:)``.
  public nonisolated func checkDeviceSynchronously() throws(ShieldError) -> CheckResult {
    do { return checks.note(try check.run(now: now()).adding(screenLog.takeSignals())) } catch {
      throw .integrity(error)
    }
  }

  /// A check that nobody notes.
  func look() async throws(ShieldError) -> CheckResult {
    var result: CheckResult
    do { result = try check.run(now: now()) } catch { throw .integrity(error) }
    result = result.adding(screenLog.takeSignals())
    guard let owner = adapters.owner else { return result }
    let passcode = Signal(passcode: await owner.passcode())  // O.Plat_1#121
    return result.adding([passcode])
  }

  private nonisolated var check: SecurityCheck {
    checks.overlay.map { adapters.check.under($0) } ?? adapters.check
  }

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
    let made = try await makeReport()
    issued = (issued + [made]).suffix(MadeReport.limit)
    return made.parcel.text
  }

  /// Checks, reports, and keeps the AppToken that the report earns.
  ///
  /// The check is noted for the server and nothing on this device follows from it: ask
  /// ``AppIntegrity/IntegrityWatch/beforeSession()`` first, which does what the policy says.
  ///
  /// - Returns: how far the server believes this device.
  /// - Throws: ``ShieldError/session(_:)`` with `refused` and the server's decision code.
  @discardableResult
  public func enroll() async throws(ShieldError) -> TrustTier {
    await reporting.take()
    defer { reporting.end() }
    let made = try await makeReport()
    return try await send(made.parcel.text, made)
  }

  /// Sends a report that was signed before. A report is good once.
  ///
  /// The server's answer is its decision about the device, and the session follows it: a device that is refused locks the
  /// session of whoever is signed in; one that is accepted again asks for the person once more. Only a report that was
  /// accepted is done: the checks of every other one are in the next.
  @discardableResult
  public func enroll(report: String) async throws(ShieldError) -> TrustTier {
    let made = issued.first { $0.parcel.text == report }
    issued.removeAll { $0.parcel.text == report }
    return try await send(report, made)
  }

  private func send(_ report: String, _ made: MadeReport?) async throws(ShieldError) -> TrustTier {
    do { try access.require() } catch { throw .lifecycle(error) }
    do throws(SessionError) {
      let tier = try await session.enroll(report: report)
      if let made {
        await tellAttesting(true, made)
        await checks.accepted(made.mark)
      }
      try await session.judge(.goOn)
      return tier
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
      throw .session(error)
    }
  }

  private func tellAttesting(_ isAccepted: Bool, _ made: MadeReport) async {
    guard made.parcel.evidence != nil else { return }
    await attesting?.heard(isAccepted: isAccepted, of: made.parcel.compact, at: moment)
  }

  private var moment: Int64 { Int64(now().timeIntervalSince1970.rounded(.down)) }

  private func makeReport() async throws(ShieldError) -> MadeReport {  // O.Resi_2#440
    let result = try await checkDevice()
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
