public import Foundation

/// Keeps records at rest: the seam to SQLite and to the in-memory twin.
///
/// What every store promises, checked by `RecordStoreConformance` in SecurityTesting: a transaction happens whole or
/// not at all and is durable when ``apply(_:)`` returns; lists are in the order of the last change.
public protocol RecordStore: Sendable {
  /// A transaction: all changes in this order, or none of them and an error.
  func apply(_ changes: [RecordChange]) async throws(RecordError)

  /// The record, or nil when there is none.
  func read(_ id: UUID) async throws(RecordError) -> SealedRecord?

  /// All records of a kind whose ``SealedRecord/date`` lies in the range (nil: any), the one changed longest ago first.
  func list(_ kind: RecordKind, in range: Range<Date>?) async throws(RecordError) -> [SealedRecord]

  /// Records that are not marked as synced, the one changed longest ago first; at most `limit`.
  func pending(limit: Int) async throws(RecordError) -> [PendingRecord]

  /// How many records of a kind there are.
  func count(_ kind: RecordKind) async throws(RecordError) -> Int

  /// The records of a kind that can be read, and why others cannot: one bad row leaves the others readable.
  func listing(_ kind: RecordKind, in range: Range<Date>?) async throws(RecordError) -> RecordListing

  /// Makes room: removes the records of a kind that changed longest ago until `count` are left, also those that cannot be
  /// read. What cannot be read is no reason to keep anything, and none to be silent.
  ///
  /// - Returns: why some of those removed could not be read; and damaged places of the index, whose records stay and are
  ///   not counted.
  func deleteOldest(_ kind: RecordKind, keeping count: Int) async throws(RecordError) -> [RecordError]

  /// The newest state that this process has seen; nil for a store without an index.
  var state: RecordState? { get async }
}

extension RecordStore {
  public var state: RecordState? { get async { nil } }

  /// Counts by listing. Throws what ``list(_:in:)`` throws.
  public func count(_ kind: RecordKind) async throws(RecordError) -> Int { try await list(kind).count }

  /// For a store whose records can all be read. Throws what ``list(_:in:)`` throws.
  public func listing(_ kind: RecordKind, in range: Range<Date>?) async throws(RecordError) -> RecordListing {
    RecordListing(records: try await list(kind, in: range))
  }

  /// For a store whose records can all be read, in two steps. Throws what ``list(_:in:)`` and ``apply(_:)`` throw.
  public func deleteOldest(_ kind: RecordKind, keeping count: Int) async throws(RecordError) -> [RecordError] {
    let records = try await list(kind)
    try await apply(records.prefix(max(records.count - max(count, 0), 0)).map { .delete($0.id) })
    return []
  }

  /// All records of a kind. Throws what ``list(_:in:)`` throws.
  public func list(_ kind: RecordKind) async throws(RecordError) -> [SealedRecord] {
    try await list(kind, in: nil)
  }

  /// - Throws: ``RecordError/duplicate(_:)`` when the id exists, and what ``apply(_:)`` throws.
  public func insert(_ record: SealedRecord) async throws(RecordError) {
    try await apply([.insert(record)])
  }

  /// Stores the record in place of an older one with its id. Throws what ``apply(_:)`` throws.
  public func upsert(_ record: SealedRecord) async throws(RecordError) {
    try await apply([.upsert(record)])
  }

  /// Removes the record; one that is not there is no error. Throws what ``apply(_:)`` throws.
  public func delete(_ id: UUID) async throws(RecordError) { try await apply([.delete(id)]) }

  /// Notes that the server has this state. Throws what ``apply(_:)`` throws.
  public func markSynced(_ mark: RecordMark) async throws(RecordError) {
    try await apply([.markSynced(mark)])
  }
}
