import Redaction

/// What happens to one old item: it moves to a key, or it is removed because it has no place any more.
public struct MigrationStep: Sendable {
  /// What the item is called in the old place.
  public let account: String
  /// Where it goes; nil when it is removed.
  public let destination: SecretName?
  let access: AccessRequirement
  let isReadable: @Sendable (consuming Secret) -> Bool

  /// The item moves to this key, if its bytes are such a value.
  public static func move<Value: SecretValue & ~Copyable>(
    _ account: String, to key: SecretKey<Value>
  ) -> MigrationStep {
    MigrationStep(account: account, destination: key.name, access: key.access) { secret in
      do throws(StorageError) {
        _ = try Value(reading: secret, named: key.name)
        return true
      } catch {
        return false
      }
    }
  }

  /// The item is removed and moves nowhere: a password that an older app kept.
  public static func discard(_ account: String) -> MigrationStep {
    MigrationStep(account: account, destination: nil, access: AccessRequirement()) { _ in true }
  }
}
