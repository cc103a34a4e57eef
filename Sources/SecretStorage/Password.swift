public import Redaction

/// A password as the user typed it: used for one login, then gone.
///
/// It has no place at rest, in no policy: it is no ``SecretValue``, so no ``SecretKey`` exists for it and storing one
/// does not compile.
/// Does not protect against code that copies the bytes out and stores them under another name, and not against the
/// text field that the password was typed into.
/// Source: BSI TR-03161-1 O.Data_2, O.Pass_5; MASVS-STORAGE-1.
public struct Password: SensitiveValue, Sendable, ~Copyable {
  private let text: Secret

  public init(_ text: consuming Secret) { self.text = text }

  /// Opens the password for the time of `body`; the pointer must not leave it.
  public borrowing func withExposedBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try text.withExposedBytes(body)
  }
}

@available(*, unavailable, message: "a password rests nowhere: log in with it and keep the token")
extension Password: SecretValue {
  /// Not to be called: a password is never stored.
  public init(reading secret: consuming Secret, named name: SecretName) throws(StorageError) {
    throw .unreadableValue(name)
  }

  /// Not to be called: a password is never stored.
  public borrowing func secretForm() -> Secret { Secret(copying: []) }
}
