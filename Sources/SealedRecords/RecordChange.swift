public import Foundation

/// One step of a transaction.
public enum RecordChange: Sendable, Hashable {
  /// Stores a new record; `RecordError.duplicate` when the id exists.
  case insert(SealedRecord)
  /// Stores the record in place of an older one with this id, if any. It is pending again.
  case upsert(SealedRecord)
  /// Stores the record in place of an older one with this id, if any, for this device alone: it is never pending,
  /// as long as the index is whole. A repair knows it of kinds that are declared so (``RecordTable/staysLocal``). A row in
  /// the way whose id somebody exchanged is taken out, and told as removed.
  case keepLocal(SealedRecord)
  /// Removes the record; one that is not there is no error.
  case delete(UUID)
  /// The server has this state. Does nothing when the record was changed or deleted since: the newer state stays
  /// pending.
  case markSynced(RecordMark)
}
