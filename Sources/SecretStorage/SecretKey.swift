public import Redaction
public import SecurityPolicy

/// What a secret is called, what it is and who may read it: the only way to typed values in a ``SecretStore``.
///
/// A key is made through the policy's storage map, so no key exists for a value that belongs elsewhere: a type that may
/// not rest at all (`Password`, `PIN`) does not compile as `Value`, and the rest is refused by the rule's name.
/// Protects as far as the app says truthfully what its bytes are: bytes that are a password but are called a token
/// get a key.
/// Source: BSI TR-03161-1 O.Data_2, O.Data_6; MASVS-STORAGE-1.
public struct SecretKey<Value: ~Copyable>: Sendable, Hashable {
  public let name: SecretName
  public let dataType: DataType
  /// What the store has to enforce: as asked for, and never looser than the policy.
  public let access: AccessRequirement

  private init(
    _ name: SecretName, _ type: DataType, _ policy: StorageRequirement, _ access: AccessRequirement?
  ) throws(StorageError) {
    do throws(StorageRule) { try policy.places.require(type, in: .secretStore) } catch {  // O.Data_2#20
      throw .misplaced(error)
    }
    self.name = name
    dataType = type
    self.access = (access ?? AccessRequirement(policy)).within(policy)
  }
}

extension SecretKey where Value: PlacedSecretValue & ~Copyable {
  /// A key for a value whose type says what it is.
  ///
  /// - Parameter access: nil asks for what the policy asks for; something looser is raised to the policy.
  /// - Throws: ``StorageError/misplaced(_:)`` when the policy keeps this type elsewhere, or nowhere.
  public init(
    _ name: SecretName, under policy: StorageRequirement, access: AccessRequirement? = nil
  ) throws(StorageError) {
    try self.init(name, Value.dataType, policy, access)
  }
}

extension SecretKey where Value == Secret {
  /// A key for bytes that are of the data type `type`.
  ///
  /// - Parameter access: nil asks for what the policy asks for; something looser is raised to the policy.
  /// - Throws: ``StorageError/misplaced(_:)`` for everything but secrets: a password, a sleep log, an image.
  public init(
    _ name: SecretName, holding type: DataType, under policy: StorageRequirement, access: AccessRequirement? = nil
  ) throws(StorageError) {
    try self.init(name, type, policy, access)
  }
}
