public import Redaction
public import SecretStorage
import SecurityPolicy

/// The in-memory twin of a secret store, for tests: it keeps the promises of `SecretStore`, forgets everything when it
/// ends, and has a lock state that a test can turn.
///
/// While locked, items with a `whenUnlocked…` or passcode requirement answer `StorageError.locked`. Presence is
/// accepted and never asked.
public actor InMemorySecretStore: SecretStore {
  private final class Item: Sendable {
    let secret: Secret
    let access: AccessRequirement

    init(_ secret: consuming Secret, _ access: AccessRequirement) {
      self.secret = secret
      self.access = access
    }
  }

  private static let limit = SealedItem.secretLimit
  private var items: [SecretName: Item] = [:]
  private var isLocked = false
  private var isFull = false

  public init() {}

  /// The device locks: from now on items that need an unlocked device are out of reach.
  public func lockDevice() { isLocked = true }
  /// Ends the locked state: reads work again.
  public func unlockDevice() { isLocked = false }

  /// The medium fills up (or has room again): every write answers `StorageError.full`.
  public func setFull(_ full: Bool) { isFull = full }

  public func read(_ name: SecretName) throws(StorageError) -> Secret? {
    guard let item = items[name] else { return nil }
    guard mayOpen(item.access) else { throw .locked }
    return item.secret.duplicate()
  }

  public func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) throws(StorageError) {
    guard secret.count <= Self.limit else { throw .tooLarge(limit: Self.limit) }
    guard !isFull else { throw .full }
    guard mayOpen(access) else { throw .locked }
    items[name] = Item(secret.duplicate(), access)
  }

  public func delete(_ name: SecretName) { items[name] = nil }

  public func names() -> [SecretName] { items.keys.sorted() }

  private func mayOpen(_ access: AccessRequirement) -> Bool {
    switch access.accessibility {
    case .insecureMigratingAfterFirstUnlock, .afterFirstUnlockThisDeviceOnly: true
    case .insecureMigratingWhenUnlocked, .whenUnlockedThisDeviceOnly, .whenPasscodeSetThisDeviceOnly: !isLocked
    }
  }
}
