import Redaction

/// Moves secrets from where an older library left them: written once, read back and compared in constant time, and
/// only then removed from the old place.
///
/// - At every moment one of the two places has the value. A run that ends in the middle is continued by the next.
/// - A different value under the new name is never overwritten.
/// - An item of the old place that is one of the store's own is refused with ``StorageError/ownPlace`` and stands: the
///   value under the new name would be the same item, and its removal that of the only copy.
/// - One item that fails does not stop the others; the report says what became of each.
/// - Does not convert archives (`NSKeyedArchiver`, property lists): the bytes move as they are.
/// - Removal is that of the old place: in flash memory and in backups older copies may remain.
///
/// A key that asks its owner is read back like any other: give a store that may ask.
/// Run it at start, after `FirstLaunch` and before anything else writes the store; two at once are not supported.
/// Source: BSI TR-03161-1 O.Data_2; MASVS-STORAGE-1.
public struct SecretMigration: Sendable {
  private let source: any LegacySource
  private let store: any SecretStore
  private let steps: [MigrationStep]

  public init(from source: any LegacySource, to store: any SecretStore, steps: [MigrationStep]) {
    self.source = source
    self.store = store
    self.steps = steps
  }

  /// Runs every step; running again when all is done changes nothing.
  ///
  /// - Throws: ``StorageError`` when the old place cannot be listed, such as ``StorageError/locked``; nothing was
  ///   changed.
  public func run() async throws(StorageError) -> MigrationReport {
    let items = try await source.items()
    var entries: [MigrationReport.Entry] = []
    for step in steps {
      let mine = items.filter { $0.account == step.account }
      if mine.isEmpty { entries.append(.init(destination: step.destination, outcome: .absent)) }
      for item in mine {
        entries.append(.init(destination: step.destination, outcome: await run(step, on: item)))
      }
    }
    let claimed = Set(steps.map(\.account))
    return MigrationReport(entries: entries, unclaimed: items.count { !claimed.contains($0.account) })
  }

  private func run(_ step: MigrationStep, on item: LegacyItem) async -> MigrationOutcome {
    do throws(StorageError) {
      guard !store.isOwn(item) else { throw .ownPlace }  // O.Data_2#1610
      guard let name = step.destination else {
        try await source.erase(item)
        return .discarded
      }
      guard let old = try await source.read(item) else { return .absent }
      guard step.isReadable(old.duplicate()) else { return .unreadable }
      if let standing = try await store.read(name) {
        guard standing.isEqual(to: old) else { return .occupied }
        try await source.erase(item)
        return .finished
      }
      // Whoever stored one since is newer; the next run compares.
      do throws(StorageError) { try await store.add(old, as: name, access: step.access) } catch .duplicate {
        return .occupied
      }
      guard let back = try await store.read(name), back.isEqual(to: old) else {
        // What does not read back the same must not be taken for a newer value later.
        try await store.delete(name)
        throw .migrationMismatch(name)
      }
      try await source.erase(item)  // O.Data_2#21
      return .moved
    } catch {
      return .failed(error)
    }
  }
}
