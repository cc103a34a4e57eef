/// What a migration did, step by step. Holds names that the app chose and numbers; no value, no account.
public struct MigrationReport: Sendable, Hashable {
  /// One step: where it led to (nil: removal) and what became of it.
  public struct Entry: Sendable, Hashable {
    public let destination: SecretName?
    public let outcome: MigrationOutcome
  }

  /// In the order of the steps; a step whose account occurs more than once in the old place has an entry for each.
  public let entries: [Entry]
  /// How many old items no step speaks of. They were not touched.
  public let unclaimed: Int

  /// Whether no step has anything left to do; old items that no step speaks of do not count.
  public var isComplete: Bool { entries.allSatisfy(\.outcome.isSettled) }
}
