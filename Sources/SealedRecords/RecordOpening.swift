/// What opening a record file found and did.
public struct RecordOpening: Sendable, Hashable {
  /// Whether the file is new.
  public internal(set) var isNew = false
  /// How many records of another owner were wiped; nil when there was no other owner. Where a wipe was interrupted its
  /// rows are counted: 0 beside damage, and for four million (4,194,304) or more.
  public internal(set) var wiped: Int?
  /// ``RecordError/pagesStay(_:)`` where ids and sealed rows of those stand in the file because another process reads
  /// it; their keys are erased. ``SQLiteRecords/repair(discardingNewer:)`` takes them out.
  public internal(set) var pagesStay: RecordError?
  /// How many records were moved from the first file format; nil when the file was not in it.
  public internal(set) var moved: Int?
  /// Rows of the first file format that were altered or damaged, and are left out.
  public internal(set) var lost: [RecordError] = []
  /// The anchor was passed over on request (`insecureAcceptOlderFile`): it would have refused the file for this reason.
  public internal(set) var accepted: RecordError?
  /// A rotation or a payload migration is not finished: call ``SQLiteRecords/finishRewrites()`` when there is time.
  public internal(set) var hasPendingRewrites = false
}
