public import Redaction

/// A value that may rest in a secret store, and its form there.
///
/// The form is a ``Redaction/Secret``: one owner, zeroed when it ends. Reading is strict: what is not exactly a form
/// that ``secretForm()`` writes (or wrote, in an older version) is refused, never repaired.
/// `Password` and `PIN` are no such values and cannot be made ones: they rest nowhere.
public protocol SecretValue: ~Copyable, Sendable {
  /// Reads the stored form.
  ///
  /// - Parameter name: what the secret is called; for the error only.
  /// - Throws: ``StorageError/unreadableValue(_:)``, ``StorageError/newerVersion(_:)``.
  init(reading secret: consuming Secret, named name: SecretName) throws(StorageError)

  /// The bytes to store.
  borrowing func secretForm() -> Secret
}
