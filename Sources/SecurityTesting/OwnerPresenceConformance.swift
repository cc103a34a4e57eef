import Redaction
public import SecretStorage
import SecurityPolicy

/// What every `OwnerPresence` promises, as runnable claims. Needs no test framework.
///
/// A claim is judged on a device of its own. One that a device cannot be asked is reported as not applicable, by what is
/// missing, never as held. It does not show that a prompt is the system's own: only a device does.
public enum OwnerPresenceConformance {
  /// A store and the way to the owner of the same device.
  public typealias Device = SecretStore & OwnerPresence

  /// Every claim, as a sentence, in one of three lists.
  public typealias Report = SecretStoreConformance.Report

  private struct Claim: Sendable {
    let sentence: String
    let check: @Sendable (any Device, SecretStoreControl) async throws -> Void

    init(_ sentence: String, _ check: @escaping @Sendable (any Device, SecretStoreControl) async throws -> Void) {
      self.sentence = sentence
      self.check = check
    }
  }

  /// Runs every claim.
  ///
  /// - Parameters:
  ///   - control: how to turn the device; `prepareAnswer` says what its owner does at the next prompt.
  ///   - makeDevice: a device with passcode and biometry, unlocked, with an empty store; called once per claim.
  public static func judge(
    control: SecretStoreControl, of makeDevice: () async throws -> any Device
  ) async -> Report {
    var report = Report()
    for claim in claims {
      do {
        try await claim.check(makeDevice(), control)
        report.held.append(claim.sentence)
      } catch is SecretStoreConformance.Broken {
        report.broken.append(claim.sentence)
      } catch let reason as SecretStoreConformance.NotApplicable {
        report.notApplicable.append("\(claim.sentence) (\(reason.missing))")
      } catch {
        report.broken.append("\(claim.sentence) (it threw \(error))")
      }
    }
    return report
  }

  private static let bound = AccessRequirement(.whenPasscodeSetThisDeviceOnly, presence: .currentBiometry)

  private static func put(_ device: any Device) async throws {
    try await SecretStoreConformance.putIfEnforced([7, 1, 1], "gate", in: device, bound)
  }

  private static func read(_ device: any Device, _ text: String = "gate") async throws -> [UInt8]? {
    let secret = try await device.read(SecretStoreConformance.name(text), reason: "Conformance")
    guard let secret else { return nil }
    return secret.withExposedBytes { Array($0) }
  }

  private static func expect(_ holds: Bool) throws { try SecretStoreConformance.expect(holds) }

  private static func refused(
    _ device: any Device, _ isRight: (StorageError) -> Bool
  ) async throws { try await SecretStoreConformance.expectRefusal(isRight) { _ = try await read(device) } }

  private static func answer(
    _ control: SecretStoreControl, _ device: any Device, _ answer: InMemorySecretStore.PromptAnswer
  ) async throws {
    try await SecretStoreConformance.need(control.prepareAnswer, "no prompt to answer")(device, answer)
  }

  private static let claims: [Claim] = [
    Claim("whoever approves gets the secret, each time the same") { device, control in
      try await put(device)
      for _ in 0..<2 {
        try await answer(control, device, .approve)
        try await expect(read(device) == [7, 1, 1])
      }
    },
    Claim("a dismissed prompt opens nothing, says so, and loses nothing") { device, control in
      try await put(device)
      try await answer(control, device, .cancel)
      try await refused(device) { if case .cancelled = $0 { true } else { false } }
      try await answer(control, device, .approve)
      try await expect(read(device) == [7, 1, 1])
    },
    Claim("a stranger opens nothing, which is told from a dismissed prompt, and loses nothing") { device, control in
      try await put(device)
      try await answer(control, device, .fail)
      try await refused(device) { if case .authenticationFailed = $0 { true } else { false } }
      try await answer(control, device, .approve)
      try await expect(read(device) == [7, 1, 1])
    },
    Claim("consent to one read opens no other one") { device, control in
      try await put(device)
      try await answer(control, device, .approve)
      _ = try await read(device)
      try await answer(control, device, .cancel)
      try await refused(device) { if case .cancelled = $0 { true } else { false } }
    },
    Claim("a plain read of the same item gives nothing out") { device, control in
      _ = try SecretStoreConformance.need(control.prepareAnswer, "no prompt to answer")
      try await put(device)
      try await SecretStoreConformance.expectRefusal({ if case .interactionNotAllowed = $0 { true } else { false } }) {
        _ = try await device.read(SecretStoreConformance.name("gate"))
      }
    },
    Claim("where there is no item there is nil, and nobody is asked") { device, control in
      // An answer that nobody used is still there for the item that comes.
      try await answer(control, device, .cancel)
      try await expect(read(device) == nil)
      try await put(device)
      try await refused(device) { if case .cancelled = $0 { true } else { false } }
    },
    Claim("a locked device says locked, and the item is there when it is unlocked") { device, control in
      let lock = try SecretStoreConformance.need(control.lock, "it cannot lock")
      let unlock = try SecretStoreConformance.need(control.unlock, "it cannot be unlocked")
      try await put(device)
      try await lock(device)
      try await refused(device) { $0 == .locked }
      try await unlock(device)
      try await answer(control, device, .approve)
      try await expect(read(device) == [7, 1, 1])
    },
    Claim("a changed set opens no item of the former one, whoever approves") { device, control in
      let change = try SecretStoreConformance.need(control.changeBiometry, "its biometric set does not change")
      try await put(device)
      try await change(device)
      try await answer(control, device, .approve)
      do { try await expect(read(device) == nil) } catch StorageError.authenticationFailed { return }
    },
    Claim("the set's sign stays while the set does, changes with it, and asks nobody") { device, control in
      let change = try SecretStoreConformance.need(control.changeBiometry, "its biometric set does not change")
      try await put(device)
      guard let first = await device.enrolment() else {
        throw SecretStoreConformance.NotApplicable(missing: "the system does not say which set is enrolled")
      }
      try await answer(control, device, .cancel)
      try await expect(device.enrolment() == first)
      try await refused(device) { if case .cancelled = $0 { true } else { false } }
      try await expect(device.enrolment() == first)
      try await change(device)
      try await expect(device.enrolment() != first)
    },
    Claim("a passcode that is set holds, one that was removed fails, and neither asks") { device, control in
      let remove = try SecretStoreConformance.need(control.removePasscode, "its passcode stays")
      try await put(device)
      try await answer(control, device, .cancel)
      try await expect(device.passcode() == .holds)
      try await refused(device) { if case .cancelled = $0 { true } else { false } }
      try await remove(device)
      guard case .fails = await device.passcode() else { throw SecretStoreConformance.Broken() }
    },
    Claim("an item that needs a passcode is gone with it, whoever approves") { device, control in
      let remove = try SecretStoreConformance.need(control.removePasscode, "its passcode stays")
      try await put(device)
      try await remove(device)
      try await answer(control, device, .approve)
      try await expect(read(device) == nil)
    },
  ]
}
