/// Typed access: what a key stands for is what comes back.
extension SecretStore {
  /// The value under this key, or nil when there is none.
  ///
  /// - Throws: ``StorageError/locked`` and the other errors of ``read(_:)``; ``StorageError/unreadableValue(_:)`` when
  ///   the stored bytes are whole but no such value.
  public func read<Value: SecretValue & ~Copyable>(_ key: SecretKey<Value>) async throws(StorageError) -> Value? {
    guard let secret = try await read(key.name) else { return nil }
    return try Value(reading: secret, named: key.name)
  }

  /// Stores the value under the key's access requirement; an older one is replaced whole.
  ///
  /// - Throws: the errors of ``write(_:as:access:)``; then the old value still stands.
  public func write<Value: SecretValue & ~Copyable>(
    _ value: borrowing Value, to key: SecretKey<Value>
  ) async throws(StorageError) {
    try await write(value.secretForm(), as: key.name, access: key.access)
  }

  /// Removes the value; one that is not there is no error.
  public func remove<Value: ~Copyable>(_ key: SecretKey<Value>) async throws(StorageError) {
    try await delete(key.name)
  }

  /// Whether something is stored under this key. Reads nothing, so it never asks the owner.
  public func contains<Value: ~Copyable>(_ key: SecretKey<Value>) async throws(StorageError) -> Bool {
    try await names().contains(key.name)
  }

  /// The names that none of `names` claims: what an older version of the app left, and a newer one should remove.
  public func unclaimed(by names: some Sequence<SecretName>) async throws(StorageError) -> [SecretName] {
    let claimed = Set(names)
    return try await self.names().filter { !claimed.contains($0) }
  }
}
