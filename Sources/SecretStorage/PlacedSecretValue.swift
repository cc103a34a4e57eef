public import SecurityPolicy

/// A secret value whose type already says what it is, so that its key cannot call it something else.
public protocol PlacedSecretValue: SecretValue, ~Copyable {
  /// The row of the storage map.
  static var dataType: DataType { get }
}
