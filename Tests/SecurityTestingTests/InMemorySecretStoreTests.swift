import Redaction
import SecretStorage
import SecurityPolicy
import SecurityTesting
import Testing

@Suite struct InMemorySecretStoreTests {
  private let store = InMemorySecretStore()

  private func put(_ text: String, _ access: AccessRequirement = AccessRequirement()) async throws {
    try await store.write(Secret(copying: text.utf8), as: #require(SecretName(text)), access: access)
  }

  private func isThere(_ text: String) async throws -> Bool {
    switch try await store.read(#require(SecretName(text))) {
    case .some: true
    case .none: false
    }
  }

  @Test("Before the first unlock everything is locked, after it only what needs an unlocked device")
  func lockStates() async throws {
    try await put("early")
    try await put("late", AccessRequirement(.whenUnlockedThisDeviceOnly))
    await store.restartDevice()
    await #expect(throws: StorageError.locked) { try await isThere("early") }
    await store.lockDevice()
    await #expect(throws: StorageError.locked) { try await isThere("early") }
    await store.unlockDevice()
    await store.lockDevice()
    #expect(try await isThere("early"))
    await #expect(throws: StorageError.locked) { try await isThere("late") }
  }

  @Test("Replacing an item that is out of reach is refused, also by a looser one")
  func lockedReplacement() async throws {
    try await put("late", AccessRequirement(.whenUnlockedThisDeviceOnly))
    await store.lockDevice()
    await #expect(throws: StorageError.locked) { try await put("late") }
  }

  @Test("Prompts are answered in order; without an answer no prompt is allowed")
  func prompts() async throws {
    try await put("mine", AccessRequirement(presence: .owner))
    await #expect(throws: StorageError.interactionNotAllowed(0)) { try await isThere("mine") }
    await store.answerNextPrompt(with: .cancel, .fail, .approve)
    await #expect(throws: StorageError.cancelled(0)) { try await isThere("mine") }
    await #expect(throws: StorageError.authenticationFailed(0)) { try await isThere("mine") }
    #expect(try await isThere("mine"))
    await #expect(throws: StorageError.interactionNotAllowed(0)) { try await isThere("mine") }
  }

  @Test("A changed biometric set takes its items away and leaves those of the owner")
  func biometry() async throws {
    try await put("face", AccessRequirement(presence: .currentBiometry))
    try await put("owner", AccessRequirement(presence: .owner))
    await store.changeBiometry()
    #expect(await store.names().map(\.text) == ["owner"])
    try await put("face", AccessRequirement(presence: .currentBiometry))
    #expect(await store.names().map(\.text) == ["face", "owner"])
  }

  @Test("Removing the passcode takes away what needs one, and such items are refused until there is one again")
  func passcode() async throws {
    let bound = AccessRequirement(.whenPasscodeSetThisDeviceOnly)
    try await put("bound", bound)
    try await put("stays")
    await store.setPasscode(false)
    #expect(await store.names().map(\.text) == ["stays"])
    await #expect(throws: StorageError.passcodeNotSet(0)) { try await put("bound", bound) }
    await store.setPasscode(true)
    try await put("bound", bound)
    #expect(try await isThere("bound"))
  }
}
