public import Redaction
public import SecretStorage

/// The in-memory twin of an older library's place: items that a test puts there.
public actor InMemoryLegacySource: LegacySource {
  /// Those of the items that it began with.
  public nonisolated let shapes: [LegacyShape]
  private var values: [(item: LegacyItem, bytes: [UInt8])]
  private var isLocked = false

  /// Begins with these items.
  public init(_ values: [LegacyItem: [UInt8]] = [:]) {
    shapes = Array(Set(values.keys.map(\.shape)))
    self.values = values.sorted { $0.key.account < $1.key.account }.map { ($0.key, $0.value) }
  }

  /// While locked, listing and reading answer `StorageError.locked`.
  public func setLocked(_ locked: Bool) { isLocked = locked }

  public func items() throws(StorageError) -> [LegacyItem] {
    guard !isLocked else { throw .locked }
    return values.map(\.item).filter { !$0.shape.ownAccounts.contains($0.account) }
  }

  public func read(_ item: LegacyItem) throws(StorageError) -> Secret? {
    guard !isLocked else { throw .locked }
    guard let found = values.first(where: { $0.item == item }) else { return nil }
    return Secret(copying: found.bytes)
  }

  public func erase(_ item: LegacyItem) throws(StorageError) {
    guard !isLocked else { throw .locked }
    values.removeAll { $0.item == item }
  }
}
