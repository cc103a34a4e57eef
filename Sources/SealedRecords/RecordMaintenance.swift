/// What a record store with an index can do for its own soundness: the seam between ``SQLiteRecords`` and whoever hands
/// it out.
public protocol RecordMaintenance: RecordStore {
  /// Walks through everything, and says what is not sound. Throws what keeps it from looking.
  func verify() async throws(RecordError) -> RecordInspection

  /// Makes the file sound again, and gives every reason back, ``RecordError/pagesStay(_:)`` too; with `discardingNewer`
  /// without the rows that only a newer version of the app can judge. Throws what keeps it from looking, and, not
  /// discarding those, ``RecordError/newerRow(_:)`` with nothing changed.
  func repair(discardingNewer: Bool) async throws(RecordError) -> [RecordError]

  /// Replaces the key of a kind, or the index's with ``RecordKind/index``, and gives back why rows stay behind. The
  /// old key stays while a row that is sound needs it. Throws ``RecordError``; what is done by then stays done.
  func rotateKey(of kind: RecordKind) async throws(RecordError) -> [RecordError]

  /// Whether a rotation or a payload migration is not finished, as the opening or the last call here found it.
  var hasPendingRewrites: Bool { get async }

  /// Goes on with every rotation and payload migration that is not finished, and gives back why rows stay behind. Throws
  /// ``RecordError``; what is done by then stays done.
  func finishRewrites() async throws(RecordError) -> [RecordError]

  /// Saves the newest state in the anchor if that is behind; nothing of records that another process has wiped since.
  /// Throws what the anchor throws.
  func settle() async throws(RecordError)

  /// Transactions that the anchor does not know yet.
  var unanchored: Int { get async }
}
