public import Redaction

/// What became of asking the owner at a ``BiometricGate``. Only ``opened(_:)`` holds anything.
public enum BiometricOutcome: ~Copyable, Sendable {
  /// The gate's key, out of the item that the system opened for its owner.
  case opened(Secret)
  /// No gate was set up, not to the end, or it was removed: ask for the PIN.
  case notSetUp
  /// The owner dismissed the prompt: nothing changed, ask for the PIN.
  case cancelled
  /// Another face or finger, or biometry is locked out: nothing changed, ask for the PIN.
  case notRecognised
  /// Faces or fingers were added or removed since the gate was set up. The gate is gone: ask for the PIN, then a new gate
  /// may be set up.
  case enrolmentChanged
  /// The device has no passcode any more. The gate is gone and none can be set up before there is one.
  case passcodeRemoved
}
