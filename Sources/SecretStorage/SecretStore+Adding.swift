public import Redaction

/// What is made once and then stays: keys, above all.
extension SecretStore {
  /// Keeps the secret unless there is one of this name, and gives back the one that stands. Tasks and processes that
  /// make a key at once all go on with the first one.
  ///
  /// - Throws: ``StorageError/duplicate(_:)`` when what stands there gives nothing to read, such as an item of a biometric
  ///   set that is gone; the errors of ``add(_:as:access:)`` and ``read(_:)``.
  public func addOrRead(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError) -> Secret {
    do throws(StorageError) {
      try await add(secret, as: name, access: access)  // O.Cryp_4#1500
      return secret.duplicate()
    } catch .duplicate {
      guard let first = try await read(name) else { throw .duplicate(name) }
      return first
    }
  }

  /// Stores the value if there is none under this key; under the key's access requirement.
  ///
  /// - Throws: ``StorageError/duplicate(_:)`` when there is one, and the other errors of ``add(_:as:access:)``.
  public func add<Value: SecretValue & ~Copyable>(
    _ value: borrowing Value, to key: SecretKey<Value>
  ) async throws(StorageError) {
    try await add(value.secretForm(), as: key.name, access: key.access)
  }
}
