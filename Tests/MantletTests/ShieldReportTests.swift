import AppIntegrity
import AppSession
import Crypto
import Foundation
import Mantlet
import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Synchronization
import Testing
import TrustWire

/// What reaches the server about a device, over reports, restarts and logouts. The device of these tests is under a
/// debugger, so every check of it accuses.
@Suite(.timeLimit(.minutes(15))) struct ShieldReportTests {
  private let password = "horse-4711"

  /// The reports that the server was given, with what lay beside them.
  private func reports(_ stage: Stage) throws -> [(report: SecurityReport, parcel: ReportParcel)] {
    try stage.server.state.withLock { $0.reports }.map { text in
      let parcel = try ReportParcel(reading: text)
      let message = try SignedMessage(verifying: parcel.compact, as: .report)
      return (try SecurityReport(reading: message.payload), parcel)
    }
  }

  private func refuse(_ stage: Stage, _ reason: RefusalReason?) {
    stage.server.state.withLock { $0.refusal = reason.map { RefusalBody(.accessDenied, $0, "no") } }
  }

  @Test("A report holds the checks of the app, of the watch and its own since the last accepted one")
  func collects() async throws {
    let stage = try await Stage()
    _ = try await stage.shield.checkDevice()
    let watch = try stage.shield.integrityWatch(insecureProfile: .debug) { _ in }
    await watch.enteredForeground()
    _ = try stage.shield.checkDeviceSynchronously()
    try await stage.shield.enroll()
    #expect(try reports(stage).last?.report.checks.count == 4)
    try await stage.shield.enroll()
    #expect(try reports(stage).last?.report.checks.count == 1)
  }

  @Test("What was refused or got no answer is in the next report")
  func kept() async throws {
    let stage = try await Stage()
    refuse(stage, .deviceRefused)
    await #expect(throws: ShieldError.self) { try await stage.shield.enroll() }
    stage.server.state.withLock { $0.isOffline = true }
    await #expect(throws: ShieldError.self) { try await stage.shield.enroll() }
    stage.server.state.withLock { $0.isOffline = false }
    refuse(stage, nil)
    let signed = try await stage.shield.signedReport()
    try await stage.shield.enroll(report: signed)
    #expect(try reports(stage).last?.report.checks.count == 3)
    // The same bytes again earn nothing and mark nothing.
    _ = try await stage.shield.checkDevice()
    try await stage.shield.enroll(report: signed)
    try await stage.shield.enroll()
    #expect(try reports(stage).last?.report.checks.count == 2)
  }

  @Test("A restart washes no detection out, and neither does a logout")
  func restart() async throws {
    let first = try await Stage()
    _ = try await first.shield.checkDevice()
    let second = try await Stage(first.device)
    try await second.shield.enroll()
    #expect(try reports(second).last?.report.earlier.map(\.isDebugged) == [.yes])
    try await second.shield.logIn(user: "ada", password: Secret(copying: password.utf8))
    _ = try await second.shield.checkDevice()
    _ = try await second.shield.logOut()
    let third = try await Stage(first.device)
    try await third.shield.enroll()
    #expect(try reports(third).last?.report.checks.count == 2)
  }

  @Test("Damage to what is kept is told and stops nothing")
  func damaged() async throws {
    let first = try await Stage()
    _ = try await first.shield.checkDevice()
    let name = try #require(SecretName("device-checks"))
    try await first.secrets.write(Secret(copying: "{".utf8), as: name)
    let second = try await Stage(first.device)
    try await second.shield.enroll()
    let report = try #require(try reports(second).last?.report)
    #expect(report.signals.contains { $0.evidence == ["history lost"] } && report.isDebugged == .yes)
    try await second.shield.enroll()
    #expect(try reports(second).last?.report.signals.contains { $0.evidence == ["history lost"] } == false)
  }

  @Test("Without hardware the claim is unsupported, with it the evidence covers exactly the report that is sent")
  func evidence() async throws {
    let plain = try await Stage()
    try await plain.shield.enroll()
    #expect(try reports(plain).last?.report.attestation == .unsupported)

    let service = InsecureAppAttest()
    let stage = try await Stage(Stage.Device(service: service))
    for kind in [AttestationKind.appAttest, .appAttestAssertion, .appAttestAssertion] {
      try await stage.shield.enroll()
      let (report, parcel) = try #require(try reports(stage).last)
      #expect(report.attestation == AttestationClaim(kind) && parcel.evidence?.kind == kind)
      let hash = ReportParcel.clientDataHash(parcel.compact)
      #expect(parcel.evidence?.bytes.suffix(32) == hash[...])
    }
    // After a restart the key that the server accepted goes on.
    let next = try await Stage(stage.device)
    try await next.shield.enroll()
    #expect(try reports(next).last?.report.attestation == .appAttestAssertion)
    #expect(service.calls.count { if case .generateKey = $0 { true } else { false } } == 1)
  }

  @Test("While Apple does not answer the report says nothing about evidence, and never that the device cannot attest")
  func silent() async throws {
    let service = InsecureAppAttest()
    let stage = try await Stage(Stage.Device(service: service))
    service.fail(with: [.serverUnavailable])
    try await stage.shield.enroll()
    let sent = try #require(try reports(stage).last)
    #expect(sent.report.attestation == nil && sent.parcel.evidence == nil)
    service.isSupported = false
    try await stage.shield.enroll()
    #expect(try reports(stage).last?.report.attestation == .unsupported)
  }

  @Test("An invalid key is replaced within one report, and evidence that the server refuses signs no more")
  func replaced() async throws {
    let service = InsecureAppAttest()
    let stage = try await Stage(Stage.Device(service: service))
    try await stage.shield.enroll()
    service.loseKeys()
    try await stage.shield.enroll()
    let fresh = try #require(try reports(stage).last)
    #expect(fresh.report.attestation == .appAttest && fresh.parcel.evidence != nil)
    refuse(stage, .unattestedRefused)
    await #expect(throws: ShieldError.self) { try await stage.shield.enroll() }
    #expect(try reports(stage).last?.report.attestation == .appAttestAssertion)
    refuse(stage, nil)
    try await stage.shield.enroll()
    // The refused key is attested again; the service knows that it was, so it is replaced.
    #expect(try reports(stage).last?.report.attestation == .appAttest)
  }

  @Test("A device that the rules refuse keeps its key: the server says `deviceRefused` only after it took the evidence")
  func refusedDevice() async throws {
    let service = InsecureAppAttest()
    let stage = try await Stage(Stage.Device(service: service))
    refuse(stage, .deviceRefused)
    await #expect(throws: ShieldError.self) { try await stage.shield.enroll() }
    refuse(stage, nil)
    try await stage.shield.enroll()
    #expect(try reports(stage).last?.report.attestation == .appAttestAssertion)
  }

  @Test("A reinstalled app has neither checks nor a key of the installation before")
  func reinstalled() async throws {
    var device = Stage.Device(service: InsecureAppAttest())
    let first = try await Stage(device)
    try await first.shield.enroll()
    _ = try await first.shield.checkDevice()
    device.container = InMemoryInstallationContainer()
    let second = try await Stage(device)
    try await second.shield.enroll()
    let sent = try #require(try reports(second).last?.report)
    #expect(sent.checks.count == 1 && sent.attestation == .appAttest)
  }

  @Test("One call reports and signs in; its error is the list of reasons, or one code with the error that it wraps")
  func authenticates() async throws {
    let stage = try await Stage()
    stage.server.state.withLock {
      $0.refusal = RefusalBody(.accessDenied, .deviceRefused, codes: [.rejectedBecauseRooted, .osPatchTooLow], "no")
    }
    await #expect(throws: AuthenticationError.securityInsufficient([.rejectedBecauseRooted, .osPatchTooLow])) {
      try await stage.shield.authenticate(user: "ada", password: Secret(copying: password.utf8))
    }
    refuse(stage, nil)
    stage.server.state.withLock { $0.isOffline = true }
    await #expect(throws: AuthenticationError.failed(.notReachable, .session(.unreachable))) {
      try await stage.shield.authenticate(user: "ada", password: Secret(copying: password.utf8))
    }
    stage.server.state.withLock { $0.isOffline = false }
    try await stage.shield.authenticate(user: "ada", password: Secret(copying: password.utf8))
    #expect(try await stage.shield.state() == .active)
  }

  @Test("An overlay is obeyed from the next check on, and after a restart no older one is")
  func overlay() async throws {
    var policy = try testPolicy()
    policy.integrity.overlayKey = policySigner
    let slice = try #require(policy.slice(for: .dev))
    func overlay(_ number: Int64) async throws -> String {
      try await signed(
        ProbeOverlay(
          number: number, issuedAt: 1_799_999_000, expiresAt: 1_800_009_000, changes: ["debug.t": .weak]
        ).bytes, .overlay)
    }
    let stage = try await Stage(slice: slice)
    try await stage.shield.obey(overlay: overlay(4))
    let result = try await stage.shield.checkDevice()
    #expect(result.overlay?.number == 4 && result.overlay?.weakened == ["debug.t"])
    let next = try await Stage(stage.device, slice: slice)
    let older = try await overlay(3)
    await #expect(throws: ShieldError.overlayRefused(.expired)) { try await next.shield.obey(overlay: older) }
    #expect(try await next.shield.checkDevice().overlay == nil)
    try await next.shield.obey(overlay: overlay(4))
  }
}
