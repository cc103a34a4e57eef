import SecretStorage
import SecurityPolicy

/// What became of the app's ``LegacyMigration`` at this start. Nothing that failed is lost: it stands in its old place,
/// and the next start tries again.
public struct MigrationState: Sendable, Hashable {
  /// What became of one older place.
  public enum Run: Sendable, Hashable {
    /// Each item has its own outcome.
    case done(MigrationReport)
    /// The place could not be listed; nothing was changed.
    case unlisted(StorageError)
  }

  /// In the order of the moves; empty when the app has none.
  public let runs: [Run]

  public init(runs: [Run] = []) { self.runs = runs }

  /// Holds when nothing is left to do; undetermined when an old place could not be listed.
  public var verdict: Verdict {
    runs.reduce(.holds) { verdict, run in
      switch run {
      case .done(let report):
        let left = report.entries.count { !$0.outcome.isSettled }
        return verdict.and(
          left == 0 ? .holds : .fails(.init("\(left) old secrets stand where they were; the next start tries again")))
      case .unlisted:
        return verdict.and(.undetermined("an old place of secrets could not be listed; the next start tries again"))
      }
    }
  }
}
