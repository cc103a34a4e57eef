public import Redaction

/// The keys that items of one store are sealed under: a current one, and older ones that can still open.
///
/// Rotation: ``rotated(to:)`` makes a new key current; old items stay readable, ``needsRotation(_:)`` finds them and
/// ``resealed(_:as:for:limit:using:)`` moves one over; when none is left, ``retiring(_:)`` forgets the old key. What was
/// sealed under a forgotten key is lost, also for whoever copied it.
///
/// Does not keep itself: where the keys rest is the caller's matter.
/// Source: NIST SP 800-57 part 1 section 5.3; BSI TR-03161-1 O.Cryp_4.
public struct SealingKeyring: Sendable {
  /// Lets copies of the ring share a key that itself cannot be copied.
  private final class Held: Sendable {
    let key: SealingKey
    init(_ key: consuming SealingKey) { self.key = key }
  }

  private let held: [Held]
  private let current: Held

  /// A ring of one key.
  public init(_ current: consuming SealingKey) {
    self.current = Held(current)
    held = [self.current]
  }

  private init(_ held: [Held], current: Held) {
    self.held = held
    self.current = current
  }

  /// The key under which new items are sealed.
  public var currentID: SealingKeyID { current.key.id }

  /// All keys, the current one first.
  public var ids: [SealingKeyID] { held.map { $0.key.id } }

  /// The ring with a new current key; all others stay able to open. Adding a key that is there makes it current.
  public func rotated(to new: consuming SealingKey) -> SealingKeyring {
    let first = Held(new)
    return SealingKeyring([first] + held.filter { $0.key.id != first.key.id }, current: first)
  }

  /// The ring with an older key behind the others, for items that were sealed before.
  public func adding(older key: consuming SealingKey) -> SealingKeyring {
    let last = Held(key)
    guard !ids.contains(last.key.id) else { return self }
    return SealingKeyring(held + [last], current: current)
  }

  /// The ring without this key; the current key stays whatever is asked.
  public func retiring(_ id: SealingKeyID) -> SealingKeyring {
    SealingKeyring(held.filter { $0 === current || $0.key.id != id }, current: current)
  }

  /// True for an item under an older or unknown key.
  public func needsRotation(_ item: SealedItem) -> Bool { item.keyID != currentID }

  /// Seals under the current key; see `SealedItem`.
  ///
  /// - Throws: ``StorageError/tooLarge(limit:)``, ``StorageError/sealingFailed``.
  public func seal(
    _ secret: borrowing Secret, as name: SecretName, for purpose: SealingPurpose, generation: UInt64 = 0,
    limit: Int = SealedItem.secretLimit, using generator: inout some RandomNumberGenerator
  ) throws(StorageError) -> SealedItem {
    try SealedItem(
      sealing: secret, as: name, for: purpose, generation: generation, limit: limit, under: current.key,
      using: &generator)
  }

  /// Opens under whichever key of the ring sealed the item.
  ///
  /// - Throws: ``StorageError/wrongKey(_:)`` when the ring lacks the key, ``StorageError/corrupted(_:)``.
  public func open(
    _ item: SealedItem, as name: SecretName, for purpose: SealingPurpose
  ) throws(StorageError) -> Secret {
    let id = item.keyID
    for entry in held where entry.key.id == id { return try item.open(as: name, for: purpose, under: entry.key) }
    throw .wrongKey(name)
  }

  /// The same secret under the current key, with the same generation.
  ///
  /// - Throws: as ``open(_:as:for:)`` and ``seal(_:as:for:generation:limit:using:)``.
  public func resealed(
    _ item: SealedItem, as name: SecretName, for purpose: SealingPurpose, limit: Int = SealedItem.secretLimit,
    using generator: inout some RandomNumberGenerator
  ) throws(StorageError) -> SealedItem {
    try seal(
      open(item, as: name, for: purpose), as: name, for: purpose, generation: item.generation, limit: limit,
      using: &generator)
  }

  /// Lends every root key in the order of ``ids``, to wrap them under another key; pointers must not leave `body`.
  public func forEachExposedRoot(_ body: (UnsafeRawBufferPointer) -> Void) {
    for entry in held { entry.key.withExposedRoot(body) }
  }
}
