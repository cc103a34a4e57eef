public import Redaction

/// The place where an older library left secrets: the seam to the Keychain's older items and to preferences.
public protocol LegacySource: Sendable {
  /// What lies there, without values and without asking the owner; the library's own bookkeeping is left out.
  ///
  /// - Throws: ``StorageError/locked`` when the place cannot be listed now: never an empty list.
  func items() async throws(StorageError) -> [LegacyItem]

  /// The value, or nil when the item is not there (any more).
  ///
  /// - Throws: ``StorageError/locked``, and ``StorageError/cancelled(_:)`` and its like for items that ask the owner.
  func read(_ item: LegacyItem) async throws(StorageError) -> Secret?

  /// Removes the item; one that is not there is no error.
  func erase(_ item: LegacyItem) async throws(StorageError)

  /// The places that are searched, as far as they are those of a keychain: told before anything is searched, so that a
  /// place which is a store's own can be refused. Whoever wraps a source hands on what that one says.
  var shapes: [LegacyShape] { get }
}

extension LegacySource {
  public var shapes: [LegacyShape] { [] }
}
