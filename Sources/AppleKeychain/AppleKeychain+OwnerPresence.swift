public import Redaction
public import SecretStorage
public import SecurityPolicy

/// Face ID, Touch ID and the passcode, for a `BiometricGate`.
extension AppleKeychain: OwnerPresence {
  /// Reads with the owner, through a view that asks once and forgets the answer at the end.
  ///
  /// - Throws: as ``read(_:)``, and `StorageError` `cancelled`, `authenticationFailed`.
  public nonisolated func read(_ name: SecretName, reason: String) async throws(StorageError) -> Secret? {
    let view = asking(reason)  // MASVS-AUTH-2#121
    do throws(StorageError) {
      let secret = try await view.read(name)
      await view.endAsking()
      return secret
    } catch {
      await view.endAsking()
      throw error
    }
  }

  public nonisolated func enrolment() -> [UInt8]? { BiometryState.current()?.bytes }

  public nonisolated func passcode() -> Verdict { OwnerPrompt.availability(of: .biometryOrPasscode) }
}
