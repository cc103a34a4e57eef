public import Foundation

/// Records as values of the app's own types.
extension RecordStore {
  /// Keeps new entries in one transaction.
  ///
  /// - Throws: ``RecordError/duplicate(_:)`` when an id exists, and what ``RecordStore/apply(_:)`` throws.
  public func insert<Entry: RecordEntry>(_ entries: [Entry], now: Date) async throws(RecordError) {
    let kind = Entry.table.kind
    try await apply(
      entries.map {
        .insert(
          SealedRecord(id: $0.id, kind: kind, createdAt: now, date: $0.date, payload: $0.payload))
      })
  }

  /// Keeps a new entry. Throws what ``insert(_:now:)-(Array<_>,_)`` throws.
  public func insert(_ entry: some RecordEntry, now: Date) async throws(RecordError) {
    try await insert([entry], now: now)
  }

  /// Keeps an entry in place of an older one with its id, if any. Throws what ``RecordStore/apply(_:)`` throws.
  public func upsert<Entry: RecordEntry>(_ entry: Entry, now: Date) async throws(RecordError) {
    try await upsert(
      SealedRecord(
        id: entry.id, kind: Entry.table.kind, createdAt: now, date: entry.date,
        payload: entry.payload))
  }

  /// The entries whose date lies in the range (nil: all), the one changed longest ago first.
  ///
  /// - Throws: ``RecordError/invalidEntry(_:)`` when a record is no value of this type, and what
  ///   ``RecordStore/list(_:in:)`` throws.
  public func entries<Entry: RecordEntry>(
    _ type: Entry.Type, in range: Range<Date>? = nil
  ) async throws(RecordError) -> [Entry] {
    let records = try await list(Entry.table.kind, in: range)
    var entries: [Entry] = []
    entries.reserveCapacity(records.count)
    for record in records { entries.append(try Entry(record)) }
    return entries
  }

  /// The entry with this id, or nil when there is none. Throws as ``entries(_:in:)``, and what ``RecordStore/read(_:)``
  /// throws.
  public func entry<Entry: RecordEntry>(_ type: Entry.Type, _ id: UUID) async throws(RecordError)
    -> Entry?
  {
    try await read(id).map { record throws(RecordError) in try Entry(record) }
  }
}

extension RecordEntry {
  fileprivate init(_ record: SealedRecord) throws(RecordError) {
    guard record.kind == Self.table.kind else { throw .invalidEntry(Self.table.kind) }
    try self.init(id: record.id, date: record.date, payload: record.payload)
  }
}
