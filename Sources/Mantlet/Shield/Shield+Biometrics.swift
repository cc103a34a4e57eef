import AppSession
import DataLifecycle
import SecretStorage
import SecurityPolicy

/// The owner's face or finger as a shorter way than the PIN: each opens a key that the system keeps for it.
extension Shield {
  /// Lets the owner open a locked session by face or finger from now on. An older gate goes first.
  ///
  /// - Throws: ``ShieldError/storage(_:)`` with `passcodeNotSet` on a device without a passcode, `unenforceable` where no
  ///   owner can be asked; ``ShieldError/session(_:)`` while the session is locked or over.
  public func setUpBiometrics() async throws(ShieldError) {
    await turn.take()
    defer { turn.end() }
    try await requireReadable()
    do throws(StorageError) {
      guard let gate = try biometrics() else {
        throw .unenforceable(AccessRequirement(slice.storage.accessibility, presence: .currentBiometry))
      }
      var random = SystemRandomNumberGenerator()
      try await gate.setUp(using: &random)
    } catch {
      throw .storage(error)
    }
  }

  /// Forgets the gate; the PIN stays.
  ///
  /// - Throws: ``ShieldError/storage(_:)``.
  public func removeBiometrics() async throws(ShieldError) {
    do throws(StorageError) { try await biometrics()?.remove() } catch { throw .storage(error) }
  }

  /// Whether a gate was set up.
  ///
  /// - Throws: ``ShieldError/storage(_:)``.
  public func hasBiometrics() async throws(ShieldError) -> Bool {
    do throws(StorageError) { return try await biometrics()?.isSetUp() ?? false } catch { throw .storage(error) }
  }

  /// Asks the owner and opens a locked session with the key that the system then gives out.
  ///
  /// - Parameter reason: what the owner reads in the prompt, in their language.
  /// - Returns: the gate's key, or why there is none: everything else means to ask for the PIN.
  /// - Throws: ``ShieldError/session(_:)`` `ended`, and `locked(.device)`, which no face opens;
  ///   ``ShieldError/storage(_:)``.
  public func unlock(reason: String) async throws(ShieldError) -> BiometricOutcome {
    do { try access.require() } catch { throw .lifecycle(error) }
    try await requireUnlockable()
    let generation = gate.current
    let outcome: BiometricOutcome
    do throws(StorageError) {
      guard let gate = try biometrics() else { return .notSetUp }
      outcome = try await gate.open(reason: reason)
    } catch {
      throw .storage(error)
    }
    switch outcome {
    case .opened:
      // A prompt is up for long: whoever answered it opens nothing of whoever signed in meanwhile.
      guard let generation, gate.current == generation else { throw .lifecycle(.wipePending) }
      do { try await session.unlock() } catch { throw .session(error) }
    default: break
    }
    return outcome
  }

  private func biometrics() throws(StorageError) -> BiometricGate? {
    guard let owner = adapters.owner else { return nil }
    return try BiometricGate(
      in: GatedSecrets(gate: gate, generation: gate.current ?? 0), owner: owner, under: slice.storage)
  }
}
