public import Redaction

/// Keeps secrets at rest: the seam to the Keychain, to sealed files, to a hardware store.
///
/// What every store promises, checked by `SecretStoreConformance` in SecurityTesting:
/// a read gives back the last completed write or nothing; a write replaces the old value whole or not at all; of many
/// adds at once one is kept; deleting twice is no error; ``names()`` is sorted and holds exactly what is stored under a
/// name.
/// What no store promises: that an older value put back by someone with access to the medium is noticed.
///
/// Source: MASVS-STORAGE-1.
public protocol SecretStore: Sendable {
  /// The secret of this name, or nil when there is none.
  ///
  /// - Throws: ``StorageError/locked`` when it exists but may not be read now. Never treat that as nil: a session is
  ///   not over because the device is locked.
  func read(_ name: SecretName) async throws(StorageError) -> Secret?

  /// Stores the secret, replacing an older one of the same name.
  ///
  /// - Throws: ``StorageError/full``, ``StorageError/tooLarge(limit:)``, ``StorageError/unenforceable(_:)`` …; after
  ///   an error the old value still stands.
  func write(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError)

  /// Stores the secret if there is none of this name: looking and storing are one step of the medium, so of all callers
  /// at once, in other processes too, one is first. For whatever is made once, such as keys.
  ///
  /// - Throws: ``StorageError/duplicate(_:)`` when there is one, also one that cannot be read; it stands, whatever its
  ///   access requirement is. The errors of ``write(_:as:access:)``; then nothing was stored.
  func add(
    _ secret: borrowing Secret, as name: SecretName, access: AccessRequirement
  ) async throws(StorageError)

  /// Removes the secret; one that is not there is no error.
  func delete(_ name: SecretName) async throws(StorageError)

  /// The names of everything stored, sorted.
  func names() async throws(StorageError) -> [SecretName]

  /// Which part of a keychain this store is; nil for a store that is none. It tells the store's own items from an older
  /// library's, so whoever wraps a store hands on what that one says, here and in ``strayCount()`` and
  /// ``deleteStrays()``: what these answer by themselves is true of a store that is no part of a keychain.
  var keychainPlace: KeychainPlace? { get }

  /// How many items lie in the store's place that ``names()`` does not list: those under accounts that are no
  /// ``SecretName``, what an older version of the app, or other code in it, left there, and files that a deletion could
  /// not remove. The store's own bookkeeping does not count.
  ///
  /// - Throws: ``StorageError/locked`` when the place cannot be listed now: never zero.
  func strayCount() async throws(StorageError) -> Int

  /// Removes those items without reading them; none is no error.
  func deleteStrays() async throws(StorageError)
}

extension SecretStore {
  public var keychainPlace: KeychainPlace? { nil }

  /// Zero: in a place that takes names alone nothing else can lie.
  public func strayCount() async throws(StorageError) -> Int { 0 }

  /// Nothing to remove, for the same reason.
  public func deleteStrays() async throws(StorageError) {}

  /// Whether an older library's item is one of this store's own: it lies in the store's place, and the store keeps its
  /// secrets under such accounts. Nobody but the store may move or erase it.
  public func isOwn(_ item: LegacyItem) -> Bool {
    guard let place = keychainPlace else { return false }
    return place.overlaps(item.shape) && KeychainQuery.isOwn(account: item.account)
  }

  /// Stores the secret under the default requirement: after the first unlock, on this device only.
  public func write(_ secret: borrowing Secret, as name: SecretName) async throws(StorageError) {
    try await write(secret, as: name, access: AccessRequirement())
  }
}
