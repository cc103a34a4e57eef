import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

/// Forwards to a twin and breaks what a test names.
private struct Faulty: SecretStore, OwnerPresence {
  enum Fault: CaseIterable { case lies, remembers, alwaysSet, oneSet, asksForNothing }

  private final class Kept: Sendable {
    let secret: Secret
    init(_ secret: consuming Secret) { self.secret = secret }
  }

  private actor Memory {
    private var kept: Kept?
    func keep(_ kept: Kept) { self.kept = kept }
    func duplicate() -> Secret? { kept?.secret.duplicate() }
  }

  let twin: InMemorySecretStore
  let fault: Fault
  private let memory = Memory()

  init(_ twin: InMemorySecretStore, _ fault: Fault) {
    self.twin = twin
    self.fault = fault
  }

  static let control = SecretStoreControl(
    lock: { await twin($0)?.lockDevice() }, unlock: { await twin($0)?.unlockDevice() },
    removePasscode: { await twin($0)?.setPasscode(false) }, changeBiometry: { await twin($0)?.changeBiometry() },
    prepareAnswer: { await twin($0)?.answerNextPrompt(with: $1) })

  private static func twin(_ store: any SecretStore) -> InMemorySecretStore? { (store as? Faulty)?.twin }

  func read(_ name: SecretName) async throws(StorageError) -> Secret? { try await twin.read(name) }

  func read(_ name: SecretName, reason: String) async throws(StorageError) -> Secret? {
    if fault == .remembers, let kept = await memory.duplicate() { return kept }
    if fault == .asksForNothing { await twin.answerNextPrompt(with: .approve) }
    guard let secret = try await twin.read(name) else { return nil }
    if fault == .lies { return Secret(copying: [0]) }
    if fault == .remembers { await memory.keep(Kept(secret.duplicate())) }
    return secret
  }

  func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) { try await twin.write(secret, as: name, access: access) }

  func add(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) { try await twin.add(secret, as: name, access: access) }

  func delete(_ name: SecretName) async throws(StorageError) { await twin.delete(name) }
  func names() async throws(StorageError) -> [SecretName] { await twin.names() }
  func enrolment() async -> [UInt8]? { fault == .oneSet ? [1] : await twin.enrolment() }
  func passcode() async -> Verdict { fault == .alwaysSet ? .holds : await twin.passcode() }
}

@Suite struct OwnerPresenceConformanceTests {
  @Test("The twin keeps every claim, and none is left out")
  func twin() async {
    let report = await OwnerPresenceConformance.judge(control: InMemorySecretStore.control) { InMemorySecretStore() }
    #expect(report.broken == [] && report.notApplicable == [])
    #expect(report.held.count == 11)
  }

  @Test("Without a way to turn the device no claim is called held that was not seen")
  func notApplicable() async {
    let report = await OwnerPresenceConformance.judge(control: SecretStoreControl()) { InMemorySecretStore() }
    #expect(report.held == [] && report.broken == [])
    #expect(report.notApplicable.count == 11)
  }

  @Test("An owner who is not asked, who is asked once for all, or whose device tells nothing new breaks a claim")
  func faults() async {
    for fault in Faulty.Fault.allCases {
      let report = await OwnerPresenceConformance.judge(control: Faulty.control) {
        Faulty(InMemorySecretStore(), fault)
      }
      #expect(!report.broken.isEmpty, "\(fault)")
    }
  }
}
