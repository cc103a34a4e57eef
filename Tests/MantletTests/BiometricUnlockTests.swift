import AppIntegrity
import AppSession
import Mantlet
import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

@Suite(.timeLimit(.minutes(15))) struct BiometricUnlockTests {
  private enum Seen: Equatable {
    case opened, notSetUp, cancelled, notRecognised, enrolmentChanged, passcodeRemoved

    init(_ outcome: borrowing BiometricOutcome) {
      switch outcome {
      case .opened: self = .opened
      case .notSetUp: self = .notSetUp
      case .cancelled: self = .cancelled
      case .notRecognised: self = .notRecognised
      case .enrolmentChanged: self = .enrolmentChanged
      case .passcodeRemoved: self = .passcodeRemoved
      }
    }
  }

  /// Signed in, with a gate; the owner answers.
  private func lived() async throws -> Stage {
    var device = Stage.Device()
    device.hasOwner = true
    let stage = try await Stage(device)
    try await stage.shield.enroll()
    try await stage.shield.logIn(user: "ada", password: Secret(copying: "horse-4711".utf8))
    try await stage.shield.setUpBiometrics()
    return stage
  }

  private func locked() async throws -> Stage {
    let stage = try await lived()
    stage.device.clock.advance(by: .seconds(4 * 3600))
    return stage
  }

  private func unlock(_ stage: Stage, _ answer: InMemorySecretStore.PromptAnswer?) async throws -> Seen {
    if let answer { await stage.secrets.answerNextPrompt(with: answer) }
    return Seen(try await stage.shield.unlock(reason: "Unlock"))
  }

  @Test("The owner's face opens a locked session; nobody else's does")
  func opens() async throws {
    let stage = try await locked()
    for (answer, seen) in [(InMemorySecretStore.PromptAnswer.cancel, Seen.cancelled), (.fail, .notRecognised)] {
      #expect(try await unlock(stage, answer) == seen)
      #expect(try await stage.shield.state() == .idleLocked(.inactivity))
    }
    #expect(try await unlock(stage, .approve) == .opened)
    #expect(try await stage.shield.state() == .active)
  }

  @Test("After another face was enrolled the gate is gone and the session stays locked")
  func enrolmentChanged() async throws {
    let stage = try await locked()
    await stage.secrets.changeBiometry()
    #expect(try await unlock(stage, .approve) == .enrolmentChanged)
    #expect(try await stage.shield.state() == .idleLocked(.inactivity))
    #expect(try await !stage.shield.hasBiometrics())
    await #expect(throws: ShieldError.session(.locked(.inactivity))) { try await stage.shield.setUpBiometrics() }
  }

  @Test("A device without a passcode gets no gate, and the check of the device says so")
  func passcode() async throws {
    let stage = try await lived()
    let before = try await stage.shield.checkDevice().signals.filter { $0.category == .passcode }
    #expect(before.map(\.observation) == [.clean])
    await stage.secrets.setPasscode(false)
    let after = try await stage.shield.checkDevice()
    #expect(after.signals.filter { $0.category == .passcode }.map(\.observation) == [.detected])
    #expect(after.signals.count == 2)
    await #expect(throws: ShieldError.storage(.passcodeNotSet(0))) { try await stage.shield.setUpBiometrics() }
    #expect(try await unlock(stage, nil) == .passcodeRemoved)
    #expect(try await unlock(stage, nil) == .notSetUp)
  }

  @Test("A logout takes the gate with it")
  func logOut() async throws {
    let stage = try await lived()
    #expect(try await stage.shield.hasBiometrics())
    try await stage.shield.logOut()
    #expect(try await !stage.shield.hasBiometrics())
    #expect(await stage.secrets.names().map(\.text) == ["device-checks", "device-key", "installation.marker"])
  }

  @Test("No face opens a session that the device is not safe enough for")
  func device() async throws {
    let stage = try await lived()
    try await stage.shield.judge(.lock)
    await #expect(throws: ShieldError.session(.locked(.device))) { _ = try await unlock(stage, .approve) }
  }

  @Test("Where no owner can be asked, a gate is refused by name and there is none")
  func noOwner() async throws {
    let stage = try await Stage()
    await #expect(
      throws: ShieldError.storage(
        .unenforceable(AccessRequirement(StorageRequirement().accessibility, presence: .currentBiometry)))
    ) { try await stage.shield.setUpBiometrics() }
    #expect(try await unlock(stage, nil) == .notSetUp)
    #expect(try await !stage.shield.hasBiometrics())
    #expect(try await stage.shield.checkDevice().signals.count == 1)
  }
}
