public import Redaction

/// Any bytes; what they are is said by their key.
extension Secret: SecretValue {
  /// The bytes as they are; never refuses.
  public init(reading secret: consuming Secret, named name: SecretName) throws(StorageError) { self = secret }

  /// The same bytes, with an owner of their own.
  public borrowing func secretForm() -> Secret { duplicate() }
}
